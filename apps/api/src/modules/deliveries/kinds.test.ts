// Engine: only postgres
// It starts a second node, which tells administrators of a change.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { ownMailRoutes } from '@consilium/contract/accounts/own-mail.ts'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { approvalPolicyRoutes } from '@consilium/contract/approvals/approval-policies.ts'
import { approvalRoutes } from '@consilium/contract/approvals/approvals.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { batchRoutes } from '@consilium/contract/batches/batches.ts'
import { botRoutes } from '@consilium/contract/bots/bots.ts'
import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { secondFactorRoutes } from '@consilium/contract/login/second-factor.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { messageRoutes, type MessageKind } from '@consilium/contract/messages/messages.ts'
import { deliveryRoutes } from '@consilium/contract/notices/deliveries.ts'
import { NOTICE_KINDS, SENT_KINDS } from '@consilium/contract/notices/notice-kinds.ts'
import { paymentRoutes } from '@consilium/contract/payments/payments.ts'
import { planRoutes } from '@consilium/contract/plans/plans.ts'
import { sealRoutes } from '@consilium/contract/signing/seals.ts'
import { sql } from 'kysely'
import { generateSync } from 'otplib'
import { makeServerCertificate, openMailServer, openProvider } from '../../../test/channel-servers.ts'
import { freshName, startApi, type User } from '../../../test/harness.ts'
import { drawnSignature } from '../../../test/meeting-world.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { openBatchWorld } from '../../../test/batch-world.ts'
import { startSmsGateway, until } from '../../../test/sms-gateway.ts'
import { createEventLog } from '../../infra/event-log/event-log.ts'
import { createMessages } from '../messages/service.ts'
import { createNotices, WITHOUT_LINK } from '../notices/service.ts'
import { remindNow } from '../reminders/running.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const FEE = 7654
const EXPERT = '欧阳若兰'
const REASON = '课时由两天改为三天'

const [gateway, certificate] = [await startSmsGateway(), makeServerCertificate()]
const mails = await openMailServer(certificate)
const group = await openProvider({ ok: { errcode: 0 }, final: { errcode: 310000 } })
const folder = mkdtempSync(join(tmpdir(), 'kinds-ca-'))
writeFileSync(join(folder, 'ca.pem'), certificate.cert)
const clock = movableClock()
const api = await startApi({
  clock,
  env: {
    SMS_WEBHOOK_URL: gateway.url,
    SMTP_URL: mails.url,
    SMTP_CA_FILE: join(folder, 'ca.pem'),
    MAIL_FROM: 'notices@example.com',
    DINGTALK_BOT_URL: group.url,
    PUBLIC_URL: 'http://localhost:4321',
  },
})
after(async () => {
  await api.close()
  await gateway.close()
  await mails.close()
  await group.close()
  rmSync(folder, { recursive: true })
})
const world = await openBatchWorld(api, clock)
const { executor, manager, rival } = world
const admin = await api.admin()
const reminding = {
  db: api.db,
  clock,
  log: { error: (error: unknown) => assert.fail(String(error)) } as never,
  messages: createMessages({
    db: api.db,
    clock,
    events: { subscribe: () => {} },
    eventLog: createEventLog(),
  } as never),
  notices: createNotices({ db: api.db, clock, keys: null as never }, {}),
}

/** Gives an account a confirmed mail address. */
async function withMail<T extends User>(user: T): Promise<T> {
  const address = `${freshName('u')}@example.com`
  await user.call(ownMailRoutes.propose, { body: { address } })
  const mail = await until(
    () => mails.state.mails.find(({ to }) => [to].flat()[0]?.text === address),
    'the link arrives',
  )
  const token = /token=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? ''
  await api.anonymous.call(ownMailRoutes.confirm, { body: { token } })
  return user
}

const PROVED = new Map<MessageKind, number>()

/** Deliveries of a kind to an account, once none waits. */
async function deliveriesOf(userId: number, kind: MessageKind, count = 1) {
  const rows = () =>
    api.db
      .selectFrom('delivery')
      .select(['channel', 'state', 'reason', 'params', 'link_code as linkCode', 'gateway_id as gatewayId'])
      .select(['template_version as version', 'msg_id as msgId'])
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .orderBy('delivery_id')
      .execute()
  return until(async () => {
    const found = await rows()
    const isThere = found.filter(({ channel }) => channel === 'portal').length === count
    return isThere && found.every(({ state }) => state !== 'queued') && found
  }, `${kind} is delivered`)
}

/** A kind reaches its person by each channel of its rules, once, without a name, a number or a fee where others may look. */
async function assertTold(kind: MessageKind, user: User, count = 1): Promise<void> {
  const { sms, mail, textedByAccount } = NOTICE_KINDS[kind]
  const rows = await deliveriesOf(user.userId, kind, count)
  const noticed = rows.filter(({ msgId }) => msgId !== null)
  const channels = ['portal', ...(sms && !textedByAccount ? ['sms'] : []), ...(mail ? ['mail'] : [])]
  const expected = channels.flatMap((channel) =>
    Array.from({ length: count }, () => `${channel} ${channel === 'portal' ? 'delivered' : 'sent'}`),
  )
  assert.deepEqual(
    noticed.map(({ channel, state }) => `${channel} ${state}`).toSorted(),
    expected.toSorted(),
    kind,
  )
  const ids = new Set(noticed.map(({ gatewayId }) => gatewayId))
  const texts = gateway.received.filter(({ id }) => ids.has(id)).map((text) => JSON.stringify(text.text))
  const sent = mails.state.mails.filter(({ messageId }) => [...ids].some((id) => messageId?.includes(id)))
  assert.equal(sent.length, mail ? count : 0, `${kind}: mails`)
  const shown = [
    ...texts,
    ...sent.map(({ subject }) => subject),
    JSON.stringify(noticed.map(({ params }) => params)),
  ]
  for (const text of shown)
    for (const secret of [EXPERT, user.phone || admin.userName, String(FEE), REASON])
      assert.ok(!text?.includes(secret), `${kind}: ${text}`)
  for (const { channel, linkCode, version } of noticed.filter((row) => row.channel !== 'portal')) {
    assert.equal(linkCode === null, WITHOUT_LINK.has(kind), `${kind} by ${channel}: link`)
    assert.equal(version, 1)
  }
  PROVED.set(kind, noticed.length)
}

await withMail(manager)
await withMail(executor)
await withMail(rival)
await withMail(admin)

it('NOT-1: accounts and audits: who changes them over HTTP, and what their owner is told', async () => {
  const [leader, other] = [await withMail(await api.leader()), await withMail(await api.leader())]
  await admin.call(accountRoutes.resetPassword, { body: { userId: leader.userId } })
  const { secret } = await other.call(secondFactorRoutes.beginTotp, {})
  const code = generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) })
  await other.call(secondFactorRoutes.confirmTotp, { body: { code } })
  await admin.call(secondFactorRoutes.reset, { body: { userId: other.userId } })
  const expert = await withMail(await api.expert({ name: EXPERT }))
  await world.approve(expert, null)
  const { planId } = await expert.call(planRoutes.create, { body: { planName: freshName('方案') } })
  await manager.call(planRoutes.audit, { body: { planId, auditStatus: 'approved' } })
  await sql`update gate_start set awaits = 'notice'`.execute(api.db)
  await (await api.startNode()).close()
  await assertTold('accountSecurity', leader)
  await assertTold('factorsReset', other)
  await assertTold('expertAudit', expert)
  await assertTold('planAudit', expert)
  const { version } = await expert.call(expertRoutes.me, {})
  await expert.call(expertRoutes.updateMe, { body: { version, bankAccount: '6222021234567890128' } })
  await assertTold('accountChanged', expert)
  await assertTold('gatePolicy', admin)
})

it('NOT-1: a meeting from its draft to its changes: approvers, experts and who runs it are told', async () => {
  const expert = await withMail(await world.expert({ name: EXPERT }, null))
  const { projectId } = world.project
  const draft = await executor.call(meetingRoutes.create, { body: { projectId } })
  await assertTold('meetingAwaitsApproval', manager)
  const { meetingId } = draft
  await manager.call(meetingRoutes.changeStage, { body: { meetingId, currentStage: 'approved' } })
  const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone, laborFee: String(FEE) })
  await assertTold('meetingInvitation', expert)
  await expert.call(attendeeRoutes.reply, { body: { attendeeId, reply: 'accepted' } })
  await assertTold('invitationReply', executor)
  await executor.call(attendeeRoutes.remind, { body: { attendeeIds: [attendeeId] } })
  await assertTold('agreementReady', expert)
  const { version } = await manager.call(meetingRoutes.get, { params: { meetingId } })
  await manager.call(meetingRoutes.update, {
    body: { meetingId, version, scheduleStartTime: '2027-01-05 09:00:00', scheduleLocation: '上海' },
  })
  await assertTold('meetingMoved', expert)
  await executor.call(attendeeRoutes.remove, { params: { attendeeId: String(attendeeId) } })
  await assertTold('attendeeRemoved', expert)
})

it('NOT-1 PAY-6: a payment that the bank returned: its expert is asked to mend the account', async () => {
  const expert = await withMail(await world.person())
  const fee = await world.payable(expert, String(FEE))
  const { batchId } = await world.draft([fee])
  await world.lock(batchId)
  await world.release(batchId)
  const [line] = await world.linesOf(batchId)
  await world.locker.call(batchRoutes.returnLines, {
    body: { batchId, lineIds: [line!.lineId], reason: REASON },
  })
  await assertTold('paymentReturned', expert)
})

it('NOT-1: signing: another fee, what became of it, and a seal that names nobody', async () => {
  const expert = await withMail(await world.expert({ name: EXPERT }))
  const { meetingId } = await world.meeting()
  const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone, laborFee: String(FEE) })
  const { orgId } = executor
  const seal = await executor.call(sealRoutes.get, { params: { orgId } })
  await executor.call(sealRoutes.change, {
    body: { orgId, version: seal.version, picture: drawnSignature(), keeperName: '孙洁' },
  })
  await sql`update organization_seal set keeper_name = null where org_id = ${orgId}`.execute(api.db)
  await world.sign(expert, attendeeId)
  await assertTold('sealKeeperMissing', executor)
  const { version } = await executor.call(attendeeRoutes.get, { params: { attendeeId } })
  await executor.call(attendeeRoutes.update, {
    body: { attendeeId, version, laborFee: FEE + 1000, reason: REASON },
  })
  await assertTold('amendmentProposed', expert)
  await expert.call(agreementRoutes.decline, { body: { attendeeId, reason: REASON } })
  await assertTold('amendmentDecided', executor)
})

it('NOT-1: inviting, replying, signing and paying are answered while every channel hangs, and then each notice leaves once', async (t) => {
  const release = () => {
    gateway.answers(200)
    mails.release()
    group.release()
  }
  t.after(release)
  const expert = await withMail(await world.expert({ name: EXPERT }))
  const told = ['invitationReplied', 'agreementSigned', 'paymentRecorded'] as const
  const address = `${group.url}/robot/send?access_token=0123456789abcdef`
  const quiet = { quietFrom: null, quietUntil: null }
  const bot = { channel: 'dingtalk' as const, name: '项目组', address, kinds: [...told], ...quiet }
  const { botId } = await rival.call(botRoutes.create, { body: bot })
  const { meetingId } = await world.meeting({ execUserId: rival.userId })
  gateway.answers(null)
  mails.state.behaviour = 'hang'
  group.state.behaviour = 'hang'
  const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone }, rival)
  await expert.call(attendeeRoutes.reply, { body: { attendeeId, reply: 'accepted' } })
  const waiting = () =>
    api.db
      .selectFrom('delivery')
      .select(['channel', 'kind', 'state', 'attempts', 'gateway_id as id'])
      .where('meeting_id', '=', meetingId)
      .where('channel', '<>', 'portal')
      .execute()
  const text = await until(
    async () => (await waiting()).find(({ channel }) => channel === 'sms'),
    'the invitation is to be texted',
  )
  await until(() => gateway.received.some(({ id }) => id === text.id), 'the gateway is asked')
  await until(() => group.state.requests.length > 0, 'the group is told')
  await until(() => mails.state.open > 0, 'the mail server is asked')
  await world.sign(expert, attendeeId)
  await rival.call(paymentRoutes.record, { body: { attendeeId, paidDate: clock.today() } })
  const { total } = await expert.call(messageRoutes.list, { query: { kind: 'meetingInvitation' } })
  assert.equal(total, 1)
  const held = await until(async () => {
    const rows = await waiting()
    return told.every((kind) => rows.some((row) => row.kind === kind)) && rows
  }, 'all of it is to be told')
  assert.deepEqual(
    held.filter(({ state }) => state !== 'queued'),
    [],
  )

  release()
  // What was given up meanwhile is tried again after its pause.
  clock.advance(10 * MINUTE_MS)
  await assertTold('meetingInvitation', expert)
  await until(async () => (await waiting()).every(({ state }) => state === 'sent'), 'all of it has left')
  const ids = gateway.to(expert.phone).filter(({ text: sent }) => sent?.['zh-CN']?.includes('会议邀请'))
  assert.equal(new Set(ids.map(({ id }) => id)).size, 1)
  await rival.call(botRoutes.remove, { params: { botId } })
  // The next test begins with nothing that is watched.
  await watched('filing', 1)
})

it('NOT-1: a change of a budget is asked of whoever decides it, and who asked hears what became of it', async () => {
  const { projectId } = world.project
  const line = { projectId, category: 'venue' as const }
  const steps = [{ persons: [admin.userId], need: 'any' as const }]
  const policy = { kind: 'budgetChange' as const, validFrom: clock.today(), steps }
  await admin.call(approvalPolicyRoutes.create, { body: policy })
  await manager.call(budgetRoutes.plan, { body: { ...line, amount: '500' } })
  await manager.call(budgetRoutes.askChange, { body: { ...line, amount: String(FEE), reason: REASON } })
  await assertTold('approvalAsked', admin)
  const { rows } = await admin.call(approvalRoutes.list, { query: { tab: 'todo' } })
  const { decisionId } = rows[0]!
  const { stepId } = await admin.call(approvalRoutes.get, { params: { decisionId } })
  await admin.call(approvalRoutes.act, {
    body: { decisionId, action: 'approve', opinion: null, stepId: stepId! },
  })
  await assertTold('approvalEnded', manager)
})

it('NOT-8: a limit that is near tells the operator by mail as well', async () => {
  const { limits } = await admin.call(deliveryRoutes.limits, {})
  const { orgId } = executor
  const used = limits.find((limit) => limit.orgId === orgId && limit.channel === 'mail')?.sentToday ?? 0
  await admin.call(deliveryRoutes.setLimit, {
    body: { orgId, channel: 'mail', perDay: used + 1, perMonth: 1_000_000 },
  })
  const expert = await withMail(await world.expert({}, null))
  await world.attendee((await world.meeting()).meetingId, { phone: expert.phone })
  await assertTold('noticeLimit', admin)
  await admin.call(deliveryRoutes.setLimit, {
    body: { orgId, channel: 'mail', perDay: 1_000_000, perMonth: 1_000_000 },
  })
})

/** Reminders of a kind that were sent so far, by record. */
async function reminded(kind: string): Promise<number[]> {
  await remindNow(reminding)
  const { rows } = await sql<{ id: number }>`
    select record_id as id from reminder where kind = ${kind} order by reminder_id`.execute(api.db)
  return rows.map(({ id }) => id)
}
const watched = (kind: string, count: number) =>
  until(async () => {
    const { rows } = await sql`select from reminder_watch where kind = ${kind}`.execute(api.db)
    return rows.length >= count
  }, `${count} of ${kind} are watched`)

it('NOT-5: invitations, reviews, doubtful invoices and months to file are reminded of by their rules, and what was done is not', async () => {
  await sql`delete from reminder_watch`.execute(api.db)
  const experts = [await withMail(await world.expert({}, null)), await world.expert({}, null)]
  const start = clock.now().getTime()
  const at = (hours: number) => clock.wire(new Date(start + hours * HOUR_MS))
  const { meetingId } = await world.meeting({ invitationDeadline: at(72), scheduleStartTime: at(400) })
  const invited: number[] = []
  for (const { phone } of experts) invited.push((await world.attendee(meetingId, { phone })).attendeeId)
  await experts[1]!.call(attendeeRoutes.reply, { body: { attendeeId: invited[1]!, reply: 'accepted' } })
  const { projectId } = world.project
  const drafts: number[] = []
  for (let n = 0; n < 2; n++)
    drafts.push((await executor.call(meetingRoutes.create, { body: { projectId } })).meetingId)
  await manager.call(meetingRoutes.changeStage, { body: { meetingId: drafts[1]!, currentStage: 'approved' } })
  const invoices: number[] = []
  for (const isDoubtful of [true, false]) {
    const { recordId } = await executor.call(materialRoutes.meetingInvoice.create, {
      body: { meetingId, expenseCategory: 'meals', totalAmount: '150.00' },
    })
    invoices.push(recordId)
    if (isDoubtful)
      await sql`update meeting_invoice set needs_review = true where record_id = ${recordId}`.execute(api.db)
  }
  const payees = [await world.payee(), await world.payee()]
  // Nobody is reminded of the month that is over before it is filed.
  await sql`update reminder_rule set first_after = 28 where kind = 'filing'`.execute(api.db)
  await world.pay(payees[0]!, '3000', '2026-10-15', { execUserId: rival.userId })
  await watched('filing', 1)
  await remindNow(reminding)
  await sql`update reminder_rule set first_after = 10 where kind = 'filing'`.execute(api.db)
  await rival.call(paymentRoutes.file, { body: { orgId: rival.orgId, period: '2026-10' } })
  await world.pay(payees[1]!, '3000', '2026-11-19')
  for (const [kind, count] of [
    ['invitation', 2],
    ['review', 2],
    ['invoice', 2],
    ['filing', 2],
  ] as const)
    await watched(kind, count)
  const step = (hours: number) => clock.advance(start + hours * HOUR_MS - clock.now().getTime())

  // 48 hours before the deadline, and at it.
  step(23.98)
  assert.deepEqual(await reminded('invitation'), [])
  step(24.02)
  assert.deepEqual(await reminded('invitation'), [invited[0]])
  await assertTold('meetingInvitation', experts[0]!, 2)
  // One working day after Friday 11:00 is Monday 11:00, and three days after.
  step(71.98)
  for (const kind of ['review', 'invoice', 'filing']) assert.deepEqual(await reminded(kind), [], kind)
  step(72.02)
  assert.deepEqual(await reminded('invitation'), [invited[0], invited[0]])
  assert.deepEqual(await reminded('review'), [drafts[0]])
  assert.deepEqual(await reminded('invoice'), [invoices[0]])
  await assertTold('reviewWaits', manager)
  await assertTold('invoiceDoubtful', executor)
  // The month is to be filed on the 10th of the next one, at 09:00.
  const tenth = Date.parse('2026-12-10T01:00:00Z')
  clock.advance(tenth - MINUTE_MS - clock.now().getTime())
  assert.deepEqual(await reminded('filing'), [])
  clock.advance(2 * MINUTE_MS)
  assert.deepEqual(await reminded('filing'), [executor.orgId])
  await assertTold('filingDue', executor)
  // Each has as many reminders as its rule says, and no more.
  clock.advance(20 * 24 * HOUR_MS)
  for (const [kind, all] of [
    ['invitation', 2],
    ['review', 1],
    ['invoice', 1],
    ['filing', 1],
  ] as const)
    assert.equal((await reminded(kind)).length, all, kind)
})

it('NOT-1: every kind that is sent was produced by its use case', () => {
  assert.deepEqual([...PROVED.keys()].toSorted(), SENT_KINDS.toSorted())
})
