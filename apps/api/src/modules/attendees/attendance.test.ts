// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes as routes } from '@consilium/contract/attendees/attendees.ts'
import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import { capRoutes } from '@consilium/contract/caps/caps.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { overviewRoutes } from '@consilium/contract/overviews/overviews.ts'
import { paymentRoutes } from '@consilium/contract/payments/payments.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { SMS_CODE, startApi, type ExpertUser } from '../../../test/harness.ts'
import { drawnSignature, openWorld } from '../../../test/meeting-world.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { refusalOf } from '../../../test/outcomes.ts'

const MINUTE_MS = 60_000
const START = '2026-12-05 09:00:00'
const END = '2026-12-05 12:00:00'
const RACES = 12

const clock = movableClock()
const api = await startApi({ clock })
after(() => api.close())
const world = await openWorld(api)
const { manager, executor } = world
const admin = await api.admin()

type Caps = Parameters<typeof admin.call<typeof capRoutes.createPolicy>>[1]['body']['caps']
const setCaps = (caps: Caps, overlaps: 'block' | 'off' = 'off') =>
  admin.call(capRoutes.createPolicy, { body: { validFrom: clock.today(), overlaps, caps, tiers: [] } })
const platform = (limit: string): Caps => [
  { scope: 'platform', period: 'calendarYear', measure: 'amount', limit },
]
const inMinutes = (minutes: number) => clock.wire(new Date(clock.now().getTime() + minutes * MINUTE_MS))

async function openProject(): Promise<number> {
  const { projectId } = await manager.call(projectRoutes.create, { body: { projectName: '邀请与计数' } })
  const execAdminUserIds = [executor.userId]
  await manager.call(projectRoutes.assignExecutors, { params: { projectId }, body: { execAdminUserIds } })
  return projectId
}
const meetingAt = (projectId: number, given: Parameters<typeof world.meeting>[0] = {}) =>
  world.meeting({ projectId, scheduleStartTime: START, scheduleEndTime: END, ...given })
const invite = (meetingId: number, { phone }: ExpertUser, laborFee = '1000') =>
  executor.attempt(routes.create, { body: { meetingId, phone, laborFee } })
const joined = async (meetingId: number, expert: ExpertUser, laborFee = '1000') => {
  const { data } = await invite(meetingId, expert, laborFee)
  return data.attendeeId
}
const accept = (expert: ExpertUser, attendeeId: number) =>
  expert.attempt(routes.reply, { body: { attendeeId, reply: 'accepted' } })
const decline = (expert: ExpertUser, attendeeId: number) =>
  expert.attempt(routes.reply, { body: { attendeeId, reply: 'declined', reason: '门诊冲突' } })
const person = (name: string) => world.expert({ name }, null)

/** A meeting with an expert in each of the five states. */
async function everyState() {
  const projectId = await openProject()
  const { meetingId } = await meetingAt(projectId, { invitationDeadline: inMinutes(1), laborBudget: '2000' })
  const [accepted, declined, expired, removed, invited] = [
    await person('已参加'),
    await person('已谢绝'),
    await person('已逾期'),
    await person('已移除'),
    await person('刚邀请'),
  ]
  const ids = {
    accepted: await joined(meetingId, accepted),
    declined: await joined(meetingId, declined),
    expired: await joined(meetingId, expired),
    removed: await joined(meetingId, removed),
  }
  assert.equal((await accept(accepted, ids.accepted)).status, 200)
  assert.equal((await decline(declined, ids.declined)).status, 200)
  await executor.call(routes.remove, { params: { attendeeId: String(ids.removed) } })
  clock.advance(2 * MINUTE_MS)
  // An invitation that is sent after the deadline is not over when it arrives.
  const late = await joined(meetingId, invited)
  const experts = { accepted, declined, expired, removed, invited }
  return { projectId, meetingId, experts, ids: { ...ids, invited: late } }
}

describe('GATE-4: an invitation that was declined, has expired or was removed counts nowhere', () => {
  it('GATE-4: each of the five states, in each place that counts', async () => {
    await setCaps([])
    const { projectId, meetingId, experts, ids } = await everyState()
    const { rows } = await executor.call(routes.list, { query: { meetingId } })
    assert.deepEqual(Object.fromEntries(rows.map(({ name, attendance }) => [name, attendance])), {
      已参加: 'accepted',
      已谢绝: 'declined',
      已逾期: 'expired',
      刚邀请: 'invited',
    })

    const summary = await executor.call(routes.summary, { query: { meetingId } })
    assert.deepEqual([summary.attendeeCount, summary.toSignCount, summary.payableAmount], [2, 2, '2000.00'])
    const meeting = await manager.call(meetingRoutes.get, { params: { meetingId } })
    assert.equal(meeting.attendeeCount, 2)

    await admin.call(gateRoutes.createPolicy, {
      body: {
        validFrom: clock.today(),
        rules: (['signatures', 'feesWithinBudget', 'conflicts', 'attendeePhotos'] as const).map((check) => ({
          stage: 'inviting' as const,
          check,
          mode: 'warn' as const,
        })),
      },
    })
    const gate = await executor.call(gateRoutes.get, { params: { meetingId } })
    const names = Object.fromEntries(
      gate.checks.map(({ id, evidence }) => [id, evidence.map(({ name }) => name)]),
    )
    const both = ['已参加', '刚邀请']
    assert.deepEqual(names, {
      signatures: both,
      feesWithinBudget: [],
      conflicts: both,
      attendeePhotos: both,
    })

    const { rows: due } = await executor.call(paymentRoutes.due, { query: { meetingId } })
    assert.deepEqual(due.map(({ name }) => name).toSorted(), both.toSorted())

    const attendeeIds = [ids.accepted, ids.declined, ids.expired, ids.invited]
    const reminded = await executor.call(routes.remind, { body: { attendeeIds } })
    const due2 = reminded.filter(({ outcome }) => outcome !== 'notDue').map(({ attendeeId }) => attendeeId)
    assert.deepEqual(due2, [ids.accepted, ids.invited])

    const overview = await manager.call(overviewRoutes.project, { params: { projectId } })
    assert.equal(overview.fees.committed, '2000.00')
    assert.equal(overview.meetings[0]?.attendeeCount, 2)
    await manager.call(budgetRoutes.plan, { body: { projectId, category: 'labor', amount: '2000' } })
    const money = await manager.call(budgetRoutes.money, { params: { projectId } })
    assert.deepEqual([money.total.committed, money.total.free], ['2000.00', '0.00'])

    for (const [state, expert] of Object.entries(experts)) {
      const isCounted = state === 'accepted' || state === 'invited'
      const home = await expert.call(overviewRoutes.home, {})
      assert.equal(home.needs.find(({ kind }) => kind === 'signatures')?.count, isCounted ? 1 : 0, state)
      assert.equal(Number(home.earnings?.agreed) > 0, isCounted, state)
      const toSign = await expert.call(routes.list, { query: { toSign: true } })
      assert.equal(toSign.total, isCounted ? 1 : 0, state)
    }
  })

  it('GATE-4: caps and times are free again for those who do not count, and taken for those who do', async () => {
    await setCaps([])
    const { experts } = await everyState()
    await setCaps(platform('1500'), 'block')
    const elsewhere = await openProject()
    for (const [state, expert] of Object.entries(experts)) {
      const isCounted = state === 'accepted' || state === 'invited'
      const { meetingId } = await meetingAt(elsewhere)
      const cheap = await invite(meetingId, expert, '400')
      assert.equal(cheap.error?.error, isCounted ? 'EXPERT_BUSY' : undefined, state)
      const other = await meetingAt(elsewhere, {
        scheduleStartTime: '2026-12-06 09:00:00',
        scheduleEndTime: '2026-12-06 12:00:00',
      })
      const dear = await invite(other.meetingId, expert, '600')
      assert.equal(dear.error?.error, isCounted ? 'CAP_EXCEEDED' : undefined, state)
    }
    await setCaps([])
  })
})

describe('GATE-4: who comes back is asked for as a new invitation', () => {
  it('GATE-4: accepting after a decline, a later deadline and a late signature each ask caps, times and budget again', async () => {
    await setCaps(platform('1500'), 'block')
    const projectId = await openProject()
    const expert = await person('两头请')
    const first = await meetingAt(projectId, { invitationDeadline: inMinutes(6) })
    const attendeeId = await joined(first.meetingId, expert)
    await decline(expert, attendeeId)
    const second = await meetingAt(projectId)
    const other = await joined(second.meetingId, expert, '1500')
    const busy = await accept(expert, attendeeId)
    assert.deepEqual(refusalOf(busy), { status: 409, error: 'EXPERT_BUSY', fields: ['reply'] })
    await setCaps(platform('1500'))
    assert.equal((await accept(expert, attendeeId)).error?.error, 'CAP_EXCEEDED')
    await executor.call(routes.remove, { params: { attendeeId: String(other) } })
    await manager.call(budgetRoutes.plan, { body: { projectId, category: 'labor', amount: '999.99' } })
    assert.equal((await accept(expert, attendeeId)).error?.error, 'BUDGET_EXCEEDED')
    assert.equal((await executor.call(routes.get, { params: { attendeeId } })).attendance, 'declined')
    await setCaps([])
  })

  it('GATE-4: a deadline that is put off, or a signature after it, brings an expert back only where there is room', async () => {
    await setCaps(platform('1500'))
    const projectId = await openProject()
    const expert = await world.expert({ name: '逾期后签' })
    const deadline = inMinutes(1)
    const first = await meetingAt(projectId, { invitationDeadline: deadline })
    const attendeeId = await joined(first.meetingId, expert)
    clock.advance(2 * MINUTE_MS)
    const second = await meetingAt(projectId)
    const other = await joined(second.meetingId, expert, '600')

    const later = { meetingId: first.meetingId, version: first.version, invitationDeadline: inMinutes(5) }
    const putOff = () => manager.attempt(meetingRoutes.update, { body: later })
    assert.deepEqual(refusalOf(await putOff()), {
      status: 409,
      error: 'CAP_EXCEEDED',
      fields: ['invitationDeadline'],
    })
    await world.drawUp(expert, attendeeId)
    const body = { attendeeId, handsign: drawnSignature(), smsCode: SMS_CODE, consent: true as const }
    const signed = await expert.attempt(agreementRoutes.sign, { body })
    assert.deepEqual(refusalOf(signed), { status: 409, error: 'CAP_EXCEEDED', fields: ['attendeeId'] })
    const unsigned = await expert.call(routes.get, { params: { attendeeId } })
    assert.deepEqual([unsigned.attendance, unsigned.signatureStatus], ['expired', 'unsigned'])

    await executor.call(routes.remove, { params: { attendeeId: String(other) } })
    clock.advance(MINUTE_MS)
    await world.sign(expert, attendeeId)
    const seen = await expert.call(routes.get, { params: { attendeeId } })
    assert.deepEqual([seen.attendance, seen.reply], ['accepted', null])
    assert.equal((await invite(second.meetingId, expert, '600')).error?.error, 'CAP_EXCEEDED')
    await setCaps([])
  })
})

describe('GATE-4: races of declining', () => {
  it('GATE-4: while an expert declines and takes it back, invitations fill exactly the cap', async () => {
    await setCaps(platform('3000'))
    const projectId = await openProject()
    const expert = await person('反复答复')
    const own = await meetingAt(projectId)
    const attendeeId = await joined(own.meetingId, expert)
    const places = await Promise.all(Array.from({ length: RACES }, () => meetingAt(projectId)))
    const runs = places.map(({ meetingId }, at) =>
      Promise.all([invite(meetingId, expert), (at % 2 === 0 ? decline : accept)(expert, attendeeId)]),
    )
    const answers = await Promise.all(runs)
    const statuses = answers.flat().map(({ status }) => status)
    assert.ok(
      statuses.every((status) => status === 200 || status === 409),
      statuses.join(' '),
    )
    // Whatever the last answer was, what is left is taken by a further invitation.
    const more = await meetingAt(projectId)
    await invite(more.meetingId, expert)
    const { rows } = await executor.call(routes.list, { query: { name: '反复答复', pageSize: 50 } })
    const counted = rows.filter(({ attendance }) => attendance === 'accepted' || attendance === 'invited')
    assert.equal(counted.length, 3)
    await setCaps([])
  })

  it('GATE-4: declines and returns of many at once never take the fees of a project beyond its budget', async () => {
    const projectId = await openProject()
    const experts = await Promise.all(Array.from({ length: 6 }, (_, at) => person(`预算${at}`)))
    const { meetingId } = await meetingAt(projectId)
    const ids: number[] = []
    for (const expert of experts) ids.push(await joined(meetingId, expert))
    await Promise.all(experts.map((expert, at) => decline(expert, ids[at]!)))
    await manager.call(budgetRoutes.plan, { body: { projectId, category: 'labor', amount: '3000' } })
    const back = await Promise.all(experts.map((expert, at) => accept(expert, ids[at]!)))
    assert.equal(back.filter(({ status }) => status === 200).length, 3)
    const money = await manager.call(budgetRoutes.money, { params: { projectId } })
    assert.equal(money.total.committed, '3000.00')
  })
})
