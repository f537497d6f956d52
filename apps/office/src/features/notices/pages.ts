import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const noticePages: readonly PageDefinition[] = [
  { path: '/deliveries', needs: 'delivery.list', load: () => import('./delivery-list.tsx') },
  { path: '/deliveries/limits', needs: 'delivery.limits', load: () => import('./limits-page.tsx') },
  { path: '/deliveries/texts', needs: 'noticeTemplate.list', load: () => import('./templates-page.tsx') },
  { path: '/reminder-rules', needs: 'reminder.rules', load: () => import('./reminder-page.tsx') },
  { path: '/notices', needs: null, load: () => import('./preferences-page.tsx') },
]
