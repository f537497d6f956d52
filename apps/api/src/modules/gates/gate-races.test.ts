// Engine: postgres
// Slow
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { sql } from 'kysely'
import { MANY_CONNECTIONS, startApi } from '../../../test/harness.ts'
import { openWorld, seasonClock } from '../../../test/meeting-world.ts'

const RACES = 50

const api = await startApi({ clock: seasonClock, env: MANY_CONNECTIONS })
after(() => api.close())
const world = await openWorld(api)
const { manager, executor } = world

/** Meetings in settlement, each with one attendee. The stages on the way have their own tests. */
async function settledMeetings(given: { laborBudget?: string } = {}) {
  const meetingIds = await world.meetings(RACES, given)
  const attendees = await world.attendees(meetingIds, '5000')
  await sql`update meeting set current_stage = 'settlement' where meeting_id = any(${meetingIds}::bigint[])`.execute(
    api.db,
  )
  return meetingIds.map((meetingId, place) => ({ meetingId, attendee: attendees[place]! }))
}

/** Runs pairs of a closing and a change, and returns the meetings that are closed although a required check is open. */
async function closedWhileOpen(
  races: readonly { meetingId: number; change: () => Promise<{ status: number }> }[],
) {
  const outcomes = await Promise.all(
    races.map(async ({ meetingId, change }, place) => {
      const close = () =>
        manager.attempt(meetingRoutes.changeStage, { body: { meetingId, currentStage: 'closed' } })
      const first = place % 2 === 0 ? close() : change()
      const second = place % 2 === 0 ? change() : close()
      const statuses = (await Promise.all([first, second])).map(({ status }) => status)
      const gate = await manager.call(gateRoutes.get, { params: { meetingId } })
      return { meetingId, statuses, isBroken: gate.currentStage === 'closed' && !gate.isMet }
    }),
  )
  assert.ok(outcomes.every(({ statuses }) => statuses.every((status) => status === 200 || status === 409)))
  assert.ok(
    outcomes.every(({ statuses }) => statuses.includes(200)),
    'one of the two takes effect each time',
  )
  return outcomes.filter(({ isBroken }) => isBroken)
}

const setPolicy = async (check: 'signatures' | 'duplicateInvoices' | 'feesWithinBudget') => {
  const admin = await api.admin()
  await admin.call(gateRoutes.createPolicy, {
    body: { validFrom: seasonClock.today(), rules: [{ stage: 'closed', check, mode: 'block' }] },
  })
}

it('GATE-3: of fifty closings while an attendee who has not signed is added, none leaves a closed meeting with an open check', async () => {
  const meetings = await settledMeetings()
  const ids = meetings.map(({ attendee }) => attendee.attendeeId)
  // The signatures themselves have their own tests; here they stand in the rows as a signing leaves them.
  await sql`alter table labor_agreement drop constraint labor_agreement_signed`.execute(api.db)
  await sql`update labor_agreement set signature_status = 'signed' where attendee_id = any(${ids}::bigint[])`.execute(
    api.db,
  )
  await setPolicy('signatures')
  const late = await world.expert()
  const races = meetings.map(({ meetingId }) => ({
    meetingId,
    change: () =>
      executor.attempt(attendeeRoutes.create, { body: { meetingId, phone: late.phone, laborFee: '1000' } }),
  }))
  assert.deepEqual(await closedWhileOpen(races), [])
})

it('GATE-4: of fifty closings while an expert takes a decline back, none leaves a closed meeting with an open check', async () => {
  const meetings = await settledMeetings()
  const meetingIds = meetings.map(({ meetingId }) => meetingId)
  const signed = meetings.map(({ attendee }) => attendee.attendeeId)
  await sql`update labor_agreement set signature_status = 'signed' where attendee_id = any(${signed}::bigint[])`.execute(
    api.db,
  )
  const expert = await world.expert()
  await sql`update meeting set current_stage = 'approved' where meeting_id = ${meetingIds[0]!}`.execute(
    api.db,
  )
  const undecided = await world.attendees(meetingIds, '1000', { phone: expert.phone })
  const ids = undecided.map(({ attendeeId }) => attendeeId)
  await sql`update meeting_attendee set reply = 'declined', reply_reason = '门诊', reply_time = now()
    where attendee_id = any(${ids}::bigint[])`.execute(api.db)
  await sql`update meeting set current_stage = 'settlement' where meeting_id = ${meetingIds[0]!}`.execute(
    api.db,
  )
  await setPolicy('signatures')
  const races = undecided.map(({ meetingId, attendeeId }) => ({
    meetingId,
    change: () => expert.attempt(attendeeRoutes.reply, { body: { attendeeId, reply: 'accepted' } }),
  }))
  assert.deepEqual(await closedWhileOpen(races), [])
})

it('GATE-3: of fifty closings while a fee rises or an invoice is added, none leaves a closed meeting with an open check', async () => {
  const admin = await api.admin()
  await admin.call(gateRoutes.createPolicy, {
    body: {
      validFrom: seasonClock.today(),
      rules: (['feesWithinBudget', 'duplicateInvoices'] as const).map((check) => ({
        stage: 'closed' as const,
        check,
        mode: 'block' as const,
      })),
    },
  })
  const meetings = await Promise.all(
    (await settledMeetings({ laborBudget: '5000' })).map(async ({ meetingId, attendee }, place) => {
      const invoiceNumber = `2642700000037559${String(place).padStart(4, '0')}`
      await executor.call(materialRoutes.meetingInvoice.create, { body: { meetingId, invoiceNumber } })
      return { meetingId, attendee, invoiceNumber }
    }),
  )
  const races = meetings.map(({ meetingId, attendee, invoiceNumber }, place) => ({
    meetingId,
    change: () =>
      place % 4 < 2
        ? executor.attempt(attendeeRoutes.update, {
            body: { attendeeId: attendee.attendeeId, version: attendee.version, laborFee: '6000' },
          })
        : executor.attempt(materialRoutes.meetingInvoice.create, { body: { meetingId, invoiceNumber } }),
  }))
  assert.deepEqual(await closedWhileOpen(races), [])
})

it('GATE-2 GATE-3: a policy that changes while meetings are closed decides every closing that is sent after it', async () => {
  await setPolicy('duplicateInvoices')
  const meetings = (await settledMeetings()).map(({ meetingId }) => meetingId)
  const close = (meetingId: number) =>
    manager.attempt(meetingRoutes.changeStage, { body: { meetingId, currentStage: 'closed' } })
  const first = meetings.slice(0, RACES / 2).map(close)
  await setPolicy('signatures')
  const second = await Promise.all(meetings.slice(RACES / 2).map(close))
  assert.deepEqual(new Set(second.map(({ error }) => error?.error)), new Set(['GATE_NOT_MET']))
  for (const { status, error } of await Promise.all(first))
    assert.ok(status === 200 || error?.error === 'GATE_NOT_MET')
})
