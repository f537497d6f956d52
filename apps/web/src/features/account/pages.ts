import type { PageDefinition } from '../../app/page-definition.ts'

export const accountPages: readonly PageDefinition[] = [
  { path: '/password', needs: 'account.changePassword', load: () => import('./password-page.tsx') },
]
