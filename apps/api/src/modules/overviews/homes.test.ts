// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { MEETING_STAGES, meetingRoutes, type MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { overviewRoutes as routes, type NeedKind } from '@consilium/contract/overviews/overviews.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { startApi, type User } from '../../../test/harness.ts'
import { openWorld, seasonClock } from '../../../test/meeting-world.ts'
import { refusalOf } from '../../../test/outcomes.ts'

const api = await startApi({ clock: seasonClock })
after(() => api.close())
const world = await openWorld(api)
const { manager, executor, sponsor, rival, project } = world

const homeOf = (user: User) => user.call(routes.home, {})
async function needOf(user: User, kind: NeedKind) {
  const found = (await homeOf(user)).needs.find((need) => need.kind === kind)
  return found ?? { kind, count: -1, isExact: false, rows: [] }
}
const titles = async (user: User, kind: NeedKind) => (await needOf(user, kind)).rows.map(({ title }) => title)

/** Moves a meeting on from stage to stage. */
async function moveTo(meetingId: number, to: MeetingStage): Promise<void> {
  const { currentStage } = await manager.call(meetingRoutes.get, { params: { meetingId } })
  const from = MEETING_STAGES.indexOf(currentStage)
  for (const stage of MEETING_STAGES.slice(from + 1, MEETING_STAGES.indexOf(to) + 1))
    await manager.call(meetingRoutes.changeStage, { body: { meetingId, currentStage: stage } })
}

describe('homes', () => {
  it('WEB-22: a manager is told what waits, decides it, and goes on to the next of its kind', async () => {
    const [first, second] = [await api.expert({ name: '待审甲' }), await api.expert({ name: '待审乙' })]
    const { meetingId } = await world.draft({ scheduleStartTime: '2026-12-24 09:00:00' })
    assert.deepEqual(await titles(manager, 'experts'), ['待审甲', '待审乙'])
    const [draft] = (await needOf(manager, 'stages')).rows
    assert.deepEqual(
      [draft?.meetingId, draft?.stage, draft?.dueTime],
      [meetingId, 'draft', '2026-12-24 09:00:00'],
    )
    const beside = () => manager.call(routes.beside, { query: { kind: 'experts', id: first.expertId } })
    const before = await beside()
    assert.deepEqual([before.previous, before.next?.id, before.count], [null, second.expertId, 2])
    assert.equal(before.isWaiting, true)
    const { version } = await manager.call(expertRoutes.get, { params: { expertId: first.expertId } })
    await manager.call(expertRoutes.update, {
      body: { expertId: first.expertId, version, auditStatus: 'approved' },
    })
    const then = await beside()
    assert.deepEqual([then.next?.id, then.count, then.isWaiting], [second.expertId, 1, false])
    const { previous } = await manager.call(routes.beside, {
      query: { kind: 'experts', id: second.expertId + 1 },
    })
    assert.equal(previous?.id, second.expertId)
  })

  it('WEB-22: waivers and budget changes wait for everyone but those who asked for them', async () => {
    const colleague = await api.manager()
    const { meetingId } = await world.meeting()
    const ask = { meetingId, check: 'signatures' as const, reason: '专家出国' }
    await manager.call(gateRoutes.askWaiver, { body: ask })
    const { projectId } = project
    const line = { projectId, category: 'meals' as const }
    await manager.call(budgetRoutes.plan, { body: { ...line, amount: '1000' } })
    await manager.call(budgetRoutes.askChange, { body: { ...line, amount: '2000', reason: '人数增加' } })
    assert.equal((await needOf(colleague, 'waivers')).rows[0]?.hint, '专家出国')
    assert.equal((await needOf(colleague, 'budgetChanges')).rows[0]?.projectId, projectId)
    assert.equal((await needOf(manager, 'waivers')).count, 0)
    assert.equal((await needOf(manager, 'budgetChanges')).count, 0)
  })

  it('WEB-22: an executor is told what each meeting lacks, and nothing of other executors', async () => {
    const unsigned = await world.meeting({ scheduleStartTime: '2026-12-01 09:00:00' })
    const held = await world.meeting({ scheduleLocation: '杭州' })
    await world.attendee(unsigned.meetingId)
    await moveTo(unsigned.meetingId, 'agreements')
    await moveTo(held.meetingId, 'materials')
    await executor.call(materialRoutes.meetingMaterial.create, {
      body: { meetingId: held.meetingId, materialType: 'signIn', title: '签到表' },
    })
    const signatures = await needOf(executor, 'signatures')
    assert.deepEqual(
      signatures.rows.map(({ id, quantity, dueTime }) => [id, quantity, dueTime]),
      [[unsigned.meetingId, 1, '2026-12-01 09:00:00']],
    )
    const materials = await needOf(executor, 'materials')
    assert.deepEqual(
      materials.rows.map(({ id, quantity, dueTime }) => [id, quantity, dueTime]),
      [[held.meetingId, 1, null]],
    )
    assert.match(materials.rows[0]!.hint!, /^杭州 · /)
    const elsewhere = await homeOf(rival)
    assert.ok(elsewhere.needs.every(({ count }) => count === 0))
    assert.deepEqual(elsewhere.nextMeetings, [])
    const refused = await executor.attempt(routes.beside, { query: { kind: 'experts', id: 1 } })
    assert.deepEqual(refusalOf(refused).error, 'NOT_FOUND')
  })

  it('WEB-22: the next meetings and the money: budget, committed, signed', async () => {
    const other = await world.meeting({ scheduleStartTime: '2026-11-21 09:00:00', laborBudget: '8000' })
    const expert = await world.expert()
    const { attendeeId } = await world.attendee(other.meetingId, { phone: expert.phone, laborFee: '3000' })
    const before = (await homeOf(sponsor)).money!
    await world.sign(expert, attendeeId)
    const { nextMeetings, money } = await homeOf(sponsor)
    assert.deepEqual(nextMeetings[0], {
      meetingId: other.meetingId,
      meetingName: project.projectName,
      currentStage: 'approved',
      scheduleStartTime: '2026-11-21 09:00:00',
      scheduleLocation: '线上',
      attendeeCount: 1,
      signedCount: 1,
      laborBudget: '8000.00',
      committed: '3000.00',
      signed: '3000.00',
    })
    assert.equal(money?.committed, before.committed)
    assert.equal(Number(money?.signed) - Number(before.signed), 3000)
    assert.equal(money?.laborBudget, '8000.00')
    const { earnings, needs } = await homeOf(expert)
    assert.equal(earnings?.signed, earnings?.agreed)
    assert.ok(Number(earnings?.agreed) > 0)
    assert.deepEqual(needs, [{ kind: 'signatures', count: 0, isExact: true, rows: [] }])
  })

  it('WEB-22: an expert is told what is to be signed, and nothing before the fee is decided', async () => {
    const expert = await world.expert()
    const { meetingId } = await world.meeting({ scheduleStartTime: '2026-12-05 09:00:00' })
    const { attendeeId, version } = await world.attendee(meetingId, { phone: expert.phone, laborFee: '0' })
    assert.equal((await needOf(expert, 'signatures')).count, 0)
    await executor.call(attendeeRoutes.update, { body: { attendeeId, version, laborFee: '800' } })
    const { rows } = await needOf(expert, 'signatures')
    assert.deepEqual(
      rows.map(({ id, dueTime }) => [id, dueTime]),
      [[attendeeId, '2026-12-05 09:00:00']],
    )
  })

  it('WEB-22 HSE-40: a supervisor is told which supervisions of 14 days lack a record, and whose materials to review', async () => {
    const supervisor = await api.person(executor, 'supervisor')
    const { meetingId } = await world.meeting({ supervisionTime: '2026-12-03 23:59:59' })
    const far = await world.meeting({ supervisionTime: '2026-12-04 00:00:00' })
    const ids = async () => (await needOf(supervisor, 'supervisions')).rows.map(({ id }) => id)
    assert.deepEqual(await ids(), [meetingId])
    assert.notEqual(far.meetingId, meetingId)
    await supervisor.call(materialRoutes.meetingSupervisor.create, {
      body: { meetingId, supervisorName: '周督导', conclusion: 'normal' },
    })
    assert.deepEqual(await ids(), [])
    await moveTo(meetingId, 'settlement')
    assert.deepEqual(
      (await needOf(supervisor, 'reviews')).rows.map(({ id }) => id),
      [meetingId],
    )
  })
})

describe('the page of a project', () => {
  it('WEB-23: tells stages, meetings, fees and what happened, as far as the caller reaches', async () => {
    const made = await manager.call(projectRoutes.create, { body: { projectName: '座舱项目' } })
    await manager.call(projectRoutes.assignExecutors, {
      params: made,
      body: { execAdminUserIds: [executor.userId, rival.userId] },
    })
    const body = { projectId: made.projectId, execUserId: executor.userId, scheduleLocation: '苏州' }
    const { meetingId } = await manager.call(meetingRoutes.create, { body })
    await moveTo(meetingId, 'inviting')
    await manager.call(meetingRoutes.changeStage, {
      body: { meetingId, currentStage: 'draft', reason: '材料不齐' },
    })
    const found = await executor.call(routes.project, { params: made })
    assert.deepEqual(
      found.stages.filter(({ count }) => count > 0),
      [{ currentStage: 'draft', count: 1 }],
    )
    assert.deepEqual(
      found.meetings.map((meeting) => meeting.meetingId),
      [meetingId],
    )
    assert.equal(found.intents, null)
    const { events } = await manager.call(routes.project, { params: made })
    assert.deepEqual(
      events.map(({ kind, toStage, subject }) => [kind, toStage, subject]),
      [
        ['projectCreated', null, null],
        ['meetingCreated', null, '苏州'],
        ['stageChanged', 'approved', '苏州'],
        ['stageChanged', 'inviting', '苏州'],
        ['stageChanged', 'draft', '苏州'],
      ],
    )
    assert.equal(events.at(-1)?.reason, '材料不齐')
    const beyond = await rival.call(routes.project, { params: made })
    assert.deepEqual([beyond.meetings, beyond.events.map(({ kind }) => kind)], [[], ['projectCreated']])
    const stranger = await api.executor()
    assert.equal(refusalOf(await stranger.attempt(routes.project, { params: made })).error, 'NOT_FOUND')
  })

  it('WEB-23: the time line of a meeting tells who did what; waivers to those who read them', async () => {
    const expert = await world.expert({ name: '时间线医生' })
    const { meetingId } = await world.draft()
    await world.approveMeeting(meetingId)
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
    await world.sign(expert, attendeeId)
    await executor.call(gateRoutes.askWaiver, {
      body: { meetingId, check: 'invitation', reason: '口头邀请' },
    })
    // The clock of the test stands beside that of the database, so that the order is not compared.
    const toldTo = async (user: User) =>
      (await user.call(routes.meetingTimeline, { params: { meetingId } })).events
        .map(({ kind, subject }) => `${kind} ${subject}`)
        .toSorted()
    const told = ['invited 时间线医生', 'meetingCreated null', 'signed 时间线医生', 'stageChanged null']
    assert.deepEqual(await toldTo(await api.person(executor, 'supervisor')), told)
    for (const reader of [executor, sponsor])
      assert.deepEqual(await toldTo(reader), [...told, 'waiverAsked null'])
    const stranger = await api.executor()
    const refused = await stranger.attempt(routes.meetingTimeline, { params: { meetingId } })
    assert.equal(refusalOf(refused).error, 'NOT_FOUND')
  })
})
