import type { PageDefinition } from '../../lib/menu/page-definition.ts'

const form = () => import('./hospital-form.tsx')

export const hospitalPages: readonly PageDefinition[] = [
  { path: '/hospitals', needs: 'hospital.list', load: () => import('./hospital-list.tsx') },
  { path: '/hospitals/new', needs: 'hospital.create', load: form },
  { path: '/hospitals/import', needs: 'hospital.import', load: () => import('./import-page.tsx') },
  {
    path: '/hospitals/unresolved',
    needs: 'hospital.unresolved',
    load: () => import('./unresolved-page.tsx'),
  },
  { path: '/hospitals/$hospitalId', needs: 'hospital.get', load: () => import('./hospital-page.tsx') },
  { path: '/hospitals/$hospitalId/edit', needs: 'hospital.update', load: form },
]
