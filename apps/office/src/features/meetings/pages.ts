import type { PageDefinition } from '../../lib/menu/page-definition.ts'

const form = () => import('./meeting-form.tsx')

export const meetingPages: readonly PageDefinition[] = [
  { path: '/meetings', needs: 'meeting.list', load: () => import('./meeting-list.tsx') },
  { path: '/meetings/new', needs: 'meeting.create', load: form },
  { path: '/meetings/$meetingId', needs: 'meeting.get', load: () => import('./meeting-page.tsx') },
  { path: '/meetings/$meetingId/edit', needs: 'meeting.update', load: form },
]
