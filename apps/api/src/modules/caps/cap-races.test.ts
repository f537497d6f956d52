// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { attendeeRoutes, type Attendee } from '@consilium/contract/attendees/attendees.ts'
import type { CallInput } from '@consilium/contract/client.ts'
import { capRoutes as routes } from '@consilium/contract/caps/caps.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { sql } from 'kysely'
import { MANY_CONNECTIONS, startApi } from '../../../test/harness.ts'
import { openWorld, seasonClock } from '../../../test/meeting-world.ts'

const RACERS = 50

const api = await startApi({ clock: seasonClock, env: MANY_CONNECTIONS })
after(() => api.close())
const world = await openWorld(api)
const { executor, rival, project } = world
const admin = await api.admin()
const CAPS: CallInput<typeof routes.createPolicy>['body'] = {
  validFrom: seasonClock.today(),
  overlaps: 'off',
  caps: [
    { scope: 'platform', period: 'rollingYear', measure: 'amount', limit: '10000' },
    { scope: 'platform', period: 'calendarYear', measure: 'count', limit: '7' },
  ],
  tiers: [],
}
await admin.call(routes.createPolicy, { body: CAPS })

const engagedOf = async (expertId: number) => {
  const { rows } = await api.engine.pool.query<{ fees: string; count: number }>(
    `select coalesce(sum(payable_amount), 0) as fees, count(*) as count
      from meeting_attendee join labor_agreement using (attendee_id) where expert_id = $1`,
    [expertId],
  )
  return rows[0]!
}

it('CAP-2: fifty simultaneous invitations of two executors, to meetings of their own, never exceed a cap', async () => {
  const expert = await world.expert({}, null)
  const ofEach = await Promise.all(
    [executor, rival].map(async (runner) => {
      const meetingIds = await world.meetings(RACERS / 2, { execUserId: runner.userId })
      return meetingIds.map((meetingId) => ({ runner, meetingId }))
    }),
  )
  // By turns, so that the two meet.
  const runs = ofEach[0]!.flatMap((run, at) => [run, ofEach[1]![at]!])
  const replies = await Promise.all(
    runs.map(({ runner, meetingId }) =>
      runner.attempt(attendeeRoutes.create, { body: { meetingId, phone: expert.phone, laborFee: '3000' } }),
    ),
  )
  assert.equal(replies.filter(({ status }) => status === 200).length, 3)
  const refused = replies.filter(({ status }) => status !== 200)
  assert.deepEqual([...new Set(refused.map(({ error }) => error?.error))], ['CAP_EXCEEDED'])
  assert.deepEqual(await engagedOf(expert.expertId), { fees: '9000.00', count: 3 })
})

it('CAP-2: meetings created at once with the same experts in any order never exceed a cap, and none waits for ever', async () => {
  const experts = await Promise.all(Array.from({ length: 3 }, () => world.expert({}, null)))
  const replies = await Promise.all(
    Array.from({ length: RACERS }, (_, at) => {
      const order = at % 2 === 0 ? experts : experts.toReversed()
      const invitations = order.map(({ expertId }) => ({ expertId, laborFee: '100' }))
      return executor.attempt(meetingRoutes.create, { body: { projectId: project.projectId, invitations } })
    }),
  )
  const statuses = replies.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 200).length, 7)
  assert.ok(
    statuses.every((status) => status === 200 || status === 409),
    JSON.stringify(replies.map((r) => [r.status, r.error])),
  )
  for (const { expertId } of experts) assert.equal((await engagedOf(expertId)).count, 7)
})

it('CAP-2: fifty simultaneous amendments and raises for one expert never exceed a cap', async () => {
  const expert = await world.expert({}, null)
  const attendees: Attendee[] = []
  for (let at = 0; at < 5; at++) {
    const { meetingId } = await world.meeting()
    attendees.push(await world.attendee(meetingId, { phone: expert.phone, laborFee: '100' }))
  }
  // The signatures have their own tests; here two of them stand in the rows as a signing leaves them.
  const signed = attendees.slice(0, 2).map(({ attendeeId }) => attendeeId)
  await sql`alter table labor_agreement drop constraint labor_agreement_signed`.execute(api.db)
  await sql`update labor_agreement set signature_status = 'signed'
    where attendee_id = any(${signed}::bigint[])`.execute(api.db)
  const replies = await Promise.all(
    Array.from({ length: RACERS }, (_, at) => {
      const { attendeeId, version } = attendees[at % attendees.length]!
      const body = { attendeeId, version, laborFee: '3200', reason: '课时调整' }
      return executor.attempt(attendeeRoutes.update, { body })
    }),
  )
  const errors = new Set(replies.flatMap(({ error }) => error?.error ?? []))
  assert.deepEqual([...errors].toSorted(), ['CAP_EXCEEDED', 'STALE_RECORD'])
  assert.equal(replies.filter(({ status }) => status === 200).length, 3)
  const { rows } = await sql<{ fees: string }>`
    select sum(greatest(payable_amount, (select x.payable_amount from agreement_amendment x
        where x.attendee_id = a.attendee_id and x.status = 'proposed'))) as fees
      from labor_agreement a join meeting_attendee using (attendee_id)
      where expert_id = ${expert.expertId}`.execute(api.db)
  assert.equal(rows[0]?.fees, '9800.00')
})

it('CAP-1: a tier that changes while experts are invited decides every invitation that is sent after it', async () => {
  const phones = await world.phones(RACERS)
  const meetingIds = await world.meetings(RACERS)
  const invitations = meetingIds.map((meetingId, at) => ({ meetingId, phone: phones[at]! }))
  const invite = (body: { meetingId: number; phone: string }) =>
    executor.attempt(attendeeRoutes.create, { body: { ...body, laborFee: '3000' } })
  const [early, late] = [invitations.slice(0, 30), invitations.slice(30)]
  const first = early.map(invite)
  await admin.call(routes.createPolicy, { body: { ...CAPS, caps: [], tiers: [{ highest: '2999.99' }] } })
  const second = await Promise.all(late.map(invite))
  assert.deepEqual(
    second.map(({ error }) => error?.error),
    late.map(() => 'FEE_OVER_TIER'),
  )
  for (const { status, error } of await Promise.all(first))
    assert.ok(status === 200 || error?.error === 'FEE_OVER_TIER')
  await admin.call(routes.createPolicy, { body: CAPS })
})
