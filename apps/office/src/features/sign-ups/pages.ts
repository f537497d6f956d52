import type { PageDefinition } from '../../lib/menu/page-definition.ts'

const roles = ['sponsor'] as const

export const signUpPages: readonly PageDefinition[] = [
  { path: '/sign-ups', needs: null, roles, load: () => import('./sign-up-list.tsx') },
  { path: '/sign-ups/new', needs: null, roles, load: () => import('./open-projects.tsx') },
]
