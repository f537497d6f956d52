import type { PageDefinition } from '../../lib/menu/page-definition.ts'

const roles = ['doctor'] as const

export const myMeetingPages: readonly PageDefinition[] = [
  { path: '/my-meetings', needs: 'attendee.list', roles, load: () => import('./my-meeting-list.tsx') },
  {
    path: '/my-meetings/$attendeeId',
    needs: 'attendee.get',
    roles,
    load: () => import('./my-meeting-page.tsx'),
  },
]
