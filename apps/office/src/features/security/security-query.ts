import { secondFactorRoutes } from '@consilium/contract/login/second-factor.ts'
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../../lib/requests/api.ts'
import { sessionQuery } from '../../lib/session/session.ts'

export const statusQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(secondFactorRoutes.status, { signal }),
})

/** The second factors of the account. The page loads them before it shows the panels. */
export const useFactors = () => useSuspenseQuery(statusQuery).data

/**
 * Refreshes the session and the panels after a change. The session comes first: as long as it asks for a factor, every other
 * page leads back here, so the panels must not say before that all is done.
 */
export function useRefreshFactors(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    await client.invalidateQueries({ queryKey: statusQuery.queryKey })
    await client.invalidateQueries({ queryKey: ['own-sessions'] })
  }
}
