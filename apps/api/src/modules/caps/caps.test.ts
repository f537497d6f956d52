// Engine: postgres
import assert from 'node:assert/strict'
import { after, beforeEach, describe, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { capRoutes as routes } from '@consilium/contract/caps/caps.ts'
import type { CallInput } from '@consilium/contract/client.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { MEETING_STAGES, meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { startApi, type ExpertUser, type User } from '../../../test/harness.ts'
import { openWorld, seasonClock } from '../../../test/meeting-world.ts'
import { refusalOf } from '../../../test/outcomes.ts'

type PolicyBody = CallInput<typeof routes.createPolicy>['body']

const api = await startApi({ clock: seasonClock })
after(() => api.close())
const world = await openWorld(api)
const { manager, executor, rival } = world
const admin = await api.admin()
const today = seasonClock.today()

const setPolicy = (given: Partial<PolicyBody>) =>
  admin.call(routes.createPolicy, {
    body: { validFrom: today, overlaps: 'off', caps: [], tiers: [], ...given },
  })
const on = (day: string, from = '09:00:00', to = '12:00:00') => ({
  scheduleStartTime: `${day} ${from}`,
  scheduleEndTime: `${day} ${to}`,
})
const invite = (user: User, meetingId: number, phone: string, laborFee = '3000') =>
  user.attempt(attendeeRoutes.create, { body: { meetingId, phone, laborFee } })
const stateOf = async (user: User, { expertId }: ExpertUser, meetingId: number) =>
  (await user.call(routes.state, { query: { expertIds: String(expertId), meetingId } }))[0]?.state

beforeEach(() => setPolicy({}))

describe('CAP-2 CAP-3: caps', () => {
  it('CAP-2: a cap of a calendar year counts by the date of the meeting, and refuses what goes beyond it', async () => {
    await setPolicy({
      caps: [{ scope: 'platform', period: 'calendarYear', measure: 'amount', limit: '10000' }],
    })
    const expert = await world.expert({}, null)
    const [first, second, next] = [
      await world.meeting(on('2026-12-01')),
      await world.meeting(on('2026-12-02')),
      await world.meeting(on('2027-01-05')),
    ]
    const { data } = await invite(executor, first.meetingId, expert.phone, '8000')
    const refused = await invite(executor, second.meetingId, expert.phone, '2000.01')
    assert.deepEqual(refusalOf(refused), { status: 409, error: 'CAP_EXCEEDED', fields: ['laborFee'] })
    assert.doesNotMatch(JSON.stringify(refused.error), /8000|10000/)
    assert.equal((await invite(executor, next.meetingId, expert.phone, '9000')).status, 200)
    assert.equal((await invite(executor, second.meetingId, expert.phone, '2000')).status, 200)
    const raise = { attendeeId: data.attendeeId, version: data.version, laborFee: '8000.01' }
    assert.equal(
      refusalOf(await executor.attempt(attendeeRoutes.update, { body: raise })).error,
      'CAP_EXCEEDED',
    )
    const moved = { meetingId: next.meetingId, version: next.version, ...on('2026-12-30') }
    assert.deepEqual(refusalOf(await executor.attempt(meetingRoutes.update, { body: moved })), {
      status: 409,
      error: 'CAP_EXCEEDED',
      fields: ['scheduleStartTime'],
    })
    const lower = { ...raise, laborFee: '7000' }
    assert.equal((await executor.attempt(attendeeRoutes.update, { body: lower })).status, 200)
  })

  it('CAP-2: a cap of meetings holds in any twelve months, and per executor only for its own', async () => {
    await setPolicy({
      caps: [{ scope: 'executor', period: 'rollingYear', measure: 'count', limit: '2' }],
    })
    const expert = await world.expert({}, null)
    const at = async (day: string, execUserId = executor.userId) =>
      (await world.meeting({ ...on(day), execUserId })).meetingId
    assert.equal((await invite(executor, await at('2026-12-01'), expert.phone)).status, 200)
    assert.equal((await invite(executor, await at('2027-06-01'), expert.phone)).status, 200)
    const between = await at('2027-03-01')
    assert.equal(refusalOf(await invite(executor, between, expert.phone)).error, 'CAP_EXCEEDED')
    assert.equal(
      refusalOf(await invite(executor, await at('2027-11-30'), expert.phone)).error,
      'CAP_EXCEEDED',
    )
    assert.equal((await invite(executor, await at('2027-12-01'), expert.phone)).status, 200)
    assert.equal((await invite(rival, await at('2027-03-01', rival.userId), expert.phone)).status, 200)
  })

  it('CAP-2: two accounts of one person, by the identity number, share the caps', async () => {
    await setPolicy({
      caps: [{ scope: 'sponsor', period: 'calendarYear', measure: 'amount', limit: '5000' }],
    })
    const [one, other] = [await world.expert({}, null), await world.expert({}, null)]
    const identify = async ({ expertId }: ExpertUser, idCardNo: string) => {
      const { version } = await manager.call(expertRoutes.get, { params: { expertId } })
      await manager.call(expertRoutes.update, { body: { expertId, version, idCardNo } })
    }
    const [first, second] = [await world.meeting(on('2026-12-03')), await world.meeting(on('2026-12-04'))]
    assert.equal((await invite(executor, first.meetingId, one.phone, '4000')).status, 200)
    assert.equal(await stateOf(executor, other, second.meetingId), 'within')
    await identify(one, '11010519491231002X')
    await identify(other, '11010519491231002x')
    assert.equal(await stateOf(executor, other, second.meetingId), 'near')
    assert.equal(
      refusalOf(await invite(executor, second.meetingId, other.phone, '2000')).error,
      'CAP_EXCEEDED',
    )
    await identify(other, '110105199003070017')
    assert.equal((await invite(executor, second.meetingId, other.phone, '2000')).status, 200)
  })

  it('CAP-3: an executor learns within, near or blocked and no figure; compliance sees who is near, with the figures', async () => {
    await setPolicy({
      caps: [{ scope: 'platform', period: 'calendarYear', measure: 'amount', limit: '10000' }],
    })
    const expert = await world.expert({ name: '近上限' }, null)
    const meeting = await world.meeting(on('2026-12-05'))
    const elsewhere = await world.meeting({ ...on('2026-12-06'), execUserId: rival.userId })
    assert.equal(await stateOf(executor, expert, meeting.meetingId), 'within')
    await invite(rival, elsewhere.meetingId, expert.phone, '8000')
    const answer = await executor.call(routes.state, {
      query: { expertIds: String(expert.expertId), meetingId: meeting.meetingId },
    })
    assert.deepEqual(answer, [{ expertId: expert.expertId, state: 'near' }])
    const byPhone = (phone: string) =>
      executor.call(routes.state, { query: { phone, meetingId: meeting.meetingId } })
    assert.deepEqual(await byPhone(expert.phone), [{ expertId: null, state: 'near' }])
    assert.deepEqual(await byPhone('10999999999'), [{ expertId: null, state: 'within' }])
    const found = (await manager.call(routes.near, {})).find(({ expertId }) => expertId === expert.expertId)
    assert.deepEqual([found?.used, found?.limit, found?.state], ['8000.00', '10000', 'near'])
    assert.equal((await executor.attempt(routes.near, {})).status, 403)
    await invite(executor, meeting.meetingId, expert.phone, '2000')
    const later = await world.meeting(on('2026-12-07'))
    assert.equal(await stateOf(executor, expert, later.meetingId), 'blocked')
    const foreign = await executor.attempt(routes.state, {
      query: { expertIds: String(expert.expertId), meetingId: elsewhere.meetingId },
    })
    assert.equal(foreign.status, 404)
  })
})

describe('CAP-1 CAP-4: tiers and times', () => {
  const askAhead = (meetingId: number, body: object) =>
    executor.attempt(gateRoutes.askWaiver, {
      body: { meetingId, check: 'tiers', reason: '国外特邀讲者', ...body } as never,
    })
  const approve = ({ waiverId, version }: { waiverId: number; version: number }) =>
    manager.call(gateRoutes.decideWaiver, { body: { waiverId, version, status: 'approved' } })

  it('CAP-1: the tier of title or post, service type and length limits a fee; above it somebody else approves', async () => {
    await setPolicy({
      tiers: [
        { title: '主任医师', highest: '2000' },
        { title: '主任医师', laborForm: 'lecture', minutes: 60, highest: '3000' },
        { title: '主任医师', laborForm: 'lecture', highest: '5000' },
        { post: '分会主任委员', laborForm: 'lecture', minutes: 60, highest: '4000' },
      ],
    })
    const expert = await world.expert({ title: '主任医师' }, null)
    const { meetingId } = await world.meeting(on('2026-12-08', '09:00:00', '10:00:00'))
    const refused = await invite(executor, meetingId, expert.phone, '3000.01')
    assert.deepEqual(refusalOf(refused), { status: 409, error: 'FEE_OVER_TIER', fields: ['laborFee'] })
    assert.match(refused.error?.msg ?? '', /3000/)
    await manager.call(routes.setPost, {
      body: { expertId: expert.expertId, associationPost: '分会主任委员' },
    })
    assert.equal((await invite(executor, meetingId, expert.phone, '4000')).status, 200)
    const long = await world.meeting(on('2026-12-09', '09:00:00', '10:01:00'))
    assert.equal((await invite(executor, long.meetingId, expert.phone, '5000')).status, 200)

    const more = await world.meeting(on('2026-12-10', '09:00:00', '10:00:00'))
    const asked = await askAhead(more.meetingId, { expertId: expert.expertId, laborFee: '6000' })
    assert.equal(asked.status, 200)
    assert.equal(
      refusalOf(await invite(executor, more.meetingId, expert.phone, '6000')).error,
      'FEE_OVER_TIER',
    )
    await approve(asked.data)
    assert.equal(
      refusalOf(await invite(executor, more.meetingId, expert.phone, '6000.01')).error,
      'FEE_OVER_TIER',
    )
    assert.equal((await invite(executor, more.meetingId, expert.phone, '6000')).status, 200)

    const last = await world.meeting(on('2026-12-17', '09:00:00', '10:00:00'))
    const byPhone = (phone: string) =>
      executor.attempt(gateRoutes.askWaiver, {
        body: { meetingId: last.meetingId, check: 'tiers', reason: '国际会议', phone, laborFee: '7000' },
      })
    assert.deepEqual(refusalOf(await byPhone('10987650000')), {
      status: 404,
      error: 'NOT_FOUND',
      fields: ['phone'],
    })
    const known = await byPhone(expert.phone)
    assert.equal(known.data.expertId, expert.expertId)
    await approve(known.data)
    assert.equal((await invite(executor, last.meetingId, expert.phone, '7000')).status, 200)
  })

  it('CAP-1: a tier of the service type precedes one for any, also where it is lower', async () => {
    await setPolicy({
      tiers: [
        { title: '主任医师', highest: '9000' },
        { title: '主任医师', laborForm: 'lecture', highest: '3000' },
      ],
    })
    const expert = await world.expert({ title: '主任医师' }, null)
    const [talk, advice] = [await world.meeting(on('2026-12-22')), await world.meeting(on('2026-12-23'))]
    const inviteFor = (meetingId: number, laborForm: 'lecture' | 'consulting', laborFee: string) =>
      executor.attempt(attendeeRoutes.create, {
        body: { meetingId, phone: expert.phone, laborForm, laborFee },
      })
    assert.equal(refusalOf(await inviteFor(talk.meetingId, 'lecture', '3000.01')).error, 'FEE_OVER_TIER')
    assert.equal((await inviteFor(talk.meetingId, 'lecture', '3000')).status, 200)
    assert.equal(refusalOf(await inviteFor(advice.meetingId, 'consulting', '9000.01')).error, 'FEE_OVER_TIER')
    assert.equal((await inviteFor(advice.meetingId, 'consulting', '9000')).status, 200)
  })

  it('CAP-4: an expert is not invited to two meetings at once, unless it is waived or the times only touch', async () => {
    await setPolicy({ overlaps: 'block' })
    const expert = await world.expert({}, null)
    const first = await world.meeting(on('2026-12-11', '09:00:00', '12:00:00'))
    assert.equal((await invite(executor, first.meetingId, expert.phone)).status, 200)
    const touching = await world.meeting(on('2026-12-11', '12:00:00', '13:00:00'))
    assert.equal((await invite(executor, touching.meetingId, expert.phone)).status, 200)
    const over = await world.meeting({ ...on('2026-12-11', '11:59:00', '12:30:00') })
    const refused = await invite(executor, over.meetingId, expert.phone)
    assert.deepEqual(refusalOf(refused), { status: 409, error: 'EXPERT_BUSY', fields: ['phone'] })
    const asked = await askAhead(over.meetingId, { check: 'overlaps', expertId: expert.expertId })
    assert.equal(asked.data.covers.length, 2)
    await approve(asked.data)
    assert.equal((await invite(executor, over.meetingId, expert.phone)).status, 200)
    const day = { meetingId: touching.meetingId, version: touching.version, ...on('2026-12-11') }
    assert.deepEqual(refusalOf(await executor.attempt(meetingRoutes.update, { body: day })), {
      status: 409,
      error: 'EXPERT_BUSY',
      fields: ['scheduleStartTime'],
    })
  })
})

describe('CAP-5: meals and interests', () => {
  it('CAP-5: meals by the head and declared interests are checks of the gate', async () => {
    const expert = await world.expert({}, null)
    const { meetingId } = await world.meeting(on('2026-12-14'))
    await invite(executor, meetingId, expert.phone)
    for (const currentStage of MEETING_STAGES.slice(2, -1))
      await manager.call(meetingRoutes.changeStage, { body: { meetingId, currentStage } })
    await admin.call(gateRoutes.createPolicy, {
      body: {
        validFrom: today,
        rules: (['meals', 'conflicts', 'caps', 'tiers', 'overlaps'] as const).map((check) => ({
          stage: 'closed' as const,
          check,
          mode: 'block' as const,
        })),
      },
    })
    const open = async () =>
      (await manager.call(gateRoutes.get, { params: { meetingId } })).checks
        .filter(({ met }) => !met)
        .map(({ id }) => id)
    const invoice = await executor.call(materialRoutes.meetingInvoice.create, {
      body: { meetingId, expenseCategory: 'meals', totalAmount: '300.01' },
    })
    assert.deepEqual(await open(), ['meals', 'conflicts'])
    await executor.call(materialRoutes.meetingInvoice.update, {
      body: { recordId: invoice.recordId, version: invoice.version, totalAmount: '300.00' },
    })
    assert.equal(await expert.call(routes.ownDeclaration, {}), null)
    const empty = await expert.attempt(routes.declare, { body: { hasConflict: true } })
    assert.deepEqual(refusalOf(empty), { status: 400, error: 'VALIDATION_FAILED', fields: ['statement'] })
    // Nobody can declare for a year that has passed; here a declaration of the year before stands in its row.
    await api.db
      .insertInto('conflict_declaration')
      .values({
        expert_id: expert.expertId,
        year: 2025,
        has_conflict: false,
        statement: null,
        declared_time: '2025-03-01 09:00:00',
      })
      .execute()
    assert.deepEqual(await open(), ['conflicts'], 'of the year before')
    await expert.call(routes.declare, { body: { hasConflict: true, statement: '某药企顾问' } })
    assert.deepEqual(await open(), [])
    const { rows } = await manager.call(routes.listDeclarations, { query: { year: 2026, hasConflict: true } })
    assert.ok(rows.some(({ expertId }) => expertId === expert.expertId))
    const named = async (name: string) =>
      (await manager.call(routes.listDeclarations, { query: { name } })).rows.map(({ expertId }) => expertId)
    assert.ok((await named(expert.name.slice(0, 2))).includes(expert.expertId))
    assert.deepEqual(await named('查无此人'), [])
  })

  it('CAP-1 CAP-2: bad caps and tiers are refused with the field, and nothing is kept', async () => {
    const cap = { scope: 'platform', period: 'calendarYear', measure: 'count', limit: '5' }
    const tier = { title: '主任医师', highest: '3000' }
    const tries: [object, string, string?][] = [
      [{ caps: [{ ...cap, scope: 'world' }] }, 'caps.0.scope'],
      [{ caps: [{ ...cap, limit: '-1' }] }, 'caps.0.limit'],
      [{ caps: [{ ...cap, limit: '2.5' }] }, 'caps.0.limit'],
      [{ caps: [{ ...cap, limit: '1e30' }] }, 'caps.0.limit'],
      [{ caps: [{ ...cap, measure: 'amount', limit: '99999999999' }] }, 'caps.0.limit'],
      [{ tiers: [{ ...tier, highest: '-5' }] }, 'tiers.0.highest'],
      [{ tiers: [{ ...tier, laborForm: 'singing' }] }, 'tiers.0.laborForm'],
      [{ tiers: [{ ...tier, minutes: 0 }] }, 'tiers.0.minutes'],
      [{ overlaps: 'perhaps' }, 'overlaps'],
      [{ validFrom: '2026-01-01' }, 'validFrom', 'DAY_PAST'],
    ]
    const count = async () => (await admin.call(routes.listPolicies, { query: {} })).total
    const before = await count()
    for (const [given, field, error = 'VALIDATION_FAILED'] of tries) {
      const body = { validFrom: today, overlaps: 'off', caps: [], tiers: [], ...given } as PolicyBody
      assert.deepEqual(
        refusalOf(await admin.attempt(routes.createPolicy, { body })),
        { status: 400, error, fields: [field] },
        JSON.stringify(given),
      )
    }
    assert.equal(await count(), before)
  })
})
