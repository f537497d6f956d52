/**
 * Made by the build from the contract: operations without the shapes of what they take and answer, for what the first view
 * calls. Forms and lists check what they send and take the contract itself.
 */
declare module 'virtual:light-routes' {
  import type { rooms } from '@consilium/contract/routes.ts'

  export const attendee: (typeof rooms)['attendee']
  export const dictionary: (typeof rooms)['dictionary']
  export const message: (typeof rooms)['message']
  export const profile: (typeof rooms)['profile']
}
