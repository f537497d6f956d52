import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const publicityIntentPages: readonly PageDefinition[] = [
  {
    path: '/publicity-intents',
    needs: 'publicitySupport.list',
    load: () => import('./publicity-intents.tsx'),
  },
]
