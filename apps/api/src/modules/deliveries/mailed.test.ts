// Engine: postgres
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { after, it } from 'node:test'
import { ownMailRoutes } from '@consilium/contract/accounts/own-mail.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { deliveryRoutes } from '@consilium/contract/notices/deliveries.ts'
import { noticeTemplateRoutes as templateRoutes } from '@consilium/contract/notices/templates.ts'
import { makeServerCertificate, openMailServer } from '../../../test/channel-servers.ts'
import { startApi } from '../../../test/harness.ts'
import { openWorld, seasonClock } from '../../../test/meeting-world.ts'
import { refusalOf } from '../../../test/outcomes.ts'

const PUBLIC_URL = 'https://consilium.example'
const certificate = makeServerCertificate()
const server = await openMailServer(certificate)
const folder = mkdtempSync(join(tmpdir(), 'mail-ca-'))
writeFileSync(join(folder, 'ca.pem'), certificate.cert)
const api = await startApi({
  clock: seasonClock,
  env: {
    SMTP_URL: server.url,
    SMTP_CA_FILE: join(folder, 'ca.pem'),
    MAIL_FROM: 'notices@example.com',
    PUBLIC_URL,
    ALLOW_PUBLIC_DEVELOPMENT: 'yes',
  },
})
after(async () => {
  await api.close()
  await server.close()
  rmSync(folder, { recursive: true })
})
const world = await openWorld(api)

async function until(isDone: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let n = 0; n < 300; n++) {
    if (await isDone()) return
    await delay(100)
  }
  assert.fail(what)
}

it('NOT-3: an invitation arrives as mail at the confirmed address, one POST ends it, and three refusals mark the address', async () => {
  const expert = await world.expert()
  await expert.call(ownMailRoutes.propose, { body: { address: 'doc@example.com' } })
  const token = /token=([\w-]+)/.exec(server.state.mails.at(-1)?.text ?? '')?.[1] ?? ''
  await api.anonymous.call(ownMailRoutes.confirm, { body: { token } })
  const invite = async () => {
    const { meetingId } = await world.meeting()
    await world.attendee(meetingId, { phone: expert.phone })
  }
  const stateOf = (state: string) =>
    api.db
      .selectFrom('delivery')
      .select('reason')
      .where('user_id', '=', expert.userId)
      .where('channel', '=', 'mail')
      .where('state', '=', state as 'sent')
      .execute()

  server.state.behaviour = 'final'
  for (let n = 1; n <= 2; n++) {
    await invite()
    await until(async () => (await stateOf('failed')).length === n, `refusal ${n} was not noted`)
  }
  server.state.behaviour = 'ok'
  await invite()
  await until(() => server.state.mails.length === 2, 'no mail arrived')
  const mail = server.state.mails.at(-1)!
  const raw = Object.fromEntries(
    mail.headerLines.map(({ key, line }) => [key, line.replace(/^[^:]*:\s*/, '')]),
  )
  assert.equal(raw['list-unsubscribe-post'], 'List-Unsubscribe=One-Click')
  const address = raw['list-unsubscribe']!.replaceAll(/[<>\s]/g, '')
  assert.ok(address.startsWith(PUBLIC_URL))
  assert.ok(!/<img|<link|<script|src=/.test(String(mail.html)))

  server.state.behaviour = 'final'
  await invite()
  await until(
    async () => (await expert.call(ownMailRoutes.get, {})).unreachableSince !== null,
    'the address was not marked',
  )
  const one = await fetch(address.replace(PUBLIC_URL, new URL(api.baseUrl).origin), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  assert.equal(one.status, 200)
  const preference = await api.db
    .selectFrom('notice_preference')
    .selectAll()
    .where('user_id', '=', expert.userId)
    .where('kind', '=', 'meetingInvitation')
    .executeTakeFirst()
  assert.equal(preference?.mail, false)
})

it('NOT-1 NOT-2: the operator writes a text anew and sends it to itself; what nobody fills in and what providers refuse is refused by field', async () => {
  const [admin, operator] = [await api.admin(), await api.secondAdmin()]
  const { templates } = await admin.call(templateRoutes.list, {})
  const invitation = templates.find(({ kind }) => kind === 'meetingInvitation')!
  assert.deepEqual(
    [invitation.version, invitation.placeholders, invitation.createTime],
    [1, ['meeting'], null],
  )
  const texts = { zh: '诚邀您参会：{meeting}', en: 'Please come: {meeting}' }
  const change = (given: object, version = 1) =>
    admin.attempt(templateRoutes.change, {
      body: { kind: 'meetingInvitation', version, ...texts, ...given } as never,
    })
  for (const [given, error, field] of [
    [{ zh: '诚邀{name}参会' }, 'NOTICE_PLACEHOLDER_UNKNOWN', 'zh'],
    [{ en: 'Come {meeting' }, 'NOTICE_PLACEHOLDER_UNKNOWN', 'en'],
    [{ zh: '请看 https://example.com' }, 'NOTICE_TEXT_UNSAFE', 'zh'],
    [{ en: 'Mail me@example.com' }, 'NOTICE_TEXT_UNSAFE', 'en'],
    [{ zh: '【某公司】您好' }, 'NOTICE_TEXT_UNSAFE', 'zh'],
    [{ zh: '长'.repeat(61) }, 'VALIDATION_FAILED', 'zh'],
  ] as const) {
    const refused = refusalOf(await change(given))
    assert.deepEqual([refused.error, refused.fields], [error, [field]], JSON.stringify(given))
  }
  assert.equal((await operator.attempt(templateRoutes.list, {})).status, 200)
  assert.equal((await world.manager.attempt(templateRoutes.list, {})).status, 403)
  const [first, second] = await Promise.all([change({ zh: '甲'.repeat(60) }), change({})])
  const statuses = [first, second].map(({ status }) => String(status)).toSorted()
  assert.deepEqual(statuses, ['200', '409'], 'of two who write the second version one is refused')
  const written = await change({}, 2)
  assert.equal(written.data.version, 3)
  const same = await world.manager.attempt(templateRoutes.test, {
    body: { kind: 'meetingInvitation', channel: 'mail' },
  })
  assert.equal(same.status, 403)
  const nowhere = await operator.attempt(templateRoutes.test, {
    body: { kind: 'meetingInvitation', channel: 'mail' },
  })
  assert.equal(refusalOf(nowhere).error, 'NOTICE_ADDRESS_MISSING')
  server.state.behaviour = 'ok'
  await operator.call(ownMailRoutes.propose, { body: { address: 'op@example.com' } })
  const token = /token=([\w-]+)/.exec(server.state.mails.at(-1)?.text ?? '')?.[1] ?? ''
  await api.anonymous.call(ownMailRoutes.confirm, { body: { token } })
  const body = { kind: 'meetingInvitation', channel: 'mail' } as const
  const sent = await operator.call(templateRoutes.test, { body })
  assert.deepEqual(
    [sent.state, sent.kind, sent.templateVersion, sent.userId],
    ['sent', 'meetingInvitation', 3, operator.userId],
  )
  assert.equal(server.state.mails.at(-1)?.subject, '诚邀您参会：示例会议')
  server.state.behaviour = 'final'
  const failed = await operator.call(templateRoutes.test, { body })
  assert.equal(failed.state, 'failed')
  assert.match(failed.reason ?? '', /550/)
  const texted = await operator.call(templateRoutes.test, { body: { ...body, channel: 'sms' } })
  assert.deepEqual([texted.state, texted.provider], ['sent', 'file'])
  server.state.behaviour = 'ok'
  const expert = await world.expert()
  await expert.call(ownMailRoutes.propose, { body: { address: 'guest@example.com' } })
  const own = /token=([\w-]+)/.exec(server.state.mails.at(-1)?.text ?? '')?.[1] ?? ''
  await api.anonymous.call(ownMailRoutes.confirm, { body: { token: own } })
  const { meetingId, meetingName } = await world.meeting()
  const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
  await until(
    () => server.state.mails.at(-1)?.subject === `诚邀您参会：${meetingName}`,
    'the new text is sent',
  )
  const { rows } = await world.executor.call(deliveryRoutes.list, { query: { attendeeId, channel: 'mail' } })
  assert.equal(rows[0]?.templateVersion, 3)
})

it('NOT-3: a name with line breaks is one line in a subject, and a mail that would break is left out with its reason and sent once it is mended', async () => {
  const { manager, executor } = world
  const [admin, expert] = [await api.admin(), await world.expert()]
  await expert.call(ownMailRoutes.propose, { body: { address: 'broken@example.com' } })
  const token = /token=([\w-]+)/.exec(server.state.mails.at(-1)?.text ?? '')?.[1] ?? ''
  await api.anonymous.call(ownMailRoutes.confirm, { body: { token } })
  const invite = async (meetingName: string) => {
    const { meetingId } = await world.meeting()
    const { version } = await manager.call(meetingRoutes.get, { params: { meetingId } })
    await manager.call(meetingRoutes.update, { body: { meetingId, version, meetingName } })
    return (await world.attendee(meetingId, { phone: expert.phone })).attendeeId
  }
  const subjects = () =>
    server.state.mails
      .filter(({ to }) => [to].flat()[0]?.text === 'broken@example.com')
      .map(({ subject }) => subject ?? '')
      // The review of the expert is told by mail as well if it is not done before the address is confirmed.
      .filter((subject) => subject.startsWith('诚邀'))
  await invite('肝病\r\n研讨会')
  await until(() => subjects().length === 1, 'the invitation did not arrive')
  await invite('肝病\r\nBcc: all@example.com')
  await until(() => subjects().length === 2, 'the second one did not arrive')
  assert.deepEqual(subjects(), ['诚邀您参会：肝病 研讨会', '诚邀您参会：'])

  // As a restored backup or a program past the service may have left it.
  const text = { kind: 'meetingInvitation', version: 4, create_time: seasonClock.wire() }
  await api.db
    .insertInto('notice_template')
    .values({ ...text, zh: '邀请\r\nBcc: all@example.com', en: 'Invited' })
    .execute()
  const attendeeId = await invite('肝病研讨会')
  const settled = async (state: string) => {
    const { rows } = await executor.call(deliveryRoutes.list, { query: { attendeeId, channel: 'mail' } })
    return rows.find((row) => row.state === state)
  }
  await until(async () => (await settled('suppressed')) !== undefined, 'it was not left out')
  const left = await settled('suppressed')
  assert.equal(left?.reason, 'NOTICE_PARAM_INVALID subject')
  const { rows } = await executor.call(deliveryRoutes.list, { query: { attendeeId, channel: 'portal' } })
  assert.equal(rows[0]?.state, 'delivered')
  const body = { kind: 'meetingInvitation', version: 4, zh: '诚邀您参会', en: 'Please come' } as const
  await admin.call(templateRoutes.change, { body })
  await admin.call(deliveryRoutes.resend, { params: { deliveryId: left.deliveryId } })
  await until(async () => (await settled('sent')) !== undefined, 'it was not sent again')
  assert.deepEqual(subjects().slice(2), ['诚邀您参会'])
})
