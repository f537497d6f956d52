import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const securityPages: readonly PageDefinition[] = [
  { path: '/security', needs: 'account.changePassword', load: () => import('./security-page.tsx') },
]
