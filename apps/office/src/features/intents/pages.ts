import { STAFF_ROLES } from '@consilium/contract/accounts/roles.ts'
import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const intentPages: readonly PageDefinition[] = [
  {
    path: '/support-intents',
    needs: 'supportIntent.list',
    roles: STAFF_ROLES,
    load: () => import('./support-intents.tsx'),
  },
  {
    path: '/execution-intents',
    needs: 'executionIntent.list',
    roles: STAFF_ROLES,
    load: () => import('./execution-intents.tsx'),
  },
]
