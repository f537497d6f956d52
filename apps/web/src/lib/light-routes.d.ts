/**
 * Made by the build from the contract: operations without the shapes of what they take and answer, for what the first view
 * calls. Forms and lists check what they send and take the contract itself.
 */
declare module 'virtual:light-routes' {
  import type { rooms } from '@consilium/contract/routes.ts'

  export const agreement: (typeof rooms)['agreement']
  export const attendee: (typeof rooms)['attendee']
  export const dictionary: (typeof rooms)['dictionary']
  export const executionIntent: (typeof rooms)['executionIntent']
  export const expert: (typeof rooms)['expert']
  export const laborFee: (typeof rooms)['laborFee']
  export const meeting: (typeof rooms)['meeting']
  export const message: (typeof rooms)['message']
  export const organization: (typeof rooms)['organization']
  export const person: (typeof rooms)['person']
  export const plan: (typeof rooms)['plan']
  export const profile: (typeof rooms)['profile']
  export const project: (typeof rooms)['project']
  export const publicityExecution: (typeof rooms)['publicityExecution']
  export const publicitySupport: (typeof rooms)['publicitySupport']
  export const signedAgreement: (typeof rooms)['signedAgreement']
  export const supportIntent: (typeof rooms)['supportIntent']
}
