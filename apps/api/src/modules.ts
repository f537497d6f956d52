import type { Context } from './context.ts'
import type { Bind } from './domain/bind.ts'
import { bindFactors } from './modules/accounts/factors/factor-routes.ts'
import { bindAccounts } from './modules/accounts/routes.ts'
import { createAccounts } from './modules/accounts/service.ts'
import { bindAgreements } from './modules/agreements/routes.ts'
import { createAgreements, type Limits } from './modules/agreements/service.ts'
import { bindApprovals } from './modules/approvals/routes.ts'
import { createApprovals } from './modules/approvals/service.ts'
import { bindAttendance } from './modules/attendance/routes.ts'
import { createAttendance } from './modules/attendance/service.ts'
import { bindAttendees } from './modules/attendees/routes.ts'
import { createAttendees } from './modules/attendees/service.ts'
import { bindCalendars } from './modules/calendars/routes.ts'
import { createCalendars } from './modules/calendars/service.ts'
import { bindConsents } from './modules/consents/routes.ts'
import { createConsents } from './modules/consents/service.ts'
import { bindBankBranches } from './modules/bank-branches/routes.ts'
import { createBankBranches } from './modules/bank-branches/service.ts'
import { bindBankFiles } from './modules/bank-files/routes.ts'
import { createBankFiles } from './modules/bank-files/service.ts'
import { bindBatches } from './modules/batches/routes.ts'
import { createBatches } from './modules/batches/service.ts'
import { bindBudgets } from './modules/budgets/routes.ts'
import { createBudgets, type Budgets } from './modules/budgets/service.ts'
import { bindBots } from './modules/bots/routes.ts'
import { createBots } from './modules/bots/service.ts'
import { bindCaps } from './modules/caps/routes.ts'
import { createCaps, type Caps } from './modules/caps/service.ts'
import { bindDeliveries } from './modules/deliveries/routes.ts'
import { createDeliveries } from './modules/deliveries/service.ts'
import { bindDimensions } from './modules/dimensions/routes.ts'
import { createDimensions } from './modules/dimensions/service.ts'
import { bindDictionaries } from './modules/dictionaries/routes.ts'
import { createDecisions } from './modules/decisions/service.ts'
import { createDictionaries } from './modules/dictionaries/service.ts'
import { bindExperts } from './modules/experts/routes.ts'
import { createExperts } from './modules/experts/service.ts'
import { createFees } from './modules/fees/service.ts'
import { bindFiles } from './modules/files/routes.ts'
import { createFiles } from './modules/files/service.ts'
import { bindHospitals } from './modules/hospitals/routes.ts'
import { createHospitals } from './modules/hospitals/service.ts'
import { bindIntents } from './modules/intents/routes.ts'
import { createIntents } from './modules/intents/service.ts'
import { bindGates } from './modules/gates/routes.ts'
import { createGates } from './modules/gates/service.ts'
import { bindInvoices } from './modules/invoices/routes.ts'
import { createInvoices } from './modules/invoices/service.ts'
import { bindMaterials } from './modules/materials/routes.ts'
import { createMaterials } from './modules/materials/service.ts'
import { bindMeetingWorkflow } from './modules/meeting-workflow/routes.ts'
import { createMeetingWorkflow } from './modules/meeting-workflow/service.ts'
import { bindMessages } from './modules/messages/routes.ts'
import { createMessages } from './modules/messages/service.ts'
import { bindNotices } from './modules/notices/routes.ts'
import { createNotices } from './modules/notices/service.ts'
import { bindOperationLog } from './modules/operation-log/routes.ts'
import { createOperationLog } from './modules/operation-log/service.ts'
import { bindOverviews } from './modules/overviews/routes.ts'
import { createOverviews } from './modules/overviews/service.ts'
import { bindOrganizations } from './modules/organizations/routes.ts'
import { createOrganizations } from './modules/organizations/service.ts'
import { bindPaymentPapers } from './modules/payment-papers/routes.ts'
import { createPaymentPapers } from './modules/payment-papers/service.ts'
import { bindPayments } from './modules/payments/routes.ts'
import { createPayments } from './modules/payments/service.ts'
import { bindPapers } from './modules/papers/routes.ts'
import { createPapers } from './modules/papers/service.ts'
import { bindPersons } from './modules/persons/routes.ts'
import { createPersons } from './modules/persons/service.ts'
import { bindPlans } from './modules/plans/routes.ts'
import { createPlans } from './modules/plans/service.ts'
import { bindReminders } from './modules/reminders/routes.ts'
import { createReminders } from './modules/reminders/service.ts'
import { bindProfile } from './modules/profile/routes.ts'
import { createProfile } from './modules/profile/service.ts'
import { bindProjectPictures, bindProjects } from './modules/projects/routes.ts'
import { createProjects } from './modules/projects/service.ts'
import { bindRecognition } from './modules/recognition/routes.ts'
import { createRecognition } from './modules/recognition/service.ts'
import { createTimelines } from './modules/timelines/service.ts'
import { createWaivers } from './modules/waivers/service.ts'
import { bindListViews } from './modules/list-views/routes.ts'
import { createListViews } from './modules/list-views/service.ts'

/** The checks of caps and budgets that signing calls. Caps and budgets import agreements, so agreements cannot import them. */
const createLimits = ({ caps, budgets }: { caps: Caps; budgets: Budgets }): Limits => ({
  lockPersons: caps.lockPersons,
  async requireRoom(trx, { meetingId, expertId }) {
    await caps.requireWithinCaps(trx, meetingId, [expertId], {
      fee: 'attendeeId',
      who: 'attendeeId',
      by: 'expert',
    })
    await budgets.requireFees(trx, meetingId, 'attendeeId')
  },
  requireOfPerson: (trx, attendee) => caps.requireOfPerson(trx, attendee, 'signed'),
})

/** Creates every module with the lower ones that it works with. */
export function createModules(given: Context) {
  const messages = createMessages(given)
  const { channels } = given
  const deliveries = createDeliveries(given, { channels, messages })
  const context = { ...given, sms: deliveries.logged(given.sms) }
  const notices = createNotices(context, channels)
  const reminders = createReminders({ ...context, messages, notices })
  const dictionaries = createDictionaries(context)
  const operationLog = createOperationLog(context)
  const decisions = createDecisions(context)
  const files = createFiles(context)
  const accounts = createAccounts(context)
  const persons = createPersons(context, { accounts, dictionaries })
  const organizations = createOrganizations(context, { accounts, persons, dictionaries, files })
  const experts = createExperts(context, { accounts, decisions, files, dictionaries })
  const hospitals = createHospitals(context)
  const dimensions = createDimensions(context)
  const consents = createConsents(context)
  const listViews = createListViews(context)
  const projects = createProjects(context, { accounts, dimensions, files, organizations })
  const plans = createPlans(context, { decisions, files, dictionaries })
  const intents = createIntents(context, { files })
  accounts.onRegistration(intents.publicitySupport.linkPhone)
  accounts.onRegistration(intents.publicityExecution.linkPhone)
  const fees = createFees(context, { organizations })
  const approvals = createApprovals(context, { decisions, notices })
  const waivers = createWaivers(context, { decisions })
  const caps = createCaps(context, { waivers })
  const budgets = createBudgets(context, { decisions, projects })
  const limits = createLimits({ caps, budgets })
  const below = { accounts, decisions, files, organizations, experts, messages, limits }
  const agreements = createAgreements(context, below)
  const attendees = createAttendees(context, {
    experts,
    agreements,
    budgets,
    caps,
    files,
    fees,
    dictionaries,
  })
  const papers = createPapers(context)
  const attendance = createAttendance(context, { accounts, attendees, files, papers })
  const calendars = createCalendars(context)
  const gates = createGates(context, { waivers, caps, budgets, attendance })
  const payments = createPayments(context, {
    agreements,
    caps,
    decisions,
    experts,
    files,
    organizations,
    fees,
    gates,
    papers,
  })
  const bankBranches = createBankBranches(context)
  const bankFiles = createBankFiles(context, { accounts, decisions, organizations })
  const batches = createBatches(context, {
    accounts,
    agreements,
    attendance,
    bankBranches,
    bankFiles,
    caps,
    decisions,
    files,
    gates,
    payments: payments.ofBatches,
  })
  const meetingWorkflow = createMeetingWorkflow(context, {
    projects,
    attendees,
    agreements,
    decisions,
    experts,
    gates,
    dictionaries,
  })
  for (const module of [experts, plans, waivers, budgets, meetingWorkflow, bankFiles, batches])
    approvals.serve(...module.approvals)
  const materials = createMaterials(context, { dictionaries, files })
  const invoices = createInvoices(context, { dictionaries, files })
  const recognition = createRecognition(context, { files, invoices })
  const paymentPapers = createPaymentPapers(context, { bankFiles, files, invoices, papers })
  const timelines = createTimelines(context)
  const bots = createBots(context)
  const profile = createProfile(context, { accounts, persons, organizations, experts, messages })
  const overviews = createOverviews(context, { projects, timelines })
  return {
    dictionaries,
    operationLog,
    files,
    messages,
    notices,
    deliveries,
    reminders,
    accounts,
    persons,
    organizations,
    experts,
    hospitals,
    dimensions,
    projects,
    plans,
    intents,
    calendars,
    consents,
    listViews,
    agreements,
    approvals,
    attendees,
    attendance,
    papers,
    paymentPapers,
    payments,
    bankBranches,
    bankFiles,
    batches,
    budgets,
    caps,
    gates,
    meetingWorkflow,
    overviews,
    timelines,
    bots,
    fees,
    materials,
    invoices,
    recognition,
    profile,
  }
}

export type Modules = ReturnType<typeof createModules>

/** Binds the routes of every module. */
export function bindModules(on: Bind, modules: Modules): void {
  bindAccounts(on, modules.accounts)
  bindFactors(on, modules.accounts)
  bindProfile(on, modules.profile)
  bindOrganizations(on, modules.organizations)
  bindPersons(on, modules.persons)
  bindExperts(on, modules.experts)
  bindHospitals(on, modules.hospitals)
  bindDimensions(on, modules.dimensions)
  bindProjects(on, modules.projects)
  bindProjectPictures(on, modules.projects)
  bindPlans(on, modules.plans)
  bindIntents(on, modules.intents)
  bindApprovals(on, modules.approvals)
  bindBudgets(on, modules.budgets)
  bindCaps(on, modules.caps)
  bindGates(on, modules.gates)
  bindMeetingWorkflow(on, modules.meetingWorkflow)
  bindOverviews(on, modules.overviews)
  bindAttendees(on, modules.attendees)
  bindAttendance(on, modules.attendance)
  bindPapers(on, modules.papers)
  bindPayments(on, modules.payments)
  bindBankBranches(on, modules.bankBranches)
  bindBankFiles(on, modules.bankFiles)
  bindBatches(on, modules.batches)
  bindPaymentPapers(on, modules.paymentPapers)
  bindMaterials(on, modules.materials)
  bindInvoices(on, modules.invoices)
  bindRecognition(on, modules.recognition)
  bindCalendars(on, modules.calendars)
  bindConsents(on, modules.consents)
  bindBots(on, modules.bots)
  bindListViews(on, modules.listViews)
  bindAgreements(on, modules.agreements)
  bindMessages(on, modules.messages)
  bindNotices(on, modules.notices)
  bindDeliveries(on, modules.deliveries)
  bindReminders(on, modules.reminders)
  bindFiles(on, modules.files)
  bindDictionaries(on, modules.dictionaries)
  bindOperationLog(on, modules.operationLog)
}
