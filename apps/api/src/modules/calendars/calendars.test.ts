// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { addressOf } from '@consilium/contract/addresses.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { calendarRoutes as routes } from '@consilium/contract/calendars/calendars.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { startApi, type ExpertUser } from '../../../test/harness.ts'
import { openWorld, seasonClock } from '../../../test/meeting-world.ts'

const api = await startApi({ clock: seasonClock })
after(() => api.close())
const world = await openWorld(api)

async function invite(expert: ExpertUser, given: Parameters<typeof world.meeting>[0]) {
  const { meetingId } = await world.meeting(given)
  return world.attendee(meetingId, { phone: expert.phone })
}

/** Reads as a calendar does, which knows the address only. */
async function subscribe(address: string): Promise<{ status: number; type: string; text: string }> {
  const { pathname } = new URL(address)
  const answered = await fetch(new URL(pathname, api.baseUrl))
  const type = answered.headers.get('content-type') ?? ''
  // Long lines are folded (RFC 5545, 3.1).
  return { status: answered.status, type, text: (await answered.text()).replaceAll('\r\n ', '') }
}

const linesOf = (text: string, property: string) =>
  text.split('\r\n').filter((line) => line.startsWith(`${property}:`) || line.startsWith(`${property};`))

describe('WEB-26: meetings in a calendar', () => {
  it('WEB-26: one meeting is a file with time, place and agenda, for its expert alone', async () => {
    const expert = await world.expert()
    const { attendeeId } = await invite(expert, {
      scheduleStartTime: '2026-12-05 09:00:00',
      scheduleEndTime: '2026-12-05 11:30:00',
      scheduleLocation: '北京；国际会议中心, 3 层',
      scheduleAgenda: '09:00 开幕\n10:00 讨论',
    })
    const params = { attendeeId }
    const { bytes } = await expert.call(routes.meeting, { params })
    const text = Buffer.from(bytes).toString().replaceAll('\r\n ', '')
    assert.deepEqual(linesOf(text, 'DTSTART'), ['DTSTART:20261205T010000Z'])
    assert.deepEqual(linesOf(text, 'DTEND'), ['DTEND:20261205T033000Z'])
    assert.deepEqual(linesOf(text, 'STATUS'), ['STATUS:TENTATIVE'])
    assert.deepEqual(linesOf(text, 'LOCATION'), ['LOCATION:北京；国际会议中心\\, 3 层'])
    assert.deepEqual(linesOf(text, 'DESCRIPTION'), ['DESCRIPTION:09:00 开幕\\n10:00 讨论'])
    assert.match(linesOf(text, 'URL')[0] ?? '', new RegExp(`/my-meetings/${attendeeId}$`))
    const other = await world.expert()
    assert.equal((await other.attempt(routes.meeting, { params })).status, 404)
    const undated = await invite(expert, {})
    const refused = await expert.attempt(routes.meeting, { params: { attendeeId: undated.attendeeId } })
    assert.equal(refused.error?.error, 'MEETING_UNSCHEDULED')
  })

  it('WEB-26: the feed has the own meetings that were not declined, and neither fees nor people', async () => {
    const expert = await world.expert()
    const coming = await invite(expert, { scheduleStartTime: '2026-12-05 09:00:00', contactName: '王会务' })
    const refused = await invite(expert, { scheduleStartTime: '2026-12-08 09:00:00' })
    const others = await invite(await world.expert(), { scheduleStartTime: '2026-12-09 09:00:00' })
    const body = { attendeeId: refused.attendeeId, reply: 'declined' as const, reason: '出差' }
    await expert.call(attendeeRoutes.reply, { body })
    await expert.call(attendeeRoutes.reply, { body: { attendeeId: coming.attendeeId, reply: 'accepted' } })
    assert.deepEqual(await expert.call(routes.feed, {}), { isOn: false, createTime: null })
    const { address } = await expert.call(routes.renewFeed, {})
    const { status, type, text } = await subscribe(address)
    assert.deepEqual([status, type], [200, 'text/calendar; charset=utf-8'])
    assert.deepEqual(
      linesOf(text, 'UID').map((line) => line.replace(/@.*/, '')),
      [`UID:attendee-${coming.attendeeId}`],
    )
    assert.deepEqual(linesOf(text, 'STATUS'), ['STATUS:CONFIRMED'])
    for (const secret of [
      expert.name,
      expert.phone,
      coming.payableAmount,
      '王会务',
      `-${others.attendeeId}@`,
    ])
      assert.ok(!text.includes(secret), secret)
  })

  it('WEB-26: the address is kept as a hash, renewed, ended, and dead with its account', async () => {
    const expert = await world.expert()
    const first = await expert.call(routes.renewFeed, {})
    const token = first.address.split('/').at(-1)!
    const rows = await api.db.selectFrom('calendar_feed').selectAll().execute()
    assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(token))
    assert.ok(rows.every(({ token_hash: hash }) => !hash.equals(Buffer.from(token, 'base64url'))))
    const second = await expert.call(routes.renewFeed, {})
    assert.deepEqual(
      [(await subscribe(first.address)).status, (await subscribe(second.address)).status],
      [404, 200],
    )
    const user = await world.manager.attempt(routes.renewFeed, {})
    assert.equal(user.status, 403)
    assert.equal((await expert.call(routes.endFeed, {})).isOn, false)
    assert.equal((await subscribe(second.address)).status, 404)
    const third = await expert.call(routes.renewFeed, {})
    const body = { expertId: expert.expertId, status: '1' as const }
    await world.manager.call(expertRoutes.changeStatus, { body })
    assert.equal((await subscribe(third.address)).status, 404)
    const wrong = addressOf(routes.readFeed, { token: 'x' })
    assert.equal((await subscribe(new URL(wrong, api.baseUrl).href)).status, 404)
  })
})
