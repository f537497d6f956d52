import type { Profile } from '@consilium/contract/profile/profile.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { agreement, signedAgreement } from 'virtual:light-routes'
import { call } from '../../../lib/requests/api.ts'
import { isApproved } from '../../../lib/session/approval.ts'
import { recordQuery } from '../../../lib/record-query.ts'

/** The documents that a changed fee has superseded. */
export const historyQuery = (attendeeId: number) =>
  queryOptions({
    queryKey: [signedAgreement.history.path, attendeeId],
    queryFn: async ({ signal }) =>
      (await call(signedAgreement.history, { params: { attendeeId }, signal })).rows,
  })

export async function prefetchSigning(
  client: QueryClient,
  profile: Profile,
  { attendeeId }: Readonly<Record<string, string>>,
): Promise<void> {
  if (!isApproved(profile)) return
  await Promise.all([
    client.prefetchQuery(recordQuery(agreement.get, { attendeeId })),
    client.prefetchQuery(historyQuery(Number(attendeeId))),
  ])
}
