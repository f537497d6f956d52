import { projectRoutes } from '@consilium/contract/projects.ts'
import type { PageDefinition } from '../../app/page-definition.ts'

export const projectPages: readonly PageDefinition[] = [
  { path: '/projects', needs: projectRoutes.list, load: () => import('./project-list.tsx') },
  { path: '/projects/new', needs: projectRoutes.create, load: () => import('./project-form.tsx') },
  { path: '/projects/$projectId', needs: projectRoutes.get, load: () => import('./project-page.tsx') },
  {
    path: '/projects/$projectId/edit',
    needs: projectRoutes.update,
    load: () => import('./project-form.tsx'),
  },
]
