import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const operationLogPages: readonly PageDefinition[] = [
  { path: '/operation-log', needs: 'audit.list', load: () => import('./operation-log.tsx') },
]
