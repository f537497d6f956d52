import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const personPages: readonly PageDefinition[] = [
  { path: '/persons', needs: 'person.list', load: () => import('./person-list.tsx') },
  { path: '/persons/new', needs: 'person.create', load: () => import('./person-form.tsx') },
  { path: '/persons/import', needs: 'person.import', load: () => import('./import-page.tsx') },
  { path: '/persons/$personId', needs: 'person.get', load: () => import('./person-page.tsx') },
  { path: '/persons/$personId/edit', needs: 'person.update', load: () => import('./person-form.tsx') },
]
