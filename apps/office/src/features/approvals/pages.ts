import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const approvalPages: readonly PageDefinition[] = [
  { path: '/approvals', needs: 'approval.list', load: () => import('./approval-list.tsx') },
  { path: '/approval-policies', needs: 'approvalPolicy.current', load: () => import('./policy-list.tsx') },
  { path: '/approval-policies/new', needs: 'approvalPolicy.create', load: () => import('./policy-form.tsx') },
]
