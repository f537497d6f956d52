import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const projectPages: readonly PageDefinition[] = [
  { path: '/projects', needs: 'project.list', load: () => import('./project-list.tsx') },
  { path: '/projects/new', needs: 'project.create', load: () => import('./project-form.tsx') },
  { path: '/projects/$projectId', needs: 'project.get', load: () => import('./project-page.tsx') },
  {
    path: '/projects/$projectId/edit',
    needs: 'project.update',
    load: () => import('./project-form.tsx'),
  },
]
