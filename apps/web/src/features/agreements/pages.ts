import type { PageDefinition } from '../../lib/menu/page-definition.ts'
import { prefetchSigning } from './signing/signing-queries.ts'

export const agreementPages: readonly PageDefinition[] = [
  {
    path: '/my-agreements/$attendeeId',
    needs: 'agreement.sign',
    roles: ['doctor'],
    load: () => import('./signing/signing-page.tsx'),
    prefetch: prefetchSigning,
  },
]
