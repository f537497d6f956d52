import { accountRoutes } from '@consilium/contract/accounts.ts'
import type { PageDefinition } from '../../app/page-definition.ts'

export const accountPages: readonly PageDefinition[] = [
  { path: '/password', needs: accountRoutes.changePassword, load: () => import('./password-page.tsx') },
]
