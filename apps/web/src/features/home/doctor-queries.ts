import type { AnsweredPage } from '@consilium/contract/client.ts'
import type { Profile } from '@consilium/contract/profile/profile.ts'
import type { CalledRoute } from '@consilium/contract/light-route.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { attendee as attendeeRoutes, message as messageRoutes, overview } from 'virtual:light-routes'
import type { RowOf } from '../../lib/record-of.ts'
import { call, callLoosely } from '../../lib/requests/api.ts'
import { isApproved } from '../../lib/session/approval.ts'
import { askedBy, UNREAD, TO_SIGN, UPCOMING } from './panel-inputs.ts'

/** The query of a panel, with a key of its own. */
export const panelQuery = <R extends CalledRoute>(route: R, query: Record<string, string>) => {
  const asked = askedBy(query)
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

export async function prefetchDoctorHome(client: QueryClient, profile: Profile): Promise<void> {
  if (profile.user.roleType !== 'doctor') return
  const ofApproved = () => [
    client.prefetchQuery(panelQuery(attendeeRoutes.list, TO_SIGN)),
    client.prefetchQuery(panelQuery(attendeeRoutes.list, UPCOMING)),
    client.prefetchQuery(homeQuery),
  ]
  await Promise.all([
    client.prefetchQuery(panelQuery(messageRoutes.list, UNREAD)),
    ...(isApproved(profile) ? ofApproved() : []),
  ])
}
