// Engine: embedded
// Slow
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { operations } from '@consilium/contract/routes.ts'
import type { Route } from '@consilium/contract/route.ts'
import { sealRoutes } from '@consilium/contract/seals.ts'
import { startApi } from './harness.ts'
import { openWorld, seasonClock } from './meeting-world.ts'
import { startOcrServer } from './ocr-server.ts'
import * as accounts from './writing/accounts.ts'
import * as agreements from './writing/agreements.ts'
import * as meetings from './writing/meetings.ts'
import * as people from './writing/people.ts'
import * as projects from './writing/projects.ts'

const KEY = 'key-between-services'
const ocr = await startOcrServer(KEY)
const api = await startApi({
  clock: seasonClock,
  env: { METRICS_PORT: '0', OCR_URL: ocr.url, OCR_API_KEY: KEY },
})
after(async () => {
  await api.close()
  await ocr.close()
})
const admin = await api.admin()
const world = await openWorld(api)
const { manager, executor, sponsor } = world

const writing = operations.filter(({ route }) => route.method !== 'GET')

/** Method and path of the routes that the service itself says it answered with success. */
async function succeeded(): Promise<Set<string>> {
  const text = await (await fetch(api.app.metricsUrl!)).text()
  const counts = text.matchAll(
    /^http_request_duration_seconds_count\{method="(\w+)",route="([^"]+)",status="2xx"\}/gm,
  )
  return new Set([...counts].map(([, method, path]) => `${method} ${path}`))
}

const scenes: Record<string, () => Promise<unknown>> = {
  'own accounts': () => accounts.ownAccounts(api),
  'accounts of others': () => accounts.managedAccounts(api, admin),
  'an authenticator app': () => accounts.authenticatorApp(api),
  passkeys: () => accounts.passkeys(api),
  consents: () => accounts.consents(api),
  'views of lists': () => accounts.listViews(api),
  dictionaries: () => accounts.dictionaries(admin),
  organizations: () => people.organizations(manager),
  'settings of an organization': () => people.settingsOf(manager, executor.orgId),
  persons: () => people.persons(executor),
  experts: () => people.experts(api, manager),
  projects: () => projects.projects(api, manager),
  plans: () => projects.plans(manager),
  intents: () => projects.intents(api, manager, sponsor),
  meetings: () => meetings.meetings(world),
  budgets: () => meetings.budgets(api, world),
  invitations: () => meetings.invitations(world),
  materials: () => meetings.materials(world),
  recognition: () => meetings.recognition(world),
  templates: () => agreements.templates(world),
  async 'agreements, seals and payments'() {
    await people.seals(executor)
    const { attendeeId } = await agreements.signing(world)
    await agreements.payments(world, attendeeId)
    await executor.call(sealRoutes.remove, { params: { orgId: executor.orgId } })
  },
  'differences of cash': () => agreements.differences(api),
  policies: () => meetings.policies(world, admin),
  async exports() {
    for (const { name, route } of writing)
      if (name.endsWith('.export')) {
        const by = Array.isArray(route.access) && !route.access.includes('admin') ? manager : admin
        assert.equal((await by.attempt<Route>(route, { body: {} } as never)).status, 200, name)
      }
  },
}

for (const [name, play] of Object.entries(scenes))
  it(`SEC-34: every write of a scene is answered: ${name}`, async () => void (await play()))

it('SEC-34: the scenes called every route of the contract that writes, each with success', async () => {
  const done = await succeeded()
  const left = writing
    .filter(
      ({ route }) => !done.has(`${route.method} ${BASE_PATH}${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    )
    .map(({ name, route }) => `${name}: ${route.method} ${route.path}`)
  assert.deepEqual(left, [])
})
