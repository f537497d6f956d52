// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { reminderRoutes as routes } from '@consilium/contract/notices/reminder-rules.ts'
import { sql } from 'kysely'
import { startApi } from '../../../test/harness.ts'
import { openWorld } from '../../../test/meeting-world.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { refusalOf } from '../../../test/outcomes.ts'
import { until } from '../../../test/sms-gateway.ts'
import { createEventLog } from '../../infra/event-log/event-log.ts'
import { createMessages } from '../messages/service.ts'
import { createNotices } from '../notices/service.ts'
import { remindNow } from './running.ts'
import { hoursAfter, timeOfReminder } from './times.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const JUMP_DAYS = 40
const NO_DAYS_OFF = { holidays: new Set<string>(), workdays: new Set<string>() }

const clock = movableClock()
const api = await startApi({ clock })
const other = api.engine.kind === 'postgres' ? await api.startNode() : null
after(async () => {
  await other?.close()
  await api.close()
})
const world = await openWorld(api)
const { manager, executor, rival, sponsor } = world

/** The numbers of the reminders of a record, and of its messages that say so. */
async function reminded(recordId: number): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select number from reminder where record_id = ${recordId} order by number`.execute(api.db)
  return rows.map(({ number }) => number)
}
const messagesOf = async (attendeeId: number, kind: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from message where link_id = ${attendeeId} and kind = ${kind}`.execute(
    api.db,
  )
  return rows[0]!.count
}
const watched = (recordId: number) =>
  until(async () => {
    const { rows } =
      await sql`select from reminder_watch where record_id = ${recordId} and next_time is not null`.execute(
        api.db,
      )
    return rows.length > 0
  }, 'it is watched')

const scope = {
  db: api.db,
  clock,
  log: { error: (error: unknown) => assert.fail(String(error)) } as never,
  messages: createMessages({
    db: api.db,
    clock,
    log: null as never,
    events: { subscribe: () => {} },
    eventLog: createEventLog(),
  } as never),
  notices: createNotices({ db: api.db, clock, keys: null as never }, {}),
}

describe('NOT-5: reminders', () => {
  it('NOT-5: by the shipped rules an agreement is reminded of 5 times, after 24 h and then every 48 h', () => {
    const rule = {
      ruleId: 1,
      kind: 'agreement' as const,
      isOn: true,
      firstAfter: 24,
      everyHours: 48,
      atMost: 5,
    }
    const anchor = '2026-11-20 11:00:00'
    const times = [1, 2, 3, 4, 5, 6].map((number) =>
      timeOfReminder(rule, { anchor, number, last: null }, NO_DAYS_OFF),
    )
    assert.deepEqual(
      times,
      [24, 72, 120, 168, 216].map((hours) => hoursAfter(anchor, hours)).concat(null as never),
    )
    const late = '2026-12-30 09:00:00'
    assert.equal(timeOfReminder(rule, { anchor, number: 2, last: late }, NO_DAYS_OFF), '2027-01-01 09:00:00')
    assert.equal(
      timeOfReminder({ ...rule, isOn: false }, { anchor, number: 1, last: null }, NO_DAYS_OFF),
      null,
    )
    const invitation = { ...rule, kind: 'invitation' as const, firstAfter: 48, atMost: 2 }
    const before = (number: number) => timeOfReminder(invitation, { anchor, number, last: null }, NO_DAYS_OFF)
    assert.deepEqual([before(1), before(2), before(3)], ['2026-11-18 11:00:00', anchor, null])
    const review = { ...rule, kind: 'review' as const, firstAfter: 1, everyHours: null, atMost: 1 }
    assert.equal(
      timeOfReminder(review, { anchor, number: 1, last: null }, NO_DAYS_OFF),
      '2026-11-23 11:00:00',
    )
    const filing = { ...review, kind: 'filing' as const, firstAfter: 10 }
    assert.equal(
      timeOfReminder(filing, { anchor: '2026-12-01 09:00:00', number: 1, last: null }, NO_DAYS_OFF),
      '2026-12-10 09:00:00',
    )
  })

  it('NOT-5: the preview says who is reminded when; rules are dated, and other organizations see nothing', async () => {
    const expert = await world.expert()
    const { meetingId } = await world.meeting()
    const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone, laborFee: '3000' })
    await executor.call(attendeeRoutes.remind, { body: { attendeeIds: [attendeeId] } })
    await watched(attendeeId)
    const { rows } = await executor.call(routes.preview, { query: { meetingId } })
    const own = rows.filter(({ kind }) => kind === 'agreement')
    assert.ok(own.every(({ name }) => name === expert.name))
    assert.deepEqual(
      own.map(({ number }) => number),
      [2, 3, 4, 5],
    )
    assert.deepEqual(await reminded(attendeeId), [1])
    assert.equal(refusalOf(await rival.attempt(routes.preview, { query: { meetingId } })).error, 'NOT_FOUND')
    assert.equal((await sponsor.attempt(routes.rules, {})).status, 403)
    const today = clock.today()
    const body = {
      kind: 'invoice' as const,
      validFrom: today,
      isOn: false,
      firstAfter: 3,
      everyHours: null,
      atMost: 1,
    }
    const made = await manager.call(routes.createRule, { body })
    assert.equal(made.isCurrent, true)
    assert.equal(refusalOf(await manager.attempt(routes.createRule, { body })).error, 'REMINDER_RULE_TAKEN')
    const past = { ...body, validFrom: '2020-01-01' }
    assert.equal(
      refusalOf(await manager.attempt(routes.createRule, { body: past })).error,
      'REMINDER_RULE_PAST',
    )
    assert.equal((await executor.attempt(routes.createRule, { body })).status, 403)
    assert.equal(
      (await executor.call(routes.rules, {})).rules.filter(({ kind }) => kind === 'invoice').length,
      2,
    )
  })

  it('NOT-5: a clock that jumps 40 days and many runs at once remind each person once', async () => {
    const { meetingId } = await world.meeting({ scheduleStartTime: '2027-03-05 09:00:00' })
    const experts = [await world.expert(), await world.expert(), await world.expert()]
    const ids: number[] = []
    for (const { phone } of experts)
      ids.push((await world.attendee(meetingId, { phone, laborFee: '3000' })).attendeeId)
    for (const attendeeId of ids)
      await sql`insert into reminder_watch (kind, record_id, anchor_time) values ('agreement', ${attendeeId}, ${clock.wire()})
        on conflict do nothing`.execute(api.db)
    const before = await Promise.all(ids.map((id) => messagesOf(id, 'agreementReady')))
    clock.advance(JUMP_DAYS * DAY_MS)
    const runs = Array.from({ length: api.engine.kind === 'postgres' ? 8 : 2 }, () => remindNow(scope))
    await Promise.all(runs)
    for (const [place, attendeeId] of ids.entries()) {
      assert.deepEqual(await reminded(attendeeId), [1])
      assert.equal(await messagesOf(attendeeId, 'agreementReady'), before[place]! + 1)
    }
    clock.advance(48 * HOUR_MS - 60_000)
    await remindNow(scope)
    assert.deepEqual(await reminded(ids[0]!), [1])
    clock.advance(120_000)
    await Promise.all([remindNow(scope), remindNow(scope)])
    for (const attendeeId of ids) assert.deepEqual(await reminded(attendeeId), [1, 2])
    await sql`update meeting set current_stage = 'closed' where meeting_id = ${meetingId}`.execute(api.db)
    clock.advance(48 * HOUR_MS + 60_000)
    await remindNow(scope)
    for (const attendeeId of ids) assert.deepEqual(await reminded(attendeeId), [1, 2])
  })
})
