// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { attendeeRoutes as routes } from '@consilium/contract/attendees/attendees.ts'
import { freshPhone, MANY_CONNECTIONS, startApi } from '../../../test/harness.ts'
import { openWorld, seasonClock } from '../../../test/meeting-world.ts'

const RACERS = 50
const api = await startApi({ clock: seasonClock, env: MANY_CONNECTIONS })
after(() => api.close())
const world = await openWorld(api)
const { executor } = world
const { meetingId } = await world.meeting()

const count = async (statement: string, value: unknown): Promise<number> => {
  const { rows } = await api.engine.pool.query<{ n: number }>(`select count(*) as n from ${statement}`, [
    value,
  ])
  return rows[0]?.n ?? 0
}

const countsOf = async (phone: string) => ({
  accounts: await count('sys_user where phone = $1', phone),
  experts: await count('expert join sys_user using (user_id) where phone = $1', phone),
  attendees: await count('meeting_attendee join sys_user using (user_id) where phone = $1', phone),
  agreements: await count(
    'labor_agreement join meeting_attendee using (attendee_id) join sys_user using (user_id) where phone = $1',
    phone,
  ),
  messages: await count('message join sys_user using (user_id) where phone = $1', phone),
})

const race = (phone: string, meetingIds: readonly number[]) =>
  Promise.all(
    Array.from({ length: RACERS }, (_, at) =>
      executor.attempt(routes.create, {
        body: { meetingId: meetingIds[at % meetingIds.length] ?? 0, phone, name: '欧阳喆', laborFee: '3000' },
      }),
    ),
  )

it('ATT-5: of fifty concurrent requests one adds the expert, and all others are refused as duplicates', async () => {
  const expert = await api.expert()
  const replies = await race(expert.phone, [meetingId])
  assert.equal(replies.filter(({ status }) => status === 200).length, 1)
  const refused = replies.filter(({ status }) => status !== 200)
  assert.deepEqual([...new Set(refused.map(({ error }) => error?.error))], ['ATTENDEE_EXISTS'])
  assert.deepEqual(await countsOf(expert.phone), {
    accounts: 1,
    experts: 1,
    attendees: 1,
    agreements: 1,
    messages: 1,
  })
})

it('ATT-4 ATT-5 ACC-3: concurrent requests with an unknown phone create one account, one expert and one attendee', async () => {
  const phone = freshPhone()
  const replies = await race(phone, [meetingId])
  assert.equal(replies.filter(({ status }) => status === 200).length, 1)
  const refused = replies.filter(({ status }) => status !== 200)
  assert.deepEqual([...new Set(refused.map(({ error }) => error?.error))], ['ATTENDEE_EXISTS'])
  assert.deepEqual(await countsOf(phone), {
    accounts: 1,
    experts: 1,
    attendees: 1,
    agreements: 1,
    messages: 1,
  })
})

it('ATT-4: a new phone added to two meetings concurrently becomes one expert', async () => {
  const phone = freshPhone()
  const other = await world.meeting()
  const replies = await race(phone, [meetingId, other.meetingId])
  const added = replies.filter(({ status }) => status === 200)
  assert.deepEqual(
    new Set(added.map(({ data }) => data.meetingId)),
    new Set([meetingId, other.meetingId]),
    'once in each',
  )
  assert.equal(added.length, 2)
  assert.deepEqual(await countsOf(phone), {
    accounts: 1,
    experts: 1,
    attendees: 2,
    agreements: 2,
    messages: 2,
  })
})

it('ATT-3: of concurrent changes to one version one succeeds', async () => {
  const { attendeeId, version } = await world.attendee(meetingId)
  const replies = await Promise.all(
    Array.from({ length: RACERS }, (_, at) =>
      executor.attempt(routes.update, { body: { attendeeId, version, laborFee: 1000 + at } }),
    ),
  )
  const [made, ...others] = replies.filter(({ status }) => status === 200)
  assert.equal(others.length, 0)
  const data = await executor.call(routes.get, { params: { attendeeId } })
  assert.equal(data.laborFee, made?.data.laborFee)
  assert.equal(data.version, version + 1)
})
