import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const homePages: readonly PageDefinition[] = [
  { path: '/', needs: null, load: () => import('./home-page.tsx') },
]
