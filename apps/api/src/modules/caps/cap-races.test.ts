// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees.ts'
import { capRoutes as routes } from '@consilium/contract/caps.ts'
import { meetingRoutes } from '@consilium/contract/meetings.ts'
import { startApi } from '../../../test/harness.ts'
import { openWorld, seasonClock } from '../../../test/meeting-world.ts'

const RACERS = 50

// What is shown is who wins, not how soon: on a busy machine the others may wait longer than usual.
const api = await startApi({ clock: seasonClock, env: { DATABASE_LOCK_SECONDS: '60' } })
after(() => api.close())
const world = await openWorld(api)
const { executor, rival, project } = world
const admin = await api.admin()
await admin.call(routes.createPolicy, {
  body: {
    validFrom: seasonClock.today(),
    overlaps: 'off',
    caps: [
      { scope: 'platform', period: 'rollingYear', measure: 'amount', limit: '10000' },
      { scope: 'platform', period: 'calendarYear', measure: 'count', limit: '7' },
    ],
    tiers: [],
  },
})

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
  const runs = await Promise.all(
    Array.from({ length: RACERS }, async (_, at) => {
      const runner = at % 2 === 0 ? executor : rival
      const { meetingId } = await world.meeting({ execUserId: runner.userId })
      return { runner, meetingId }
    }),
  )
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
  assert.ok(statuses.every((status) => status === 200 || status === 409))
  for (const { expertId } of experts) assert.equal((await engagedOf(expertId)).count, 7)
})
