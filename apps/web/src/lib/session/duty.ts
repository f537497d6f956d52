import type { Profile } from '@consilium/contract/profile/profile.ts'

/** Pages that stay open to an account that still has to set up its second factor. */
const OPEN_BEFORE_ENROLMENT: readonly string[] = ['/security', '/password']

/** Where the account must go before anything else; the service refuses what other pages would request. */
export function dutyOf({ user, mustEnrolFactor }: Profile, pathname: string): string | null {
  if (user.mustChangePassword) return pathname === '/password' ? null : '/password'
  return mustEnrolFactor && !OPEN_BEFORE_ENROLMENT.includes(pathname) ? '/security' : null
}
