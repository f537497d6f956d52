import type { PageDefinition } from '../../lib/menu/page-definition.ts'

const form = () => import('./special-plan-form.tsx')

export const specialPlanPages: readonly PageDefinition[] = [
  { path: '/special-plans', needs: 'specialPlan.list', load: () => import('./special-plan-list.tsx') },
  { path: '/special-plans/new', needs: 'specialPlan.create', load: form },
  {
    path: '/special-plans/$specialPlanId',
    needs: 'specialPlan.get',
    load: () => import('./special-plan-page.tsx'),
  },
  { path: '/special-plans/$specialPlanId/edit', needs: 'specialPlan.update', load: form },
]
