import { MEETING_READERS } from '@consilium/contract/accounts/roles.ts'
import type { PageDefinition } from '../../lib/menu/page-definition.ts'

export const attendeePages: readonly PageDefinition[] = [
  {
    path: '/attendees/$attendeeId',
    needs: 'attendee.get',
    roles: MEETING_READERS,
    load: () => import('./attendee-page.tsx'),
  },
]
