import type { Profile } from '@consilium/contract/profile.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { agreement, signedAgreement } from 'virtual:light-routes'
import { call } from '../../lib/api.ts'
import { isApproved } from '../../lib/approval.ts'
import { recordQuery } from '../../lib/record-query.ts'

/** The documents that a changed fee has superseded. */
export const historyQuery = (attendeeId: number) =>
  queryOptions({
    queryKey: [signedAgreement.history.path, attendeeId],
    queryFn: async ({ signal }) =>
      (await call(signedAgreement.history, { params: { attendeeId }, signal })).rows,
  })

export function prefetchSigning(
  client: QueryClient,
  profile: Profile,
  { attendeeId }: Readonly<Record<string, string>>,
): void {
  if (!isApproved(profile)) return
  void client.prefetchQuery(recordQuery(agreement.get, { attendeeId }))
  void client.prefetchQuery(historyQuery(Number(attendeeId)))
}
