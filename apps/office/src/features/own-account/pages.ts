import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const ownAccountPages: readonly PageDefinition[] = [
  { path: '/password', needs: 'account.changePassword', load: () => import('./password-page.tsx') },
]
