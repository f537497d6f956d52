/**
 * Made by the build from the contract: operations without the shapes of what they take and answer, for what the first view
 * calls (`vite.light-routes.ts`). Forms and lists check what they send and take the contract itself.
 */
declare module 'virtual:light-routes' {
  import type { LightTable } from '@consilium/contract/light-route.ts'
  import type { routeTables } from '@consilium/contract/routes.ts'

  export const agreement: LightTable<(typeof routeTables)['agreement']>
  export const attendee: LightTable<(typeof routeTables)['attendee']>
  export const dictionary: LightTable<(typeof routeTables)['dictionary']>
  export const executionIntent: LightTable<(typeof routeTables)['executionIntent']>
  export const expert: LightTable<(typeof routeTables)['expert']>
  export const laborFee: LightTable<(typeof routeTables)['laborFee']>
  export const meeting: LightTable<(typeof routeTables)['meeting']>
  export const message: LightTable<(typeof routeTables)['message']>
  export const organization: LightTable<(typeof routeTables)['organization']>
  export const person: LightTable<(typeof routeTables)['person']>
  export const plan: LightTable<(typeof routeTables)['plan']>
  export const profile: LightTable<(typeof routeTables)['profile']>
  export const project: LightTable<(typeof routeTables)['project']>
  export const publicityExecution: LightTable<(typeof routeTables)['publicityExecution']>
  export const publicitySupport: LightTable<(typeof routeTables)['publicitySupport']>
  export const signedAgreement: LightTable<(typeof routeTables)['signedAgreement']>
  export const supportIntent: LightTable<(typeof routeTables)['supportIntent']>
}
