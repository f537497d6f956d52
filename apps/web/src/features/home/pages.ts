import type { PageDefinition } from '../../app/page-definition.ts'

export const homePages: readonly PageDefinition[] = [
  { path: '/', needs: null, load: () => import('./home-page.tsx') },
]
