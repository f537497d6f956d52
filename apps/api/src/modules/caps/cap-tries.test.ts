// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { capRoutes } from '@consilium/contract/caps/caps.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { operationLogRoutes } from '@consilium/contract/operation-log/operation-log.ts'
import { sql } from 'kysely'
import { startApi, type ExpertUser } from '../../../test/harness.ts'
import { openWorld, seasonClock } from '../../../test/meeting-world.ts'
import { refusalOf } from '../../../test/outcomes.ts'

const api = await startApi({ clock: seasonClock })
after(() => api.close())
const world = await openWorld(api)
const { executor, rival, project } = world
const admin = await api.admin()
await admin.call(capRoutes.createPolicy, {
  body: {
    validFrom: seasonClock.today(),
    overlaps: 'off',
    caps: [{ scope: 'platform', period: 'calendarYear', measure: 'amount', limit: '10000' }],
    tiers: [],
  },
})

const on = (day: string) => ({ scheduleStartTime: `${day} 09:00:00`, scheduleEndTime: `${day} 10:00:00` })
const yuan = (cents: number) => (cents / 100).toFixed(2)

/** An expert with whom another executor has agreed on a sum. */
async function engagedElsewhere(sum: string): Promise<ExpertUser> {
  const expert = await world.expert({}, null)
  const { meetingId } = await world.meeting({ ...on('2026-12-01'), execUserId: rival.userId })
  await rival.call(attendeeRoutes.create, { body: { meetingId, phone: expert.phone, laborFee: sum } })
  return expert
}
const invite = (meetingId: number, phone: string, laborFee: string) =>
  executor.attempt(attendeeRoutes.create, { body: { meetingId, phone, laborFee } })
const errorOf = (outcome: Parameters<typeof refusalOf>[0]) => refusalOf(outcome).error ?? 'done'

it('CAP-6: ten different fees above a cap are tried on a day, the same as often as one likes, and then nothing is answered', async () => {
  const [expert, other] = [await engagedElsewhere('9000'), await engagedElsewhere('9000')]
  const { meetingId } = await world.meeting(on('2026-12-11'))
  const kept = await world.meeting(on('2027-03-01'))
  const { data } = await invite(kept.meetingId, expert.phone, '500')
  for (let at = 1; at <= 10; at++)
    assert.equal(
      errorOf(await invite(meetingId, expert.phone, yuan(100_000 + at))),
      'CAP_EXCEEDED',
      String(at),
    )
  assert.equal(errorOf(await invite(meetingId, expert.phone, '1000.10')), 'CAP_EXCEEDED', 'no new one')
  const spent = await invite(meetingId, expert.phone, '1000.11')
  assert.deepEqual(refusalOf(spent), { status: 409, error: 'CAP_TRIES_SPENT', fields: ['laborFee'] })
  assert.match(spent.error?.msg ?? '', /明天再试/)
  assert.doesNotMatch(JSON.stringify(spent.error), /9,?000|10,?000/)
  assert.equal(
    errorOf(await invite(meetingId, expert.phone, '1')),
    'CAP_TRIES_SPENT',
    'within the cap as well',
  )
  const created = await executor.attempt(meetingRoutes.create, {
    body: { projectId: project.projectId, invitations: [{ expertId: expert.expertId, laborFee: '1' }] },
  })
  assert.deepEqual(refusalOf(created).fields, ['invitations'])
  assert.equal(errorOf(created), 'CAP_TRIES_SPENT')

  const lower = { attendeeId: data.attendeeId, version: data.version, laborFee: '400' }
  assert.equal(errorOf(await executor.attempt(attendeeRoutes.update, { body: lower })), 'done')
  assert.equal(errorOf(await invite(meetingId, other.phone, '1000')), 'done', 'another expert')
  const elsewhere = await world.meeting({ ...on('2026-12-12'), execUserId: rival.userId })
  const byRival = { meetingId: elsewhere.meetingId, phone: expert.phone, laborFee: '100' }
  assert.equal(
    errorOf(await rival.attempt(attendeeRoutes.create, { body: byRival })),
    'done',
    'another executor',
  )
  const { attendeeId } = data
  for (const reply of ['declined', 'accepted'] as const) {
    const answered = { attendeeId, reply, ...(reply === 'declined' ? { reason: '门诊冲突' } : {}) }
    const answer = await expert.attempt(attendeeRoutes.reply, { body: answered })
    assert.equal(errorOf(answer), 'done', 'what the expert answers is no try')
  }
  await sql`update cap_try set tried_on = tried_on - 1`.execute(api.db)
  assert.equal(errorOf(await invite(meetingId, expert.phone, '1000.11')), 'CAP_EXCEEDED', 'the day after')

  const log = await admin.call(operationLogRoutes.list, { query: { pageSize: 50 } })
  assert.ok(JSON.stringify(log.rows).includes('CAP_TRIES_SPENT'))
})

it('CAP-6: ten different fees that leave an expert near a cap are agreed on a day, and those far from it as many as one likes', async () => {
  const expert = await engagedElsewhere('7000')
  const { meetingId } = await world.meeting(on('2026-12-13'))
  let { data } = await invite(meetingId, expert.phone, '1')
  const raise = async (laborFee: string) => {
    const body = { attendeeId: data.attendeeId, version: data.version, laborFee }
    const changed = await executor.attempt(attendeeRoutes.update, { body })
    if (changed.status === 200) data = changed.data
    return errorOf(changed)
  }
  for (let at = 2; at <= 14; at++) assert.equal(await raise(String(at)), 'done')
  for (let at = 0; at < 10; at++) assert.equal(await raise(String(1000 + at)), 'done', String(at))
  assert.equal(await raise('1010'), 'CAP_TRIES_SPENT')
})
