import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const budgetPages: readonly PageDefinition[] = [
  { path: '/projects/$projectId/money', needs: 'budget.money', load: () => import('./money-page.tsx') },
]
