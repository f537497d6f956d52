import type { PageDefinition } from '../../lib/menu/page-definition.ts'

const form = () => import('./dimension-form.tsx')

export const dimensionPages: readonly PageDefinition[] = [
  { path: '/dimensions', needs: 'dimension.list', load: () => import('./dimension-list.tsx') },
  { path: '/dimensions/new', needs: 'dimension.create', load: form },
  { path: '/dimensions/import', needs: 'dimension.import', load: () => import('./import-page.tsx') },
  { path: '/dimensions/$dimensionId', needs: 'dimension.get', load: () => import('./dimension-page.tsx') },
  { path: '/dimensions/$dimensionId/edit', needs: 'dimension.update', load: form },
]
