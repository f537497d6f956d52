import { approvalPolicyRoutes } from './approvals/approval-policies.ts'
import { approvalRoutes } from './approvals/approvals.ts'
import { accountRoutes } from './accounts/accounts.ts'
import { portfolioRoutes } from './accounts/portfolios.ts'
import { ownMailRoutes } from './accounts/own-mail.ts'
import { sealRoutes } from './signing/seals.ts'
import { agreementRoutes } from './agreements/agreements.ts'
import { redactedAgreementRoutes } from './agreements/redacted-agreements.ts'
import { attendeeRoutes } from './attendees/attendees.ts'
import { attendanceRoutes } from './attendance/attendance.ts'
import { conferenceRoutes } from './attendance/conference.ts'
import { signInRoutes } from './attendance/sign-in.ts'
import { bankBranchRoutes } from './bank-branches/bank-branches.ts'
import { bankFileRoutes } from './bank-files/bank-files.ts'
import { batchAnswerRoutes } from './batches/batch-answers.ts'
import { batchReceiptRoutes } from './batches/batch-receipts.ts'
import { bankPresetRoutes } from './bank-files/bank-presets.ts'
import { batchRoutes } from './batches/batches.ts'
import { botRoutes } from './bots/bots.ts'
import { calendarRoutes } from './calendars/calendars.ts'
import { consentRoutes } from './consents/consents.ts'
import { operationLogRoutes } from './operation-log/operation-log.ts'
import { budgetRoutes } from './budgets/budgets.ts'
import { capRoutes } from './caps/caps.ts'
import { dimensionRoutes } from './dimensions/dimensions.ts'
import { dictionaryRoutes } from './dictionaries/dictionaries.ts'
import { expertRoutes } from './experts/experts.ts'
import { identityRoutes } from './experts/identity-routes.ts'
import { fileRoutes } from './files/files.ts'
import { gateRoutes } from './gates/gate-routes.ts'
import { hospitalRoutes } from './hospitals/hospitals.ts'
import { executionIntentRoutes, supportIntentRoutes } from './intents/intents.ts'
import { laborFeeRoutes } from './fees/labor-fees.ts'
import { materialRoutes } from './materials/materials.ts'
import { recognitionRoutes } from './recognition/invoice-recognition.ts'
import { meetingRoutes } from './meetings/meetings.ts'
import { messageRoutes } from './messages/messages.ts'
import { deliveryRoutes } from './notices/deliveries.ts'
import { reminderRoutes } from './notices/reminder-rules.ts'
import { noticeRoutes } from './notices/preferences.ts'
import { noticeTemplateRoutes } from './notices/templates.ts'
import { organizationRoutes } from './organizations/organizations.ts'
import { overviewRoutes } from './overviews/overviews.ts'
import { listViewRoutes } from './list-views/list-views.ts'
import { ownSessionRoutes } from './login/own-sessions.ts'
import { passkeyRoutes } from './login/passkeys.ts'
import { cashDifferenceRoutes } from './payments/cash-differences.ts'
import { ownPaymentRoutes } from './payments/own-payments.ts'
import { paymentPaperRoutes } from './payments/payment-papers.ts'
import { paymentRoutes } from './payments/payments.ts'
import { personRoutes } from './persons/persons.ts'
import { planRoutes } from './plans/plans.ts'
import { profileRoutes } from './profile/profile.ts'
import { projectPictureRoutes } from './projects/project-pictures.ts'
import { projectRoutes } from './projects/projects.ts'
import {
  publicityExecutionRoutes,
  publicitySupportRoutes,
  publicProjectRoutes,
} from './publicity/publicity.ts'
import { KEYLESS_REASONS, keylessReason, type Route } from './route.ts'
import { secondFactorRoutes } from './login/second-factor.ts'
import { paperRoutes } from './signing/papers.ts'
import { signedAgreementRoutes } from './signing/signed-agreements.ts'
import { specialPlanRoutes } from './plans/special-plans.ts'
import { taxFilingRoutes } from './payments/tax-filings.ts'
import { treatyReliefRoutes } from './payments/treaty-reliefs.ts'
import { verificationRoutes } from './invoices/verification-routes.ts'
import { taxSettingsRoutes } from './organizations/tax-settings.ts'

/** The route tables of all modules; an operation is named `module.action`. */
export const routeTables = {
  account: accountRoutes,
  ownMail: ownMailRoutes,
  secondFactor: secondFactorRoutes,
  passkey: passkeyRoutes,
  session: ownSessionRoutes,
  listView: listViewRoutes,
  organization: organizationRoutes,
  portfolio: portfolioRoutes,
  taxSettings: taxSettingsRoutes,
  bot: botRoutes,
  person: personRoutes,
  expert: expertRoutes,
  identity: identityRoutes,
  hospital: hospitalRoutes,
  dimension: dimensionRoutes,
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
  approvalPolicy: approvalPolicyRoutes,
  approval: approvalRoutes,
  gate: gateRoutes,
  cap: capRoutes,
  budget: budgetRoutes,
  attendee: attendeeRoutes,
  attendance: attendanceRoutes,
  conference: conferenceRoutes,
  signIn: signInRoutes,
  calendar: calendarRoutes,
  consent: consentRoutes,
  agreement: agreementRoutes,
  seal: sealRoutes,
  redactedAgreement: redactedAgreementRoutes,
  signedAgreement: signedAgreementRoutes,
  paper: paperRoutes,
  laborFee: laborFeeRoutes,
  laborPayment: paymentRoutes,
  paymentPaper: paymentPaperRoutes,
  ownPayment: ownPaymentRoutes,
  taxFiling: taxFilingRoutes,
  cashDifference: cashDifferenceRoutes,
  treatyRelief: treatyReliefRoutes,
  paymentBatch: batchRoutes,
  batchAnswer: batchAnswerRoutes,
  batchReceipt: batchReceiptRoutes,
  bankFile: bankFileRoutes,
  bankPreset: bankPresetRoutes,
  bankBranch: bankBranchRoutes,
  ...materialRoutes,
  recognition: recognitionRoutes,
  verification: verificationRoutes,
  message: messageRoutes,
  notice: noticeRoutes,
  delivery: deliveryRoutes,
  noticeTemplate: noticeTemplateRoutes,
  reminder: reminderRoutes,
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
