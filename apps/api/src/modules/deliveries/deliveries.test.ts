// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { DEFAULT_LIMITS, deliveryRoutes as routes } from '@consilium/contract/notices/deliveries.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { SENT_KINDS } from '@consilium/contract/notices/notice-kinds.ts'
import { noticeRoutes } from '@consilium/contract/notices/preferences.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { startApi, type ExpertUser, type User } from '../../../test/harness.ts'
import { openWorld } from '../../../test/meeting-world.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { refusalOf } from '../../../test/outcomes.ts'
import { startSmsGateway, until } from '../../../test/sms-gateway.ts'

const RECEIPT_SECRET = 'a-secret-of-receipts'
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const FEE = '7654.32'
const LINK = /http:\/\/localhost:4321\/n\/([2-9A-Za-z]{8})$/

const gateway = await startSmsGateway()
const clock = movableClock()
const api = await startApi({
  clock,
  env: {
    SMS_WEBHOOK_URL: gateway.url,
    PUBLIC_URL: 'http://localhost:4321',
    NOTICE_RECEIPT_SECRET: RECEIPT_SECRET,
  },
})
after(async () => {
  await api.close()
  await gateway.close()
})
const world = await openWorld(api)
const { executor, rival, sponsor, manager } = world
const admin = await api.admin()

/** The text messages to an expert about meetings; its audit was told as well. */
const textsTo = ({ phone }: ExpertUser) =>
  gateway.to(phone).filter(({ text }) => !text?.['zh-CN']?.includes('审核'))

const listOf = async (attendeeId: number, caller: User = executor) =>
  (await caller.call(routes.list, { query: { attendeeId } })).rows
const textOf = (attendeeId: number) =>
  until(
    async () =>
      (await listOf(attendeeId)).find(({ channel, state }) => channel === 'sms' && state !== 'queued'),
    'the text message is settled',
  )
const invite = async (expert: ExpertUser, meetingId?: number) => {
  const meeting = meetingId ?? (await world.meeting()).meetingId
  return world.attendee(meeting, { phone: expert.phone, laborFee: FEE })
}

describe('NOT-1 NOT-7: deliveries of notices', () => {
  it('NOT-1: an invitation is one notice with a delivery for each channel, and the text message leads to it', async () => {
    const expert = await world.expert()
    const { attendeeId } = await invite(expert)
    const sent = await textOf(attendeeId)
    assert.deepEqual([sent.state, sent.kind, sent.attempts], ['sent', 'meetingInvitation', 1])
    const [texted, ...others] = textsTo(expert)
    assert.equal(others.length, 0)
    const text = texted?.text?.['zh-CN'] ?? ''
    assert.ok(!text.includes(FEE) && !text.includes(expert.name) && !text.includes(expert.phone), text)
    const code = LINK.exec(text)?.[1] ?? ''
    assert.deepEqual(await expert.call(noticeRoutes.openLink, { params: { code } }), {
      resource: 'meetingAttendee',
      id: attendeeId,
    })
    for (const other of [executor, admin]) {
      const opened = await other.attempt(noticeRoutes.openLink, { params: { code } })
      assert.equal(refusalOf(opened).error, 'NOT_FOUND')
    }
    assert.equal((await api.anonymous.attempt(noticeRoutes.openLink, { params: { code } })).status, 401)
    const expires = (ms: number) =>
      api.db
        .updateTable('notice_link')
        .set({ expire_time: clock.wire(new Date(clock.now().getTime() + ms)) })
        .where('code', '=', code)
        .execute()
    await expires(MINUTE_MS)
    assert.equal((await expert.attempt(noticeRoutes.openLink, { params: { code } })).status, 200)
    await expires(-1000)
    assert.equal((await expert.attempt(noticeRoutes.openLink, { params: { code } })).status, 404)
    const channels = (await listOf(attendeeId)).map(({ channel, state }) => `${channel} ${state}`)
    assert.deepEqual(channels.toSorted(), ['portal delivered', 'sms sent'])
  })

  it('NOT-1: while the gateway hangs, inviting is answered; afterwards each text is sent under its first id', async () => {
    gateway.answers(null)
    const experts = [await world.expert(), await world.expert()]
    const invited = []
    for (const expert of experts) invited.push(await invite(expert))
    for (const expert of experts) {
      const { total } = await expert.call(messageRoutes.list, { query: { kind: 'meetingInvitation' } })
      assert.equal(total, 1)
      await until(() => textsTo(expert).length > 0, 'the gateway was asked')
    }
    for (const { attendeeId } of invited) {
      const sms = (await listOf(attendeeId)).find(({ channel }) => channel === 'sms')
      assert.equal(sms?.state, 'queued')
    }
    gateway.answers(200)
    for (const [place, { attendeeId }] of invited.entries()) {
      assert.equal((await textOf(attendeeId)).state, 'sent')
      assert.equal(new Set(textsTo(experts[place]!).map(({ id }) => id)).size, 1)
    }
  })

  it('NOT-7: a refusal is final and said, a receipt settles what was sent, and an operator sends again', async () => {
    gateway.answers(400)
    const expert = await world.expert()
    const { attendeeId } = await invite(expert)
    const waiting = await until(
      async () =>
        (await listOf(attendeeId)).find(({ channel, reason }) => channel === 'sms' && reason !== null),
      'the refusal is noted',
    )
    gateway.answers(200)
    assert.match(waiting.reason ?? '', /400/)
    if (waiting.state === 'queued') clock.advance(60_000)
    else await admin.call(routes.resend, { params: { deliveryId: waiting.deliveryId } })
    const sent = await until(
      async () =>
        (await listOf(attendeeId)).find(({ channel, state }) => channel === 'sms' && state === 'sent'),
      'it is sent again',
    )
    const ids = new Set(textsTo(expert).map(({ id }) => id))
    assert.equal(ids.size, 1)
    const again = await admin.attempt(routes.resend, { params: { deliveryId: sent.deliveryId } })
    assert.equal(refusalOf(again).error, 'DELIVERY_NOT_REPEATABLE')
    const report = (secret: string, body: object) =>
      api.raw(`/notice/receipt/webhook/${secret}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const [id] = ids
    assert.equal((await report('a-secret-of-nobody', [{ id, delivered: true }])).status, 404)
    assert.equal((await textOf(attendeeId)).state, 'sent')
    assert.equal(
      (
        await report(RECEIPT_SECRET, [
          { id, delivered: true },
          { id: 'unknown', delivered: false },
        ])
      ).status,
      200,
    )
    assert.equal((await textOf(attendeeId)).state, 'delivered')
    assert.equal((await report(RECEIPT_SECRET, [{ id, delivered: false }])).status, 200)
    assert.equal((await textOf(attendeeId)).state, 'delivered')
  })

  it('NOT-7: who runs a meeting sees what its experts were sent, and no other organization does', async () => {
    const expert = await world.expert()
    const { attendeeId, meetingId } = await invite(expert)
    await textOf(attendeeId)
    const sms = (await listOf(attendeeId)).find(({ channel }) => channel === 'sms')
    assert.equal(sms?.name, expert.name)
    assert.ok(!JSON.stringify(sms?.params).includes(FEE) && !JSON.stringify(sms).includes(expert.phone))
    const seen = async (query: object, caller: User = rival) =>
      (await caller.call(routes.list, { query })).total
    assert.deepEqual(
      [await seen({ attendeeId }), await seen({ meetingId }), await seen({ userId: expert.userId })],
      [0, 0, 0],
    )
    assert.ok((await seen({ attendeeId }, manager)) > 0)
    assert.deepEqual(
      (await executor.call(routes.list, { query: { pageSize: 100 } })).rows.filter(
        (row) => row.attendeeId === null,
      ),
      [],
    )
    assert.equal((await sponsor.attempt(routes.list, {})).status, 403)
    assert.equal((await expert.attempt(routes.list, {})).status, 403)
    const unreached = { query: { meetingId } }
    assert.deepEqual((await executor.call(routes.unreached, unreached)).attendees, [])
    assert.equal(refusalOf(await rival.attempt(routes.unreached, unreached)).error, 'NOT_FOUND')
    await api.db.updateTable('sys_user').set({ phone: null }).where('user_id', '=', expert.userId).execute()
    assert.deepEqual((await executor.call(routes.unreached, unreached)).attendees, [
      { attendeeId, name: expert.name },
    ])
    const other = await world.meeting()
    const alone = await world.attendee(other.meetingId, {
      phone: (await world.expert()).phone,
      laborFee: FEE,
    })
    assert.equal((await textOf(alone.attendeeId)).state, 'sent')
  })

  it('NOT-8: a text message of more than 70 characters counts as several, as providers charge it', async () => {
    const expert = await world.expert()
    const units = []
    for (const meetingName of ['短会', '长'.repeat(35)]) {
      const { meetingId } = await world.meeting()
      const { version } = await manager.call(meetingRoutes.get, { params: { meetingId } })
      await manager.call(meetingRoutes.update, { body: { meetingId, version, meetingName } })
      const { attendeeId } = await invite(expert, meetingId)
      await textOf(attendeeId)
      const row = await api.db
        .selectFrom('delivery')
        .select('units')
        .where('attendee_id', '=', attendeeId)
        .where('channel', '=', 'sms')
        .executeTakeFirstOrThrow()
      units.push(row.units)
    }
    assert.deepEqual(units, [1, 2])
    const { channels } = await admin.call(routes.channels, {})
    const sms = channels.find(({ channel }) => channel === 'sms')!
    assert.ok(sms.units > sms.sent, JSON.stringify(sms))
  })

  it('NOT-7: codes go out as before and are logged without the code', async () => {
    const phone = '13912345678'
    await api.anonymous.call(accountRoutes.smsCode, { body: { phone } })
    const [texted] = gateway.to(phone)
    assert.equal(texted?.kind, 'code')
    const logged = await until(
      async () => (await admin.call(routes.list, { query: { kind: 'code' } })).rows[0],
      'the code is logged',
    )
    assert.deepEqual([logged.state, logged.userId], ['sent', null])
    assert.ok(!JSON.stringify(logged).includes(texted?.code ?? ''))
    const { channels } = await admin.call(routes.channels, {})
    const sms = channels.find(({ channel }) => channel === 'sms')
    assert.ok((sms?.sent ?? 0) > 0 && sms?.waiting === 0, JSON.stringify(sms))
  })
})

describe('NOT-6: what people want to be told', () => {
  it('NOT-6: people choose among the kinds that may reach them, and every kind is somebody’s', async () => {
    const kindsOf = async (user: User) =>
      (await user.call(noticeRoutes.preferences, {})).kinds.map(({ kind }) => kind)
    const [ofExpert, ofExecutor, ofAdmin] = [
      await kindsOf(await world.expert()),
      await kindsOf(executor),
      await kindsOf(admin),
    ]
    assert.ok(ofExpert.includes('meetingInvitation') && !ofExpert.includes('filingDue'))
    assert.ok(ofExecutor.includes('filingDue') && !ofExecutor.includes('meetingInvitation'))
    assert.ok(ofAdmin.includes('noticeLimit') && !ofExecutor.includes('noticeLimit'))
    const all = new Set([...ofExpert, ...ofExecutor, ...ofAdmin])
    assert.deepEqual([...all].toSorted(), SENT_KINDS.toSorted())
  })

  it('NOT-6: signing, security and payment cannot be off everywhere; other kinds can', async () => {
    const expert = await world.expert()
    const before = await expert.call(noticeRoutes.preferences, {})
    assert.deepEqual([before.quietFrom, before.quietUntil, before.digestAt], ['21:00', '08:00', '08:30'])
    assert.equal(before.channels.sms, `${expert.phone.slice(0, 3)}****${expert.phone.slice(-4)}`)
    const change = (kinds: object[]) =>
      expert.attempt(noticeRoutes.changePreferences, { body: { kinds } as never })
    for (const kind of ['agreementReady', 'factorsReset', 'filingDue'])
      for (const off of [
        { kind, mode: 'off', sms: true, mail: true },
        { kind, mode: 'now', sms: false, mail: false },
      ])
        assert.deepEqual(refusalOf(await change([off])).error, 'NOTICE_REQUIRED')
    const off = { kind: 'meetingInvitation', mode: 'off', sms: true, mail: true }
    assert.equal((await change([off])).status, 200)
    assert.equal((await change([off, off])).status, 400)
    const { attendeeId } = await invite(expert)
    const settled = await textOf(attendeeId)
    assert.deepEqual([settled.state, settled.reason], ['suppressed', 'OFF'])
    assert.equal(textsTo(expert).length, 0)
  })
})

describe('NOT-8: limits', () => {
  it('NOT-8: the operator is told at 80 %, at 100 % notices that may stop do so, and signing and codes go on', async () => {
    const { limits } = await admin.call(routes.limits, {})
    const whole = limits.find(({ orgId, channel }) => orgId === null && channel === 'sms')!
    const used = whole.sentToday
    const perDay = used + 5
    await admin.call(routes.setLimit, {
      body: { orgId: null, channel: 'sms', perDay: 1_000_000, perMonth: 1_000_000 },
    })
    const { orgId } = executor
    const own = limits.find((limit) => limit.orgId === orgId && limit.channel === 'sms')
    const left = (own?.sentToday ?? 0) + 2
    await admin.call(routes.setLimit, { body: { orgId, channel: 'sms', perDay: left, perMonth: 1_000_000 } })
    assert.ok(perDay > 0)
    const results: string[] = []
    for (let n = 0; n < 3; n++) {
      const { attendeeId } = await invite(await world.expert())
      const { state, reason } = await textOf(attendeeId)
      results.push(`${state} ${reason ?? ''}`.trim())
    }
    assert.deepEqual(results, ['sent', 'sent', 'suppressed LIMIT'])
    const told = await until(async () => {
      const { rows } = await admin.call(messageRoutes.list, { query: { kind: 'noticeLimit' } })
      return rows.some(({ title }) => title.includes('100%')) && rows
    }, 'the operator is told')
    assert.equal(new Set(told.map(({ title }) => title)).size, told.length)
    const phone = '13912345679'
    await api.anonymous.call(accountRoutes.smsCode, { body: { phone } })
    assert.equal(gateway.to(phone).length, 1)
    const meeting = await world.meeting()
    const expert = await world.expert()
    const { attendeeId } = await world.attendee(meeting.meetingId, { phone: expert.phone, laborFee: FEE })
    const [outcome] = await executor.call(attendeeRoutes.remind, { body: { attendeeIds: [attendeeId] } })
    assert.equal(outcome?.outcome, 'reminded')
    const reminder = await until(
      async () =>
        (await listOf(attendeeId)).find(
          ({ channel, isReminder, state }) => channel === 'sms' && isReminder && state !== 'queued',
        ),
      'the reminder is settled',
    )
    assert.deepEqual([reminder.state, reminder.reason], ['suppressed', 'LIMIT'])
    await admin.call(routes.setLimit, {
      body: { orgId, channel: 'sms', perDay: 1_000_000, perMonth: 1_000_000 },
    })
  })
})

it('NOT-8: a main account sees what its organization may send and has sent, and nothing of others', async () => {
  const { limits } = await executor.call(routes.ownLimits, {})
  assert.deepEqual(
    limits.map(({ orgId, channel, perDay }) => [orgId, channel, perDay]),
    [
      [executor.orgId, 'sms', 1_000_000],
      [executor.orgId, 'mail', DEFAULT_LIMITS.mail.organization.perDay],
    ],
  )
  assert.ok(limits[0]!.sentToday > 0 && limits[0]!.sentToday <= limits[0]!.sentThisMonth)
  for (const user of [rival, sponsor]) {
    const own = await user.call(routes.ownLimits, {})
    const sms = DEFAULT_LIMITS.sms.organization
    assert.deepEqual(
      own.limits.map(({ orgId, sentToday }) => [orgId, sentToday]),
      [
        [user.orgId, 0],
        [user.orgId, 0],
      ],
    )
    assert.deepEqual([own.limits[0]!.perDay, own.limits[0]!.perMonth], [sms.perDay, sms.perMonth])
  }
  const person = await api.person(executor, 'supervisor')
  for (const user of [admin, manager, person])
    assert.equal((await user.attempt(routes.ownLimits, {})).status, 403)
})

/** As it is stored: nobody is logged in any more when hours have passed. */
const stored = async (attendeeId: number) =>
  (
    await api.db
      .selectFrom('delivery')
      .select(['state', 'digest_id as digestId'])
      .where('attendee_id', '=', attendeeId)
      .where('channel', '=', 'sms')
      .execute()
  )[0]

describe('NOT-6: hours pass', () => {
  it('NOT-6: quiet hours hold a text back, and a digest gathers a day’s notices until 08:30 and goes out once', async () => {
    const [held, gathered] = [await world.expert(), await world.expert()]
    const minutes = (ms: number) => clock.wire(new Date(clock.now().getTime() + ms)).slice(11, 16)
    const body = { quietFrom: minutes(-HOUR_MS), quietUntil: minutes(HOUR_MS) }
    await held.call(noticeRoutes.changePreferences, { body })
    const kinds = [{ kind: 'meetingInvitation' as const, mode: 'digest' as const, sms: true, mail: true }]
    await gathered.call(noticeRoutes.changePreferences, { body: { kinds } })
    const waits = await invite(held)
    const parts = [await invite(gathered), await invite(gathered)]
    const dueTimeOf = ({ attendeeId }: { attendeeId: number }) =>
      until(
        async () => (await listOf(attendeeId)).find(({ channel }) => channel === 'sms')?.dueTime ?? undefined,
        'the delivery is written',
      )
    assert.equal((await dueTimeOf(waits)).slice(11), `${body.quietUntil}:00`)
    for (const part of parts) assert.match(await dueTimeOf(part), / 08:30:00$/)
    assert.deepEqual([textsTo(held).length, textsTo(gathered).length], [0, 0])
    clock.advance(HOUR_MS + 60_000)
    await until(() => textsTo(held).length > 0, 'the quiet hours are over')
    assert.equal(textsTo(gathered).length, 0)
    clock.advance(22 * HOUR_MS)
    await until(async () => {
      const states = await Promise.all(parts.map(({ attendeeId }) => stored(attendeeId)))
      return states.every((each) => each?.state === 'sent')
    }, 'the digest is sent with its parts')
    assert.deepEqual([textsTo(held).length, textsTo(gathered).length], [1, 1])
    assert.match(textsTo(gathered)[0]?.text?.['zh-CN'] ?? '', /2条/)
  })

  it('NOT-7: deliveries are kept 183 days, and links until they expire', async () => {
    const from = (ms: number) => clock.wire(new Date(clock.now().getTime() + ms))
    const kept = 183 * 24 * HOUR_MS
    const row = { kind: 'code', channel: 'sms', state: 'sent', params: '{}' } as const
    const inserted = await api.db
      .insertInto('delivery')
      .values([MINUTE_MS - kept, -MINUTE_MS - kept].map((ms) => ({ ...row, create_time: from(ms) })))
      .returning('delivery_id as deliveryId')
      .execute()
    const link = { user_id: executor.userId, resource: 'meeting', record_id: 1 }
    await api.db
      .insertInto('notice_link')
      .values([
        { ...link, code: 'linkkept', expire_time: from(MINUTE_MS) },
        { ...link, code: 'linkgone', expire_time: from(-MINUTE_MS) },
      ])
      .execute()
    await api.app.purge()
    const links = await api.db
      .selectFrom('notice_link')
      .select('code')
      .where('code', 'like', 'link%')
      .execute()
    assert.deepEqual(links, [{ code: 'linkkept' }])
    const left = await api.db
      .selectFrom('delivery')
      .select('delivery_id as deliveryId')
      .where(
        'delivery_id',
        'in',
        inserted.map(({ deliveryId }) => deliveryId),
      )
      .execute()
    assert.deepEqual(left, inserted.slice(0, 1))
  })
})
