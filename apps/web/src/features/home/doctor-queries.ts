import type { AnsweredPage } from '@consilium/contract/client.ts'
import type { Profile } from '@consilium/contract/profile.ts'
import type { CalledRoute } from '@consilium/contract/light-route.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { attendee as attendeeRoutes, message as messageRoutes, overview } from 'virtual:light-routes'
import type { RowOf } from '../../lib/record-of.ts'
import { call, callLoosely } from '../../lib/api.ts'
import { isApproved } from '../../lib/approval.ts'

/** Number of rows in a panel; the rest is behind a link. */
const SHOWN = 4

export const UNSIGNED = { signatureStatus: 'unsigned', orderByColumn: 'scheduleStartTime', isAsc: 'asc' }
export const UPCOMING = { isUpcoming: 'true', orderByColumn: 'scheduleStartTime', isAsc: 'asc' }
export const UNREAD = { isRead: 'false' }

/** The query of a panel, with a key of its own. */
export const panelQuery = <R extends CalledRoute>(route: R, query: Record<string, string>) => {
  const asked = { ...query, pageSize: String(SHOWN) }
  return queryOptions({
    queryKey: [route.path, asked],
    queryFn: ({ signal }) => callLoosely<AnsweredPage<RowOf<R>>>(route, { query: asked, signal }),
  })
}

/** What an approved expert earns this year. */
export const homeQuery = queryOptions({
  queryKey: [overview.home.path],
  queryFn: ({ signal }) => call(overview.home, { signal }),
})

export function prefetchDoctorHome(client: QueryClient, profile: Profile): void {
  if (profile.user.roleType !== 'doctor') return
  void client.prefetchQuery(panelQuery(messageRoutes.list, UNREAD))
  if (!isApproved(profile)) return
  void client.prefetchQuery(panelQuery(attendeeRoutes.list, UNSIGNED))
  void client.prefetchQuery(panelQuery(attendeeRoutes.list, UPCOMING))
  void client.prefetchQuery(homeQuery)
}
