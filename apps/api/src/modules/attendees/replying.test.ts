// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes as routes, type AttendeeReply } from '@consilium/contract/attendees/attendees.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { SMS_CODE, startApi, type User } from '../../../test/harness.ts'
import { drawnSignature, openWorld } from '../../../test/meeting-world.ts'
import { movableClock } from '../../../test/movable-clock.ts'

const OPEN_UNTIL = '2026-12-01 18:00:00'
const OVER_SINCE = '2026-11-20 09:00:00'
const START = '2026-12-05 09:00:00'
const MINUTE_MS = 60_000
const ROUNDS = 6
const ROUND_STEP_MS = 60

const clock = movableClock()
const api = await startApi({ clock })
after(() => api.close())
const world = await openWorld(api)
const { executor } = world

async function invited(given: Parameters<typeof world.meeting>[0] = {}) {
  const { meetingId } = await world.meeting({
    scheduleStartTime: START,
    invitationDeadline: OPEN_UNTIL,
    ...given,
  })
  const expert = await world.expert()
  const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
  return { expert, attendeeId, meetingId }
}

const answer = (by: User, attendeeId: number, reply: AttendeeReply, reason?: string) =>
  by.attempt(routes.reply, { body: { attendeeId, reply, ...(reason === undefined ? {} : { reason }) } })

const find = (by: User, attendeeId: number) => by.call(routes.get, { params: { attendeeId } })

async function told(by: User): Promise<string[]> {
  const { rows } = await by.call(messageRoutes.list, { query: { kind: 'invitationReply' } })
  return rows.map(({ content }) => content)
}

describe('WEB-26: the answer to an invitation', () => {
  it('WEB-26: is given and changed by the invited expert alone, and the executor is told each time', async () => {
    const { expert, attendeeId } = await invited({
      contactName: '王会务',
      contactPhone: '010-8888 6666',
      scheduleAgenda: '09:00 开幕',
    })
    const before = await find(expert, attendeeId)
    assert.deepEqual([before.reply, before.replyUntil, before.abilities.reply], [null, OPEN_UNTIL, true])
    const { invitation } = before
    assert.deepEqual(
      [invitation.contactName, invitation.contactPhone, invitation.agenda],
      ['王会务', '010-8888 6666', '09:00 开幕'],
    )
    const stranger = await world.expert()
    assert.equal((await answer(stranger, attendeeId, 'accepted')).status, 404)
    assert.equal((await answer(executor, attendeeId, 'accepted')).status, 403)

    const accepted = await answer(expert, attendeeId, 'accepted')
    assert.deepEqual([accepted.data.reply, accepted.data.version], ['accepted', before.version])
    assert.equal((await answer(expert, attendeeId, 'accepted')).status, 200)
    const count = (await told(executor)).length
    assert.match((await told(executor))[0] ?? '', /参加/)

    const unexplained = await answer(expert, attendeeId, 'declined', ' ')
    assert.deepEqual([unexplained.status, unexplained.error?.error], [400, 'REPLY_REASON_MISSING'])
    assert.equal((await answer(expert, attendeeId, 'declined', '门诊冲突')).status, 200)
    assert.equal((await told(executor)).length, count + 1, 'a repeated answer is told once')
    assert.match((await told(executor))[0] ?? '', /门诊冲突/)
    const seen = await find(executor, attendeeId)
    assert.deepEqual([seen.reply, seen.replyReason], ['declined', '门诊冲突'])
    const bySponsor = await find(world.sponsor, attendeeId)
    assert.deepEqual([bySponsor.reply, bySponsor.replyReason], ['declined', null])
    const { rows } = await executor.call(routes.list, { query: { reply: 'declined' } })
    assert.deepEqual(
      rows.map((row) => row.attendeeId),
      [attendeeId],
    )
  })

  it('WEB-26: is final after the deadline, or after the start if there is none', async () => {
    const soon = clock.wire(new Date(clock.now().getTime() + 2 * MINUTE_MS))
    const over = [
      await invited({ invitationDeadline: soon }),
      await invited({ invitationDeadline: null, scheduleStartTime: OVER_SINCE }),
    ]
    clock.advance(4 * MINUTE_MS)
    for (const { expert, attendeeId } of over) {
      const refused = await answer(expert, attendeeId, 'accepted')
      assert.deepEqual([refused.status, refused.error?.error], [409, 'REPLY_CLOSED'])
      assert.equal((await find(expert, attendeeId)).abilities.reply, false)
    }
    // An invitation that is sent after the deadline is not over when it arrives.
    for (const given of [{ scheduleStartTime: null }, { invitationDeadline: OVER_SINCE }]) {
      const open = await invited({ invitationDeadline: null, ...given })
      assert.equal((await answer(open.expert, open.attendeeId, 'accepted')).status, 200)
    }
  })

  it('WEB-26: declining keeps the agreement from being signed and reminded of until the expert accepts', async () => {
    const { expert, attendeeId } = await invited()
    await world.readContract(expert, attendeeId)
    await answer(expert, attendeeId, 'declined', '出差')
    const read = await expert.call(agreementRoutes.get, { params: { attendeeId } })
    assert.deepEqual(read.obstacles, ['invitationDeclined'])
    const signing = await expert.attempt(agreementRoutes.signCode, { body: { attendeeId } })
    assert.equal(signing.error?.error, 'INVITATION_DECLINED')
    const reminded = await executor.call(routes.remind, { body: { attendeeIds: [attendeeId] } })
    assert.deepEqual(
      reminded.map(({ outcome }) => outcome),
      ['notDue'],
    )
    await answer(expert, attendeeId, 'accepted')
    await world.sign(expert, attendeeId)
    const late = await answer(expert, attendeeId, 'declined', '出差')
    assert.deepEqual([late.status, late.error?.error], [409, 'AGREEMENT_SIGNED'])
  })

  it('WEB-26: of a signing and a declining at once one takes effect', async () => {
    const outcomes: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const { expert, attendeeId } = await invited()
      await world.drawUp(expert, attendeeId)
      const body = { attendeeId, handsign: drawnSignature(), smsCode: SMS_CODE, consent: true as const }
      const replies = await Promise.all([
        expert.attempt(agreementRoutes.sign, { body }),
        sleep(round * ROUND_STEP_MS).then(() => answer(expert, attendeeId, 'declined', '冲突')),
      ])
      assert.deepEqual(
        replies.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 409],
      )
      const { reply, signatureStatus } = await find(expert, attendeeId)
      assert.equal(signatureStatus === 'signed', reply !== 'declined')
      outcomes.push(signatureStatus)
    }
    assert.ok(outcomes.includes('unsigned'), 'declining at the same moment wins at least once')
  })

  it('WEB-26: whom experts call is a phone number, which can be emptied', async () => {
    const { meetingId } = await world.meeting()
    const { version } = await executor.call(meetingRoutes.get, { params: { meetingId } })
    const change = (contactPhone: string) =>
      executor.attempt(meetingRoutes.update, { body: { meetingId, version, contactPhone } })
    const refused = await change('javascript:alert(1)')
    assert.deepEqual(
      [refused.status, refused.error?.details?.map(({ field }) => field)],
      [400, ['contactPhone']],
    )
    assert.equal((await change('+86 10 8888 6666')).data.contactPhone, '+86 10 8888 6666')
  })
})
