import type { PageDefinition } from '../../lib/menu/page-definition.ts'
import { prefetchSigning } from './signing/signing-queries.ts'

const roles = ['doctor'] as const

export const agreementPages: readonly PageDefinition[] = [
  { path: '/my-agreements', needs: 'attendee.list', roles, load: () => import('./agreement-list.tsx') },
  {
    path: '/my-agreements/$attendeeId',
    needs: 'agreement.sign',
    roles,
    load: () => import('./signing/signing-page.tsx'),
    prefetch: prefetchSigning,
  },
]
