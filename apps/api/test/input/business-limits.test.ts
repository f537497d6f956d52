// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { calendarRoutes } from '@consilium/contract/calendars/calendars.ts'
import { capRoutes } from '@consilium/contract/caps/caps.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { sealRoutes } from '@consilium/contract/signing/seals.ts'
import { startApi } from '../harness.ts'
import { openWorld, seasonClock } from '../meeting-world.ts'
import { refusalOf } from '../outcomes.ts'

const CODES_A_DAY = 3

const api = await startApi({ clock: seasonClock, env: { SMS_PER_DAY: String(CODES_A_DAY) } })
after(() => api.close())
const world = await openWorld(api)
const { executor } = world
const admin = await api.admin()

/** Ids that no record has. */
const unknownIds = (count: number) => Array.from({ length: count }, (_none, n) => 900_000_000_000_000 + n)
const tiers = (count: number) =>
  Array.from({ length: count }, (_none, n) => ({ minutes: n + 1, highest: '3000.00' }))
const caps = (count: number) =>
  Array.from({ length: count }, (_none, n) => ({
    scope: 'platform' as const,
    period: 'calendarYear' as const,
    measure: 'amount' as const,
    limit: `${n + 1}000.00`,
  }))
const policy = (given: object) =>
  admin.attempt(capRoutes.createPolicy, {
    body: { validFrom: seasonClock.today(), overlaps: 'off', caps: [], tiers: [], ...given },
  })

interface Length {
  title: string
  most: number
  field: string
  send: (count: number) => Promise<Parameters<typeof refusalOf>[0]>
}

const LENGTHS: Length[] = [
  {
    title: 'a request names 200 records',
    most: 200,
    field: 'attendeeIds',
    send: (count) => executor.attempt(attendeeRoutes.remind, { body: { attendeeIds: unknownIds(count) } }),
  },
  {
    title: '50 agreements are sealed at once',
    most: 50,
    field: 'attendeeIds',
    send: (count) => executor.attempt(sealRoutes.seal, { body: { attendeeIds: unknownIds(count) } }),
  },
  { title: 'a version of caps has 20 caps', most: 20, field: 'caps', send: (n) => policy({ caps: caps(n) }) },
  { title: 'and 200 fee tiers', most: 200, field: 'tiers', send: (n) => policy({ tiers: tiers(n) }) },
]

describe('ASVS 2.3.2: limits of what is asked for at once', () => {
  for (const { title, most, field, send } of LENGTHS)
    it(`ASVS 2.3.2: ${title}, and not one more`, async () => {
      const within = refusalOf(await send(most))
      assert.notEqual(within.error, 'VALIDATION_FAILED', `${most}`)
      const beyond = refusalOf(await send(most + 1))
      assert.deepEqual([beyond.status, beyond.error], [400, 'VALIDATION_FAILED'], `${most + 1}`)
      assert.ok(beyond.fields?.some((each) => each.startsWith(field)))
    })

  it('ASVS 2.3.2: a body has 64 KiB without a session and 1 MiB with one, and not a byte more', async () => {
    const empty = JSON.stringify({ description: '' }).length
    const send = async (path: string, bytes: number, token?: string) => {
      const body = JSON.stringify({ description: 'x'.repeat(bytes - empty) })
      const headers = { 'content-type': 'application/json' }
      return (await api.raw(path, { method: 'POST', headers, body, ...(token ? { token } : {}) })).status
    }
    const { path } = accountRoutes.login
    assert.deepEqual([await send(path, 65_536), await send(path, 65_537)], [400, 413])
    const { token } = world.manager
    const project = projectRoutes.create.path
    assert.deepEqual(
      [await send(project, 1_048_576, token), await send(project, 1_048_577, token)],
      [400, 413],
    )
  })
})

describe('ASVS 2.3.2: limits of what is done and answered', () => {
  it('ASVS 2.3.2: everybody together gets as many codes a day as the setting says, and not one more', async () => {
    const send = (n: number) =>
      api.anonymous.attempt(accountRoutes.smsCode, { body: { phone: `1391234560${n}` } })
    for (let n = 0; n < CODES_A_DAY; n++) assert.equal((await send(n)).status, 200)
    assert.equal((await send(CODES_A_DAY)).status, 429)
  })

  it('ASVS 2.3.2: a calendar has the 200 next meetings', async () => {
    const expert = await world.expert()
    const meetingIds = await world.meetings(201, { scheduleStartTime: '2026-12-05 09:00:00' })
    await world.attendees(meetingIds.slice(0, 200), '1000', { phone: expert.phone })
    const { address } = await expert.call(calendarRoutes.renewFeed, {})
    const counted = async () => {
      const text = await (await fetch(new URL(new URL(address).pathname, api.baseUrl))).text()
      return text.split('BEGIN:VEVENT').length - 1
    }
    assert.equal(await counted(), 200)
    await world.attendees(meetingIds.slice(200), '1000', { phone: expert.phone })
    assert.equal(await counted(), 200)
  })

  it('ASVS 2.3.2: a check names 50 records as its evidence, and counts all', async () => {
    await admin.call(gateRoutes.createPolicy, {
      body: {
        validFrom: seasonClock.today(),
        rules: [{ stage: 'approved', check: 'signatures', mode: 'warn' }],
      },
    })
    const { meetingId } = await world.draft()
    const phones = await world.phones(51)
    const add = (phone: string) =>
      executor.call(attendeeRoutes.create, { body: { meetingId, phone, laborFee: '1000' } })
    const evidence = async () => {
      const { checks } = await executor.call(gateRoutes.get, { params: { meetingId } })
      return checks.find(({ id }) => id === 'signatures')?.evidence.length
    }
    for (const phone of phones.slice(0, 50)) await add(phone)
    assert.equal(await evidence(), 50)
    await add(phones[50]!)
    assert.equal(await evidence(), 50)
  })
})
