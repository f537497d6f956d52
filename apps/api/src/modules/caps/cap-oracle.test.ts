// Engine: postgres
// Slow
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { capRoutes } from '@consilium/contract/caps/caps.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { sql } from 'kysely'
import { startApi, type ExpertUser } from '../../../test/harness.ts'
import { openWorld, seasonClock } from '../../../test/meeting-world.ts'
import { refusalOf } from '../../../test/outcomes.ts'

const CAP = 10_000
/** Two hundredths of the cap: what an executor may learn of another one's sum, and no less. */
const STEP = 200
/** Enough to halve the cap down to a cent. */
const HALVINGS = 20

const api = await startApi({ clock: seasonClock })
after(() => api.close())
const world = await openWorld(api)
const { executor, rival, project, manager } = world
const admin = await api.admin()
const validFrom = seasonClock.today()
await admin.call(capRoutes.createPolicy, {
  body: {
    validFrom,
    overlaps: 'off',
    caps: [{ scope: 'platform', period: 'calendarYear', measure: 'amount', limit: String(CAP) }],
    tiers: [],
  },
})
await admin.call(gateRoutes.createPolicy, {
  body: { validFrom, rules: [{ stage: 'inviting', check: 'caps', mode: 'warn' }] },
})

const on = (day: string) => ({ scheduleStartTime: `${day} 09:00:00`, scheduleEndTime: `${day} 10:00:00` })
const yuan = (cents: number) => (cents / 100).toFixed(2)
const CENTS = 100

/** As if as many days had passed as an attacker has patience for. */
const anotherDay = () => sql`delete from cap_try`.execute(api.db)

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

/**
 * Asks in every way there is about an expert, to the cent and for as long as it takes, and returns every answer; or by
 * adding the expert alone.
 */
async function attack(
  sum: string,
  ways: 'all' | 'adding' = 'all',
): Promise<{ answers: string[]; most: number }> {
  const { phone, expertId } = await engagedElsewhere(sum)
  const answers: string[] = []
  const [first, second] = [await world.meeting(on('2026-12-02')), await world.meeting(on('2026-12-03'))]
  const note = (name: string, answer: unknown) => void answers.push(`${name} ${JSON.stringify(answer)}`)
  const look = async () => {
    const { meetingId } = second
    const states = await executor.call(capRoutes.state, { query: { expertIds: String(expertId), meetingId } })
    const byPhone = await executor.call(capRoutes.state, {
      query: { phone, projectId: project.projectId },
    })
    const gate = await executor.call(gateRoutes.get, { params: { meetingId: first.meetingId } })
    const [check] = gate.checks
    const waiver = { meetingId: first.meetingId, check: 'caps' as const, reason: '请批准' }
    note('states', [states[0]?.state, byPhone[0]?.state])
    note('gate', [check?.met, check?.count, check?.evidence.length])
    note('waiver', errorOf(await executor.attempt(gateRoutes.askWaiver, { body: waiver })))
    await anotherDay()
  }
  /** Halves the fees between one that passes and one that does not. */
  const halve = async (name: string, passes: (fee: string) => Promise<string>) => {
    let [least, most] = [0, CAP * CENTS + 1]
    for (let at = 0; at < HALVINGS && most - least > 1; at++) {
      const middle = Math.floor((least + most) / 2)
      const answer = await passes(yuan(middle))
      note(`${name} ${yuan(middle)}`, answer)
      if (answer === 'done') least = middle
      else most = middle
      await anotherDay()
    }
    return least
  }

  const most = await halve('create', async (laborFee) => {
    const made = await invite(first.meetingId, phone, laborFee)
    if (made.status === 200)
      await executor.call(attendeeRoutes.remove, { params: { attendeeId: String(made.data.attendeeId) } })
    return errorOf(made)
  })
  if (ways === 'adding') return { answers, most }
  let { data } = await invite(first.meetingId, phone, '0')
  await halve('update', async (laborFee) => {
    const body = { attendeeId: data.attendeeId, version: data.version, laborFee }
    const changed = await executor.attempt(attendeeRoutes.update, { body })
    if (changed.status === 200) data = changed.data
    await look()
    return errorOf(changed)
  })
  await executor.call(attendeeRoutes.remove, { params: { attendeeId: String(data.attendeeId) } })
  await halve('meeting', async (laborFee) => {
    const body = { projectId: project.projectId, ...on('2026-12-04'), invitations: [{ expertId, laborFee }] }
    const made = await executor.attempt(meetingRoutes.create, { body })
    if (made.status === 200) {
      const { meetingId } = made.data
      const { rows } = await executor.call(attendeeRoutes.list, { query: { meetingId } })
      const attendeeId = rows.map((row) => row.attendeeId).join(',')
      await executor.call(attendeeRoutes.remove, { params: { attendeeId } })
    }
    return errorOf(made)
  })
  const far = await world.meeting(on('2027-02-01'))
  const { data: later } = await invite(far.meetingId, phone, '0')
  let { version } = later
  await halve('move', async (laborFee) => {
    const attendee = { attendeeId: later.attendeeId, version, laborFee }
    version = (await executor.call(attendeeRoutes.update, { body: attendee })).version
    const now = await executor.call(meetingRoutes.get, { params: { meetingId: far.meetingId } })
    const body = { meetingId: far.meetingId, version: now.version, ...on('2026-12-05') }
    const moved = await executor.attempt(meetingRoutes.update, { body })
    if (moved.status === 200)
      await executor.call(meetingRoutes.update, {
        body: { meetingId: far.meetingId, version: moved.data.version, ...on('2027-02-01') },
      })
    return errorOf(moved)
  })
  return { answers, most }
}

it('CAP-6 SEC-35: no answer about caps tells two sums of another executor apart that are in one step', async () => {
  const [low, high, next] = [
    await attack('6400.01'),
    await attack('6600.00'),
    await attack('6600.01', 'adding'),
  ]
  assert.deepEqual(low.answers, high.answers)
  assert.ok(low.answers.length > 4 * 14, 'the attack has asked')
  assert.equal(CAP - low.most / CENTS, 6600)
  assert.equal(CAP - next.most / CENTS, 6600 + STEP)
  assert.ok(CAP - low.most / CENTS - 6400.01 < STEP)
  assert.ok(low.answers.every((answer) => !/6400|64\.00|6,400/.test(answer.replace(/^\w+ [\d.]+/, ''))))
})

it('CAP-6: two executors together find nothing finer of a third, and the own sum counts to the cent', async () => {
  const expert = await engagedElsewhere('5900.01')
  const ally = await api.executor()
  const execAdminUserIds = [executor.userId, rival.userId, ally.userId]
  await manager.call(projectRoutes.assignExecutors, {
    params: project,
    body: { execAdminUserIds },
  })
  const { meetingId } = await world.meeting({ ...on('2026-12-08'), execUserId: ally.userId })
  // 5,900.01 and 99.99 are a step together; each by itself counts as 6,000 and 200.
  await ally.call(attendeeRoutes.create, { body: { meetingId, phone: expert.phone, laborFee: '99.99' } })
  const own = await world.meeting(on('2026-12-09'))
  assert.equal(errorOf(await invite(own.meetingId, expert.phone, '3800.01')), 'CAP_EXCEEDED')
  assert.equal(errorOf(await invite(own.meetingId, expert.phone, '3799.99')), 'done')
  const last = await world.meeting(on('2026-12-10'))
  assert.equal(errorOf(await invite(last.meetingId, expert.phone, '0.02')), 'CAP_EXCEEDED')
  assert.equal(errorOf(await invite(last.meetingId, expert.phone, '0.01')), 'done')
})
