/**
 * Made by the build from the contract: operations without the shapes of what they take and answer, for what the first view
 * calls. Forms and lists check what they send and take the contract itself.
 */
declare module 'virtual:light-routes' {
  import type { routeTables } from '@consilium/contract/routes.ts'

  export const agreement: (typeof routeTables)['agreement']
  export const attendee: (typeof routeTables)['attendee']
  export const dictionary: (typeof routeTables)['dictionary']
  export const executionIntent: (typeof routeTables)['executionIntent']
  export const expert: (typeof routeTables)['expert']
  export const laborFee: (typeof routeTables)['laborFee']
  export const meeting: (typeof routeTables)['meeting']
  export const message: (typeof routeTables)['message']
  export const organization: (typeof routeTables)['organization']
  export const person: (typeof routeTables)['person']
  export const plan: (typeof routeTables)['plan']
  export const profile: (typeof routeTables)['profile']
  export const project: (typeof routeTables)['project']
  export const publicityExecution: (typeof routeTables)['publicityExecution']
  export const publicitySupport: (typeof routeTables)['publicitySupport']
  export const signedAgreement: (typeof routeTables)['signedAgreement']
  export const supportIntent: (typeof routeTables)['supportIntent']
}
