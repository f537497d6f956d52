import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const accountPages: readonly PageDefinition[] = [
  { path: '/accounts', needs: 'account.list', load: () => import('./account-list.tsx') },
  { path: '/accounts/new', needs: 'account.create', load: () => import('./account-form.tsx') },
  { path: '/accounts/$userId', needs: 'account.get', load: () => import('./account-page.tsx') },
  { path: '/accounts/$userId/edit', needs: 'account.update', load: () => import('./account-form.tsx') },
]
