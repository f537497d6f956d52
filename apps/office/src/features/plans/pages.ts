import { STAFF_ROLES } from '@consilium/contract/accounts/roles.ts'
import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const planPages: readonly PageDefinition[] = [
  { path: '/plans', needs: 'plan.list', roles: STAFF_ROLES, load: () => import('./plan-list.tsx') },
  { path: '/plans/new', needs: 'plan.create', roles: STAFF_ROLES, load: () => import('./plan-form.tsx') },
  { path: '/plans/$planId', needs: 'plan.get', roles: STAFF_ROLES, load: () => import('./plan-page.tsx') },
  {
    path: '/plans/$planId/edit',
    needs: 'plan.update',
    roles: STAFF_ROLES,
    load: () => import('./plan-form.tsx'),
  },
]
