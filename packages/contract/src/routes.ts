import { accountRoutes } from './accounts.ts'
import { sealRoutes } from './seals.ts'
import { agreementRoutes } from './agreements.ts'
import { attendeeRoutes } from './attendees.ts'
import { calendarRoutes } from './calendars.ts'
import { consentRoutes } from './consents.ts'
import { operationLogRoutes } from './operation-log.ts'
import { budgetRoutes } from './budgets.ts'
import { capRoutes } from './caps.ts'
import { dictionaryRoutes } from './dictionaries.ts'
import { expertRoutes } from './experts.ts'
import { fileRoutes } from './files.ts'
import { gateRoutes } from './gate-routes.ts'
import { executionIntentRoutes, supportIntentRoutes } from './intents.ts'
import { laborFeeRoutes } from './labor-fees.ts'
import { materialRoutes } from './materials.ts'
import { recognitionRoutes } from './invoice-recognition.ts'
import { meetingRoutes } from './meetings.ts'
import { messageRoutes } from './messages.ts'
import { organizationRoutes } from './organizations.ts'
import { overviewRoutes } from './overviews.ts'
import { listViewRoutes } from './list-views.ts'
import { ownSessionRoutes } from './own-sessions.ts'
import { passkeyRoutes } from './passkeys.ts'
import { cashDifferenceRoutes } from './cash-differences.ts'
import { paymentRoutes } from './payments.ts'
import { personRoutes } from './persons.ts'
import { planRoutes } from './plans.ts'
import { profileRoutes } from './profile.ts'
import { projectPictureRoutes } from './project-pictures.ts'
import { projectRoutes } from './projects.ts'
import { publicityExecutionRoutes, publicitySupportRoutes, publicProjectRoutes } from './publicity.ts'
import { KEYLESS_REASONS, keylessReason, type Route } from './route.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { signedAgreementRoutes } from './signed-agreements.ts'
import { specialPlanRoutes } from './special-plans.ts'
import { taxFilingRoutes } from './tax-filings.ts'
import { treatyReliefRoutes } from './treaty-reliefs.ts'
import { taxSettingsRoutes } from './tax-settings.ts'

/** The route tables of all modules; an operation is named `module.action`. */
export const routeTables = {
  account: accountRoutes,
  secondFactor: secondFactorRoutes,
  passkey: passkeyRoutes,
  session: ownSessionRoutes,
  listView: listViewRoutes,
  organization: organizationRoutes,
  taxSettings: taxSettingsRoutes,
  person: personRoutes,
  expert: expertRoutes,
  project: projectRoutes,
  projectPicture: projectPictureRoutes,
  plan: planRoutes,
  specialPlan: specialPlanRoutes,
  supportIntent: supportIntentRoutes,
  executionIntent: executionIntentRoutes,
  publicProject: publicProjectRoutes,
  publicitySupport: publicitySupportRoutes,
  publicityExecution: publicityExecutionRoutes,
  meeting: meetingRoutes,
  overview: overviewRoutes,
  gate: gateRoutes,
  cap: capRoutes,
  budget: budgetRoutes,
  attendee: attendeeRoutes,
  calendar: calendarRoutes,
  consent: consentRoutes,
  agreement: agreementRoutes,
  seal: sealRoutes,
  signedAgreement: signedAgreementRoutes,
  laborFee: laborFeeRoutes,
  laborPayment: paymentRoutes,
  taxFiling: taxFilingRoutes,
  cashDifference: cashDifferenceRoutes,
  treatyRelief: treatyReliefRoutes,
  ...materialRoutes,
  recognition: recognitionRoutes,
  message: messageRoutes,
  file: fileRoutes,
  dictionary: dictionaryRoutes,
  audit: operationLogRoutes,
  profile: profileRoutes,
} as const

export interface Operation {
  name: string
  route: Route
}

/** All operations, in the order of the API document. */
export const operations: readonly Operation[] = Object.entries(routeTables).flatMap(([module, table]) =>
  Object.entries(table).map(([action, route]) => ({ name: `${module}.${action}`, route })),
)

/** Every operation that is no GET and keeps no `Idempotency-Key`, with the reason. */
export const keylessOperations: readonly { name: string; reason: string }[] = operations.flatMap(
  ({ name, route }) => {
    const why = keylessReason(route)
    return why === null ? [] : [{ name, reason: KEYLESS_REASONS[why] }]
  },
)

type OperationsOf<R extends keyof typeof routeTables> = `${R}.${keyof (typeof routeTables)[R] & string}`

/** `module.action`, as used in the permissions of an account. */
export type OperationName = { [R in keyof typeof routeTables]: OperationsOf<R> }[keyof typeof routeTables]
