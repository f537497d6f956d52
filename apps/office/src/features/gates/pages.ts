import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const gatePages: readonly PageDefinition[] = [
  { path: '/waivers', needs: 'gate.listWaivers', load: () => import('./waiver-list.tsx') },
  { path: '/gate-policies', needs: 'gate.listPolicies', load: () => import('./policy-list.tsx') },
  { path: '/gate-policies/new', needs: 'gate.createPolicy', load: () => import('./policy-form.tsx') },
]
