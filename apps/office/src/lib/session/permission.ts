import type { Profile } from '@consilium/contract/profile/profile.ts'
import type { OperationName } from '@consilium/contract/routes.ts'

/**
 * True if the account may call the operation. It is passed by name, so that the menu does not load the schemas of every
 * module.
 */
export const isPermitted = (profile: Profile, operation: OperationName | null): boolean =>
  operation === null || profile.permissions.includes(operation)
