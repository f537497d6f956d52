import type { PageDefinition } from '../../lib/menu/page-definition.ts'

const roles = ['doctor'] as const

export const profilePages: readonly PageDefinition[] = [
  { path: '/my-profile', needs: 'expert.me', roles, load: () => import('./profile-page.tsx') },
  { path: '/my-profile/edit', needs: 'expert.updateMe', roles, load: () => import('./profile-form.tsx') },
]
