import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const organizationPages: readonly PageDefinition[] = [
  { path: '/organizations', needs: 'organization.list', load: () => import('./organization-list.tsx') },
  { path: '/organizations/new', needs: 'organization.create', load: () => import('./organization-form.tsx') },
  { path: '/organizations/$orgId', needs: 'organization.get', load: () => import('./organization-page.tsx') },
  {
    path: '/organizations/$orgId/edit',
    needs: 'organization.update',
    load: () => import('./organization-form.tsx'),
  },
]
