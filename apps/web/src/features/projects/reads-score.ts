import { STAFF_ROLES } from '@consilium/contract/roles.ts'
import { useRole } from '../../lib/session.ts'

/** How a project is judged is for the platform's own people; the service tells it to nobody else. */
export function useReadsScore(): boolean {
  const role = useRole()
  return STAFF_ROLES.some((staff) => staff === role)
}
