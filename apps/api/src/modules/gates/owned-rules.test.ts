// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { capRoutes } from '@consilium/contract/caps/caps.ts'
import { gateRoutes, type GateRule } from '@consilium/contract/gates/gate-routes.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { sql } from 'kysely'
import { freshPhone, startApi, type MainAccount, type User } from '../../../test/harness.ts'
import { openWorld, SCHEDULED, seasonClock } from '../../../test/meeting-world.ts'

const api = await startApi({ clock: seasonClock })
after(() => api.close())
const world = await openWorld(api)
const { manager, executor, sponsor: first } = world
const second = await api.sponsor()
const admin = await api.admin()
const compliance = await api.person(first, 'compliance')
const today = seasonClock.today()

async function meetingOf(sponsors: readonly MainAccount[]) {
  const { projectId } = await manager.call(projectRoutes.create, { body: { projectName: '规则项目' } })
  const params = { projectId: String(projectId) }
  const sponsorAdminUserIds = sponsors.map(({ userId }) => userId)
  await manager.call(projectRoutes.assignSponsors, { params, body: { sponsorAdminUserIds } })
  await manager.call(projectRoutes.assignExecutors, { params, body: { execAdminUserIds: [executor.userId] } })
  const { meetingId } = await world.meeting({ ...SCHEDULED, projectId })
  return { projectId, meetingId }
}

const rule = (check: GateRule['check'], mode: GateRule['mode'], threshold: number | null = null) => ({
  stage: 'inviting' as const,
  check,
  mode,
  threshold,
})
const gatePolicy = (user: User, rules: GateRule[]) =>
  user.call(gateRoutes.createPolicy, { body: { validFrom: today, rules } })
const caps = (user: User, given: object) =>
  user.call(capRoutes.createPolicy, {
    body: { validFrom: today, overlaps: 'off' as const, caps: [], tiers: [], ...given },
  })
const checkIn = async (user: User, meetingId: number, id: string) =>
  (await user.call(gateRoutes.get, { params: { meetingId: String(meetingId) } })).checks.find(
    (check) => check.id === id,
  )
const invite = (meetingId: number, laborFee: string) =>
  executor.attempt(attendeeRoutes.create, {
    body: { meetingId, phone: freshPhone(), name: '何医生', laborFee },
  })

it('SPN-2: what there was belongs to the platform and answers as before', async () => {
  const { rows } = await sql<{ owner: number | null }>`
    select owner_org_id as owner from gate_policy union all select owner_org_id from cap_policy`.execute(
    api.db,
  )
  assert.deepEqual([...new Set(rows.map(({ owner }) => owner))], [null])
  const { meetingId } = await meetingOf([first])
  const gate = await manager.call(gateRoutes.get, { params: { meetingId: String(meetingId) } })
  assert.deepEqual(
    gate.checks.map(({ id, mode, owners }) => [id, mode, owners.map(({ kind }) => kind)]),
    [['invitation', 'warn', ['platform']]],
  )
})

it('SPN-2: for a meeting of two sponsors the strictest rule holds, and says whose it is to those who may know', async () => {
  const [alone, shared] = [await meetingOf([second]), await meetingOf([first, second])]
  await gatePolicy(compliance, [rule('invitation', 'block'), rule('budget', 'warn')])
  await gatePolicy(second, [rule('invitation', 'off'), rule('budget', 'block')])
  const owners = async (user: User, check: string) =>
    (await checkIn(user, shared.meetingId, check))?.owners.map(({ kind, orgName }) => [kind, orgName])
  assert.deepEqual(await owners(manager, 'invitation'), [['sponsor', first.orgName]])
  assert.deepEqual(await owners(manager, 'budget'), [['sponsor', second.orgName]])
  assert.deepEqual(await owners(compliance, 'invitation'), [['sponsor', first.orgName]])
  assert.deepEqual(await owners(compliance, 'budget'), [['sponsor', null]])
  assert.deepEqual(await owners(executor, 'invitation'), [['sponsor', null]])
  const modes = async (meetingId: number) => [
    (await checkIn(manager, meetingId, 'invitation'))?.mode,
    (await checkIn(manager, meetingId, 'budget'))?.mode,
  ]
  assert.deepEqual(await modes(shared.meetingId), ['block', 'block'])
  assert.deepEqual(await modes(alone.meetingId), ['warn', 'block'])
  const moved = await executor.attempt(meetingRoutes.changeStage, {
    body: { meetingId: shared.meetingId, currentStage: 'inviting' },
  })
  assert.deepEqual([moved.status, moved.error?.error], [409, 'GATE_NOT_MET'])
  const messages = moved.error?.details?.map(({ message }) => message) ?? []
  assert.equal(messages.length, 2)
  assert.ok(messages.every((message) => message.includes('（申办方要求）')))
  assert.ok(!JSON.stringify(moved.error).includes(first.orgName))
})

it('SPN-2: the lower tier and the lower cap hold, and a refusal says “sponsor” or “platform” only', async () => {
  await caps(admin, { tiers: [{ highest: '3000.00' }] })
  await caps(first, { tiers: [{ highest: '2000.00' }] })
  await caps(second, {
    tiers: [{ highest: '2500.00' }],
    caps: [{ scope: 'sponsor', period: 'calendarYear', measure: 'amount', limit: '1500.00' }],
  })
  const [ofFirst, ofSecond, shared] = [
    await meetingOf([first]),
    await meetingOf([second]),
    await meetingOf([first, second]),
  ]
  const told = async (meetingId: number, fee: string) => {
    const { status, error } = await invite(meetingId, fee)
    return status === 200 ? 'invited' : `${error?.error} ${error?.details?.[0]?.message ?? error?.msg}`
  }
  const outside = await meetingOf([])
  assert.match(await told(outside.meetingId, '3000.01'), /^FEE_OVER_TIER 按平台的标准.*3,000\.00/)
  assert.equal(await told(outside.meetingId, '3000.00'), 'invited')
  assert.match(await told(ofFirst.meetingId, '2000.01'), /^FEE_OVER_TIER 按申办方的标准.*2,000\.00/)
  assert.equal(await told(ofFirst.meetingId, '2000.00'), 'invited')
  assert.match(await told(shared.meetingId, '2000.01'), /^FEE_OVER_TIER 按申办方的标准.*2,000\.00/)
  assert.match(await told(shared.meetingId, '1500.01'), /^CAP_EXCEEDED .*申办方规定的劳务上限/)
  assert.equal(await told(ofSecond.meetingId, '1500.00'), 'invited')
})

it('SPN-2 SPN-1: a sponsor reads the figures of caps for its own projects only', async () => {
  await caps(first, {
    caps: [{ scope: 'sponsor', period: 'calendarYear', measure: 'amount', limit: '1000.00' }],
  })
  const expert = await world.expert({ name: '近上限医生' }, null)
  for (const [sponsors, laborFee] of [
    [[first], '900.00'],
    [[second], '777.31'],
  ] as const) {
    const { meetingId } = await meetingOf(sponsors)
    await world.attendee(meetingId, { phone: expert.phone, laborFee })
  }
  const near = await compliance.call(capRoutes.near, {})
  assert.deepEqual(
    near.filter(({ name }) => name === '近上限医生').map(({ used, orgName }) => [used, orgName]),
    [['900.00', first.orgName]],
  )
  assert.ok(near.every(({ orgName }) => orgName === first.orgName))
})

it('SPN-2: rules are written by their owner, previewed before, and read by nobody of another sponsor', async () => {
  for (const user of [
    manager,
    executor,
    await api.person(first, 'finance'),
    await api.person(first, 'supervisor'),
  ])
    assert.equal(
      (await user.attempt(gateRoutes.createPolicy, { body: { validFrom: today, rules: [] } })).status,
      403,
    )
  const beyond = await compliance.attempt(capRoutes.createPolicy, {
    body: {
      validFrom: today,
      overlaps: 'off',
      tiers: [],
      caps: [{ scope: 'platform', period: 'calendarYear', measure: 'count', limit: '1' }],
    },
  })
  assert.deepEqual(
    [beyond.status, beyond.error?.error, beyond.error?.details?.[0]?.field],
    [400, 'CAP_SCOPE_BEYOND', 'caps.0.scope'],
  )
  const past = await compliance.attempt(gateRoutes.createPolicy, {
    body: { validFrom: '2026-01-01', rules: [rule('invitation', 'block')] },
  })
  assert.deepEqual([past.status, past.error?.error], [400, 'DAY_PAST'])
  const seen = await second.call(gateRoutes.listPolicies, { query: { pageSize: 100 } })
  assert.deepEqual(
    [...new Set(seen.rows.map(({ owner }) => owner.orgId))].toSorted((a, b) => (a ?? 0) - (b ?? 0)),
    [null, second.orgId],
  )
  assert.equal(seen.rows.filter(({ isInForce }) => isInForce).length, 2)
  const [own, foreign] = [await meetingOf([first]), await meetingOf([second])]
  const preview = await compliance.call(gateRoutes.previewPolicy, {
    body: { validFrom: today, rules: [rule('signatures', 'block'), rule('schedule', 'block')] },
  })
  const held = new Map(preview.meetings.map(({ meetingId, checks }) => [meetingId, checks]))
  assert.ok(!held.has(foreign.meetingId))
  assert.deepEqual(held.get(own.meetingId), ['signatures'], 'the time is set, and nobody has signed')
  const { meetingId } = await meetingOf([first])
  await world.attendee(meetingId, { laborFee: '800.00' })
  const tiers = [{ highest: '700.00' }]
  const effect = await compliance.call(capRoutes.previewPolicy, {
    body: { validFrom: today, overlaps: 'off', caps: [], tiers },
  })
  assert.deepEqual(effect.meetings.find((each) => each.meetingId === meetingId)?.checks, ['tiers'])
  assert.equal(
    (await checkIn(compliance, meetingId, 'tiers'))?.met ?? true,
    true,
    'a preview changes nothing',
  )
})
