import type { PageDefinition } from '../../lib/page-definition.ts'

export const messagePages: readonly PageDefinition[] = [
  { path: '/messages', needs: null, load: () => import('./message-list.tsx') },
  { path: '/messages/$msgId', needs: null, load: () => import('./message-page.tsx') },
]
