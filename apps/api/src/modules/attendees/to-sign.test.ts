// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { attendeeRoutes as routes } from '@consilium/contract/attendees/attendees.ts'
import { MEETING_STAGES, meetingRoutes, type MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { sql } from 'kysely'
import { down, up } from '../../../migrations/0187_agreements_that_wait.ts'
import { MANY_CONNECTIONS, startApi } from '../../../test/harness.ts'
import { openWorld, seasonClock } from '../../../test/meeting-world.ts'

const ADDED_AT_ONCE = 12

const api = await startApi({ clock: seasonClock, env: MANY_CONNECTIONS })
after(() => api.close())
const world = await openWorld(api)
const { executor, manager } = world

const move = (meetingId: number, currentStage: MeetingStage) =>
  manager.attempt(meetingRoutes.changeStage, { body: { meetingId, currentStage, reason: '更正' } })

const toSign = async (meetingId: number, orderByColumn: 'attendeeId' | 'scheduleStartTime') => {
  const query = { meetingId, toSign: true, orderByColumn, isAsc: 'asc' } as const
  return (await executor.call(routes.list, { query })).total
}

it('GRO-3 WEB-21: agreements wait from the approval of their meeting until its end, and not while it is a draft again', async () => {
  const { meetingId } = await world.draft()
  await world.attendee(meetingId, { laborFee: '3000' })
  await world.attendee(meetingId, { laborFee: '0' })
  const counted = async () => [
    await toSign(meetingId, 'attendeeId'),
    await toSign(meetingId, 'scheduleStartTime'),
  ]
  assert.deepEqual(await counted(), [0, 0], 'draft')
  for (const stage of ['approved', ...MEETING_STAGES] as const) {
    assert.equal((await move(meetingId, stage)).status, 200, stage)
    const is = stage === 'closed' || stage === 'draft' ? 0 : 1
    assert.deepEqual(await counted(), [is, is], stage)
  }
})

it('GRO-3: experts who are added while a meeting is approved all wait for their agreements', async () => {
  const { meetingId } = await world.draft()
  const phones = await world.phones(ADDED_AT_ONCE)
  const moves = async () => {
    for (const stage of ['approved', 'draft', 'approved', 'draft', 'approved'] as const)
      assert.equal((await move(meetingId, stage)).status, 200, stage)
  }
  await Promise.all([
    moves(),
    ...phones.map((phone) =>
      executor.call(routes.create, { body: { meetingId, phone, name: '欧阳喆', laborFee: '3000' } }),
    ),
  ])
  assert.equal(await toSign(meetingId, 'attendeeId'), ADDED_AT_ONCE)
  const { rows } =
    await sql`select from labor_agreement a join meeting_attendee t using (attendee_id) join meeting m
    using (meeting_id) where a.is_open = (m.current_stage in ('draft', 'closed'))`.execute(api.db)
  assert.equal(rows.length, 0)
})

it('GRO-3 TRU-7: what waited before an upgrade waits after it: unsigned and amended agreements of open meetings', async () => {
  const { meetingId } = await world.meeting()
  const draft = await world.draft()
  const unsigned = await world.attendee(meetingId, { laborFee: '3000' })
  await world.attendee(draft.meetingId, { laborFee: '3000' })
  const experts = [await world.expert(), await world.expert()]
  const ids: number[] = []
  for (const expert of experts) {
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone, laborFee: '3000' })
    await world.sign(expert, attendeeId)
    ids.push(attendeeId)
  }
  const [amended = 0] = ids
  const { version } = await executor.call(routes.get, { params: { attendeeId: amended } })
  const body = { attendeeId: amended, version, laborFee: '4000', reason: '课时增加' }
  await executor.call(routes.update, { body })
  const waiting = async () => {
    const query = { toSign: true, pageSize: 200, isAsc: 'asc' } as const
    const { rows } = await manager.call(routes.list, { query })
    return rows.map(({ attendeeId }) => attendeeId)
  }
  const before = await waiting()
  assert.deepEqual(before.slice(-2), [unsigned.attendeeId, amended])
  await down(api.db as never)
  await up(api.db as never)
  assert.deepEqual(await waiting(), before)
})
