// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { agreementRoutes as routes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { sql } from 'kysely'
import { down, up } from '../../../migrations/0186_amendments_are_decisions.ts'
import { SMS_CODE, type User } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import { drawnSignature, openWorld, seasonClock } from '../../../test/meeting-world.ts'
import { refusalOf } from '../../../test/outcomes.ts'

const AT_ONCE = 20

const api = await sharedApi({ after }, seasonClock)
const world = await openWorld(api)
const { executor, manager } = world
const { meetingId } = await world.meeting()

/** A signed agreement, and what may happen to another fee for it. */
async function signed(at = meetingId) {
  const expert = await world.expert()
  const { attendeeId, version } = await world.attendee(at, { phone: expert.phone, laborFee: '5000' })
  await world.sign(expert, attendeeId)
  let read = version
  const params = { attendeeId }
  return {
    expert,
    attendeeId,
    propose: async (laborFee: string, by: User = executor) => {
      const body = { attendeeId, version: read, laborFee, reason: `改为 ${laborFee}` }
      ;({ version: read } = await by.call(attendeeRoutes.update, { body }))
    },
    decline: (reason?: string) => expert.attempt(routes.decline, { body: { attendeeId, reason } }),
    takeBack: () => executor.attempt(attendeeRoutes.withdrawAmendment, { params }),
    sign: () => world.signAmendment(expert, attendeeId),
    shown: async () => (await executor.call(attendeeRoutes.get, { params })).amendment,
    decisions: () =>
      api.db
        .selectFrom('decision')
        .selectAll()
        .where('kind', '=', 'agreementAmendment')
        .where('record_id', '=', attendeeId)
        .orderBy('decision_id')
        .execute(),
  }
}

it('HSE-26 TRU-7: another fee is asked for by one person and decided by the expert, and each way it ends says who did it', async () => {
  const { expert, propose, decline, takeBack, sign, shown, decisions } = await signed()
  await propose('6000')
  await propose('6100', manager)
  await takeBack()
  await propose('6200')
  const [, , waiting] = await decisions()
  assert.deepEqual(
    [waiting?.state, waiting?.asked_by, waiting?.reason],
    ['pending', executor.userId, '改为 6200'],
  )
  assert.equal(waiting?.content_sha256?.length, 32)
  assert.equal((await shown())?.proposedTime, waiting?.asked_time)
  await decline('与约定不符')
  assert.deepEqual([(await shown())?.status, (await shown())?.declineReason], ['declined', '与约定不符'])
  await propose('6300')
  await sign()
  assert.equal((await shown())?.status, 'signed')
  assert.deepEqual(
    (await decisions()).map((row) => [row.state, row.asked_by, row.decided_by, row.opinion]),
    [
      ['superseded', executor.userId, null, null],
      ['withdrawn', manager.userId, executor.userId, null],
      ['refused', executor.userId, expert.userId, '与约定不符'],
      ['approved', executor.userId, expert.userId, null],
    ],
  )
})

it('HSE-26 TRU-7: a fee that is put back to what is signed is taken back by whoever did that', async () => {
  const { propose, shown, decisions } = await signed()
  await propose('6000')
  await propose('5000', manager)
  assert.equal((await shown())?.status, 'withdrawn')
  const rows = await decisions()
  assert.deepEqual(
    rows.map(({ state, decided_by: by }) => [state, by]),
    [['withdrawn', manager.userId]],
  )
})

it('TRU-7: a fee that waits is computed anew for the executor who is to pay it, and its contract is discarded', async () => {
  const { orgId, userId: execUserId } = world.rival
  const found = await manager.call(organizationRoutes.get, { params: { orgId } })
  const rate = { orgId, version: found.version, surchargeRate: '0.035' }
  await manager.call(organizationRoutes.update, { body: rate })
  const meeting = await world.meeting()
  const { expert, attendeeId, propose } = await signed(meeting.meetingId)
  await propose('6000')
  const handTo = (body: { version: number; execUserId: number }) =>
    manager.call(meetingRoutes.update, { body: { meetingId: meeting.meetingId, ...body } })
  const read = async () => {
    const { amendment, surchargeAmount } = await manager.call(routes.get, { params: { attendeeId } })
    return [surchargeAmount, amendment?.surchargeAmount, amendment?.netAmount, amendment?.laborProtocol]
  }
  assert.deepEqual(await read(), ['2.97', '3.56', '4986.54', null])
  const handed = await handTo({ version: meeting.version, execUserId })
  assert.deepEqual(await read(), ['2.97', '2.08', '4988.02', null], 'no contract was drawn up yet')
  await expert.call(routes.contract, { body: { attendeeId } })
  assert.ok((await read()).at(-1), 'a contract is drawn up')
  await handTo({ version: handed.version, execUserId: executor.userId })
  assert.deepEqual(await read(), ['2.97', '3.56', '4986.54', null])
})

it('HSE-26: nobody decides on the own proposal, not even by SQL, and what differs from it is not signed', async () => {
  const { expert, attendeeId, propose, shown, decisions } = await signed()
  await propose('6000')
  const { decision_id: id } = (await decisions())[0]!
  for (const state of ['approved', 'refused'])
    await assert.rejects(
      sql`update decision set state = ${state}, decided_by = asked_by, decided_time = now()
        where decision_id = ${id}`.execute(api.db),
      (error: { constraint?: string }) => error.constraint === 'decision_two_people',
    )
  await sql`update agreement_amendment set payable_amount = payable_amount + 1, net_amount = net_amount + 1
    where decision_id = ${id}`.execute(api.db)
  await expert.call(routes.contract, { body: { attendeeId } })
  await world.requestCode(expert, attendeeId)
  const body = { attendeeId, handsign: drawnSignature(), smsCode: SMS_CODE, consent: true as const }
  const refused = refusalOf(await expert.attempt(routes.sign, { body }))
  assert.deepEqual([refused.status, refused.error], [409, 'STALE_RECORD'])
  assert.equal((await shown())?.status, 'proposed')
  assert.equal((await decisions())[0]?.state, 'pending')
})

it('HSE-26 TRU-7: of twenty who decline and take back at once one counts', async () => {
  const { propose, decline, takeBack, shown, decisions } = await signed()
  await propose('6000')
  const replies = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, at) => (at % 2 === 0 ? decline() : takeBack())),
  )
  assert.equal(replies.filter(({ status }) => status === 200).length, 1)
  const late = replies.filter(({ status }) => status !== 200)
  assert.deepEqual([...new Set(late.map((reply) => refusalOf(reply).error))], ['NOT_FOUND'])
  const { state } = (await decisions())[0]!
  const status = (await shown())?.status
  assert.ok(status === 'declined' ? state === 'refused' : status === 'withdrawn' && state === 'withdrawn')
})

it('HSE-26: amendments of before become decisions with what was known of them, and go on as they were', async () => {
  const agreements = [await signed(), await signed(), await signed(), await signed()] as const
  const [declined, taken, accepted, waiting] = agreements
  for (const { propose } of agreements) await propose('6000')
  await declined.decline('与约定不符')
  await taken.takeBack()
  await accepted.sign()
  const facts = () =>
    Promise.all(
      agreements.map(async ({ shown, decisions }) => {
        const rows = await decisions()
        const asked = rows.map((row) => [row.state, row.reason, row.asked_by, row.asked_time, row.opinion])
        return { shown: await shown(), asked, decidedBy: rows.map((row) => row.decided_by) }
      }),
    )
  const before = await facts()
  await down(api.db as never)
  assert.deepEqual((await declined.decisions()).length, 0)
  await up(api.db as never)
  // Who took one back was not written before.
  const expected = before.map((each, at) =>
    agreements[at] === taken ? { ...each, decidedBy: [null] } : each,
  )
  assert.deepEqual(await facts(), expected)
  assert.equal((await waiting.decisions())[0]?.content_sha256, null)
  await waiting.sign()
  const { state, decided_by: by } = (await waiting.decisions())[0]!
  assert.deepEqual([state, by], ['approved', waiting.expert.userId])
})
