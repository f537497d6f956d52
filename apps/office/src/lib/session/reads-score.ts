import { STAFF_ROLES } from '@consilium/contract/accounts/roles.ts'
import { useRole } from './session.ts'

/** Scores are only shown to the platform's own staff; the service sends them to nobody else. */
export function useReadsScore(): boolean {
  const role = useRole()
  return STAFF_ROLES.some((staff) => staff === role)
}
