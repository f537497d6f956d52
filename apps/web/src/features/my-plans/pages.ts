import type { PageDefinition } from '../../lib/menu/page-definition.ts'

const roles = ['doctor'] as const

export const myPlanPages: readonly PageDefinition[] = [
  { path: '/my-plans', needs: 'plan.list', roles, load: () => import('./my-plan-list.tsx') },
  { path: '/my-plans/new', needs: 'plan.create', roles, load: () => import('./my-plan-form.tsx') },
  { path: '/my-plans/$planId', needs: 'plan.get', roles, load: () => import('./my-plan-page.tsx') },
  { path: '/my-plans/$planId/edit', needs: 'plan.update', roles, load: () => import('./my-plan-form.tsx') },
]
