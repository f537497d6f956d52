import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const messagePages: readonly PageDefinition[] = [
  { path: '/messages', needs: null, load: () => import('./message-list.tsx') },
  { path: '/n/$code', needs: null, load: () => import('./notice-link.tsx') },
  { path: '/messages/$msgId', needs: null, load: () => import('./message-page.tsx') },
]
