import type { Profile } from '@consilium/contract/profile/profile.ts'

type Hindered = Pick<Profile, 'mustEnrolFactor'> & { user: Pick<Profile['user'], 'mustChangePassword'> }

/** Pages that stay open to an account that still has to set up its second factor. */
const OPEN_BEFORE_ENROLMENT: readonly string[] = ['/security', '/password']

/** Whether the account has to do something before anything else. */
export const hasDuty = ({ user, mustEnrolFactor }: Hindered): boolean =>
  user.mustChangePassword || mustEnrolFactor

/** Where the account must go before anything else; the service refuses what other pages would request. */
export function dutyOf({ user, mustEnrolFactor }: Hindered, pathname: string): string | null {
  if (user.mustChangePassword) return pathname === '/password' ? null : '/password'
  return mustEnrolFactor && !OPEN_BEFORE_ENROLMENT.includes(pathname) ? '/security' : null
}
