import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const expertPages: readonly PageDefinition[] = [
  { path: '/experts', needs: 'expert.list', load: () => import('./expert-list.tsx') },
  { path: '/experts/new', needs: 'expert.create', load: () => import('./expert-form.tsx') },
  { path: '/experts/$expertId', needs: 'expert.get', load: () => import('./expert-page.tsx') },
  { path: '/experts/$expertId/edit', needs: 'expert.update', load: () => import('./expert-form.tsx') },
]
