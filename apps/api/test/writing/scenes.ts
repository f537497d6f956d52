import assert from 'node:assert/strict'
import { operations } from '@consilium/contract/routes.ts'
import type { Route } from '@consilium/contract/route.ts'
import { sealRoutes } from '@consilium/contract/signing/seals.ts'
import type { Api } from '../harness.ts'
import type { User } from '../harness.ts'
import type { openWorld } from '../meeting-world.ts'
import * as accounts from './accounts.ts'
import * as agreements from './agreements.ts'
import { approvals } from './approvals.ts'
import * as attendance from './attendance.ts'
import * as meetings from './meetings.ts'
import * as notices from './notices.ts'
import * as people from './people.ts'
import * as projects from './projects.ts'

export const writing = operations.filter(({ route }) => route.method !== 'GET')

/** Scenes by name, which together call every route that writes, each with success. */
export const scenesOf = (
  api: Api,
  world: Awaited<ReturnType<typeof openWorld>>,
  admin: User,
  botUrl: string,
): Record<string, () => Promise<unknown>> => {
  const { manager, executor, sponsor } = world
  return {
    'own accounts': () => accounts.ownAccounts(api),
    'accounts of others': () => accounts.managedAccounts(api, admin),
    'an authenticator app': () => accounts.authenticatorApp(api),
    passkeys: () => accounts.passkeys(api),
    consents: () => accounts.consents(api),
    'views of lists': () => accounts.listViews(api),
    'preferences of notices': () => notices.preferences(api),
    approvals: () => approvals(api, admin, manager),
    deliveries: () => notices.deliveries(api, admin),
    'texts of notices': () => notices.templates(api),
    dictionaries: () => accounts.dictionaries(admin),
    organizations: () => people.organizations(manager),
    'settings of an organization': () => people.settingsOf(manager, executor.orgId),
    'bots of groups': () => people.bots(executor, botUrl),
    persons: () => people.persons(executor),
    experts: () => people.experts(api, manager),
    hospitals: () => people.hospitals(manager),
    'clearing codes': () => people.bankBranches(manager),
    dimensions: () => people.dimensions(sponsor),
    projects: () => projects.projects(api, manager),
    plans: () => projects.plans(manager),
    intents: () => projects.intents(api, manager, sponsor),
    meetings: () => meetings.meetings(world),
    budgets: () => meetings.budgets(api, world),
    invitations: () => meetings.invitations(world),
    attendance: () => attendance.attendance(api, world),
    materials: () => meetings.materials(world),
    recognition: () => meetings.recognition(world),
    verification: () => meetings.verification(world),
    templates: () => agreements.templates(world),
    async 'agreements, seals and payments'() {
      await people.seals(executor)
      const { attendeeId } = await agreements.signing(world)
      await agreements.payments(world, attendeeId)
      await executor.call(sealRoutes.remove, { params: { orgId: executor.orgId } })
    },
    'differences of cash': () => agreements.differences(api),
    'payment batches': () => agreements.batches(api),
    'own forms of bank files': () => agreements.bankPresets(api),
    'papers of payments': () => agreements.paymentPapers(api),
    'relief under treaties': () => agreements.reliefs(api),
    policies: () => meetings.policies(world, admin),
    async exports() {
      for (const { name, route } of writing)
        if (name.endsWith('.export')) {
          const by = Array.isArray(route.access) && !route.access.includes('admin') ? manager : admin
          assert.equal((await by.attempt<Route>(route, { body: {} } as never)).status, 200, name)
        }
    },
  }
}
