import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import type { Profile } from '@consilium/contract/profile/profile.ts'
import { allows, isBeyond, type Route } from '@consilium/contract/route.ts'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { CallFailed } from '@consilium/contract/client.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import { call } from '../requests/api.ts'

/** The profile of the logged-in account; null without a session. Cached until the session changes. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<Profile | null> => {
    try {
      return await call(profileRoutes.getInfo, { signal })
    } catch (error) {
      if (error instanceof CallFailed && error.status === 401) return null
      throw error
    }
  },
})

/** The logged-in account. Only pages behind the login may call this. */
export function useSession(): Profile {
  const { data } = useSuspenseQuery(sessionQuery)
  if (!data) throw new Error('No session: this page stands behind the login')
  return data
}

export const useRole = (): RoleType => useSession().user.roleType

/** Returns whether the role may call a route, by the contract. */
export const useMay = (): ((route: Route) => boolean) => {
  const { user, organization, isLimited } = useSession()
  const standing = { roleType: user.roleType, orgType: organization?.orgType ?? null }
  return (route) => allows(route.access, standing) && !isBeyond(route, { isLimited })
}
