import type { Profile } from '@consilium/contract/profile.ts'
import type { OperationName } from '@consilium/contract/routes.ts'

/**
 * Whether the account may call the operation, as the service has told it. By name, so that the menu need not carry
 * the shapes of every module.
 */
export const isPermitted = (profile: Profile, operation: OperationName | null): boolean =>
  operation === null || profile.permissions.includes(operation)
