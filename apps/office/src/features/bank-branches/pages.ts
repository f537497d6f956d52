import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const bankBranchPages: readonly PageDefinition[] = [
  { path: '/bank-branches', needs: 'bankBranch.list', load: () => import('./branch-list.tsx') },
  { path: '/bank-branches/import', needs: 'bankBranch.import', load: () => import('./import-page.tsx') },
]
