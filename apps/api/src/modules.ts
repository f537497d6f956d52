import type { Context } from './context.ts'
import type { Bind } from './domain/bind.ts'
import { bindFactors } from './modules/accounts/factor-routes.ts'
import { bindAccounts } from './modules/accounts/routes.ts'
import { createAccounts } from './modules/accounts/service.ts'
import { bindAgreements } from './modules/agreements/routes.ts'
import { createAgreements, type Limits } from './modules/agreements/service.ts'
import { bindAttendees } from './modules/attendees/routes.ts'
import { createAttendees } from './modules/attendees/service.ts'
import { bindCalendars } from './modules/calendars/routes.ts'
import { createCalendars } from './modules/calendars/service.ts'
import { bindConsents } from './modules/consents/routes.ts'
import { createConsents } from './modules/consents/service.ts'
import { bindBudgets } from './modules/budgets/routes.ts'
import { createBudgets, type Budgets } from './modules/budgets/service.ts'
import { bindCaps } from './modules/caps/routes.ts'
import { createCaps, type Caps } from './modules/caps/service.ts'
import { bindDictionaries } from './modules/dictionaries/routes.ts'
import { createDictionaries } from './modules/dictionaries/service.ts'
import { bindExperts } from './modules/experts/routes.ts'
import { createExperts } from './modules/experts/service.ts'
import { createFees } from './modules/fees/service.ts'
import { bindFiles } from './modules/files/routes.ts'
import { createFiles } from './modules/files/service.ts'
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
import { bindOperationLog } from './modules/operation-log/routes.ts'
import { createOperationLog } from './modules/operation-log/service.ts'
import { bindOverviews } from './modules/overviews/routes.ts'
import { createOverviews } from './modules/overviews/service.ts'
import { bindOrganizations } from './modules/organizations/routes.ts'
import { createOrganizations } from './modules/organizations/service.ts'
import { bindPayments } from './modules/payments/routes.ts'
import { createPayments } from './modules/payments/service.ts'
import { bindPersons } from './modules/persons/routes.ts'
import { createPersons } from './modules/persons/service.ts'
import { bindPlans } from './modules/plans/routes.ts'
import { createPlans } from './modules/plans/service.ts'
import { bindProfile } from './modules/profile/routes.ts'
import { createProfile } from './modules/profile/service.ts'
import { bindProjectPictures, bindProjects } from './modules/projects/routes.ts'
import { createProjects } from './modules/projects/service.ts'
import { bindRecognition } from './modules/recognition/routes.ts'
import { createRecognition } from './modules/recognition/service.ts'
import { createWaivers } from './modules/waivers/service.ts'
import { bindListViews } from './modules/list-views/routes.ts'
import { createListViews } from './modules/list-views/service.ts'

/** What caps and budgets say to a signature. They count agreements, so agreements do not import them. */
const createLimits = ({ caps, budgets }: { caps: Caps; budgets: Budgets }): Limits => ({
  hold: caps.hold,
  async requireRoom(trx, { meetingId, expertId }) {
    await caps.requireHeld(trx, meetingId, [expertId], {
      fee: 'attendeeId',
      who: 'attendeeId',
      by: 'expert',
    })
    await budgets.requireFees(trx, meetingId, 'attendeeId')
  },
  requireOfPerson: (trx, attendee) => caps.requireOfPerson(trx, attendee, 'signed'),
})

/** Creates every module with the lower ones that it works with. */
export function createModules(context: Context) {
  const dictionaries = createDictionaries(context)
  const operationLog = createOperationLog(context)
  const files = createFiles(context)
  const messages = createMessages(context)
  const accounts = createAccounts(context)
  const persons = createPersons(context, { accounts, dictionaries })
  const organizations = createOrganizations(context, { accounts, persons, dictionaries, files })
  const experts = createExperts(context, { accounts, files, dictionaries })
  const consents = createConsents(context)
  const listViews = createListViews(context)
  const projects = createProjects(context, { accounts, files, organizations })
  const plans = createPlans(context, { files, dictionaries })
  const intents = createIntents(context, { files })
  accounts.onRegistration(intents.publicitySupport.linkPhone)
  accounts.onRegistration(intents.publicityExecution.linkPhone)
  const fees = createFees(context, { organizations })
  const waivers = createWaivers(context)
  const caps = createCaps(context, { waivers })
  const budgets = createBudgets(context, { projects })
  const limits = createLimits({ caps, budgets })
  const agreements = createAgreements(context, { accounts, files, organizations, experts, messages, limits })
  const attendees = createAttendees(context, {
    experts,
    agreements,
    budgets,
    caps,
    files,
    fees,
    dictionaries,
  })
  const calendars = createCalendars(context)
  const payments = createPayments(context, { agreements, caps, experts, files, organizations, fees })
  const gates = createGates(context, { waivers, caps, budgets })
  const meetingWorkflow = createMeetingWorkflow(context, {
    projects,
    attendees,
    agreements,
    experts,
    gates,
    dictionaries,
  })
  const materials = createMaterials(context, { dictionaries, files })
  const invoices = createInvoices(context, { dictionaries, files })
  const recognition = createRecognition(context, { files, invoices })
  const profile = createProfile(context, { accounts, persons, organizations, experts, messages })
  const overviews = createOverviews(context, { projects })
  return {
    dictionaries,
    operationLog,
    files,
    messages,
    accounts,
    persons,
    organizations,
    experts,
    projects,
    plans,
    intents,
    calendars,
    consents,
    listViews,
    agreements,
    attendees,
    payments,
    budgets,
    caps,
    gates,
    meetingWorkflow,
    overviews,
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
  bindProjects(on, modules.projects)
  bindProjectPictures(on, modules.projects)
  bindPlans(on, modules.plans)
  bindIntents(on, modules.intents)
  bindBudgets(on, modules.budgets)
  bindCaps(on, modules.caps)
  bindGates(on, modules.gates)
  bindMeetingWorkflow(on, modules.meetingWorkflow)
  bindOverviews(on, modules.overviews)
  bindAttendees(on, modules.attendees)
  bindPayments(on, modules.payments)
  bindMaterials(on, modules.materials)
  bindInvoices(on, modules.invoices)
  bindRecognition(on, modules.recognition)
  bindCalendars(on, modules.calendars)
  bindConsents(on, modules.consents)
  bindListViews(on, modules.listViews)
  bindAgreements(on, modules.agreements)
  bindMessages(on, modules.messages)
  bindFiles(on, modules.files)
  bindDictionaries(on, modules.dictionaries)
  bindOperationLog(on, modules.operationLog)
}
