// Engine: postgres
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { approvalPolicyRoutes } from '@consilium/contract/approvals/approval-policies.ts'
import { approvalRoutes } from '@consilium/contract/approvals/approvals.ts'
import type { Attendee } from '@consilium/contract/attendees/attendees.ts'
import { batchRoutes as routes, type PaymentBatchLine } from '@consilium/contract/batches/batches.ts'
import { batchAnswerRoutes as answers } from '@consilium/contract/batches/batch-answers.ts'
import { bankFileRoutes } from '@consilium/contract/bank-files/bank-files.ts'
import { paymentRoutes } from '@consilium/contract/payments/payments.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import { sql } from 'kysely'
import { startApi, TEST_MASTER_KEY, type User } from '../../../test/harness.ts'
import { answerOf, openBatchWorld, withSecondFactor } from '../../../test/batch-world.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { createKeys } from '../../infra/keys/keys.ts'
import { loadMasterKeys } from '../../infra/keys/master-key.ts'

const clock = movableClock()
const api = await startApi({ clock })
after(() => api.close())
const world = await openBatchWorld(api, clock)
const { manager, executor, rival, locker, releaser, person, payable, draft, lock, release, linesOf } = world

const TODAY = clock.today()
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const refused = (reply: { status: number; error: { error: string } | null }) => [
  reply.status,
  reply.error?.error,
]
const download = (user: User, batchId: number) =>
  user.attempt(routes.download, { body: { batchId, purpose: '上传网银' } })

describe('payment batches', () => {
  it('PAY-2: what is due is listed with every reason why it is not payable', async () => {
    const ready = await payable(await person(), '3000')
    const bare = await world.agreed(await person(), '3000', { isSigned: false })
    const short = await payable(await person(), '3000')
    // Agreements from before accounts had 12 digits.
    const place = { table: 'labor_agreement', column: 'bank_account_cipher', row: short.attendeeId }
    const keys = createKeys(loadMasterKeys({ current: TEST_MASTER_KEY, previous: [] }, api.dataDir))
    const cipher = keys.seal('62220202000', place)
    await sql`update labor_agreement set bank_account_cipher = ${cipher}
      where attendee_id = ${short.attendeeId}`.execute(api.db)
    const renamed = await payable(await person(), '3000')
    await sql`update labor_agreement set signer_name = '王五' where attendee_id = ${renamed.attendeeId}`.execute(
      api.db,
    )
    const { rows } = await executor.call(routes.payable, { query: { pageSize: 200 } })
    const reasonsOf = ({ attendeeId }: { attendeeId: number }) =>
      rows.find((row) => row.attendeeId === attendeeId)?.reasons
    assert.deepEqual(reasonsOf(ready), [])
    assert.deepEqual(reasonsOf(bare), ['unsigned', 'bankAccountMissing', 'bankNameMissing'])
    assert.deepEqual(reasonsOf(short), ['bankAccountInvalid'])
    assert.deepEqual(reasonsOf(renamed), ['nameDiffers'])
    const batch = await draft([ready, bare, short])
    assert.deepEqual([batch.state, batch.lines], ['draft', 3])
    const locked = await lock(batch.batchId)
    assert.deepEqual(
      [locked.state, locked.lines, locked.refused, locked.netAmount],
      ['locked', 1, 2, '2534.45'],
    )
    assert.deepEqual(
      (await linesOf(batch.batchId)).map(({ state, reasons }) => [state, reasons.length]),
      [
        ['locked', 0],
        ['refused', 4],
        ['refused', 1],
      ],
    )
    const left = await executor.call(routes.payable, { query: { pageSize: 200 } })
    assert.ok(!left.rows.some(({ attendeeId }) => attendeeId === ready.attendeeId))
    const byHand = await executor.attempt(paymentRoutes.record, {
      body: { attendeeId: ready.attendeeId, paidDate: TODAY },
    })
    assert.deepEqual(refused(byHand), [409, 'LINE_TAKEN'])
    const cancelled = await locker.call(routes.cancel, { body: { batchId: batch.batchId } })
    assert.deepEqual([cancelled.state, cancelled.lines], ['cancelled', 0])
    const again = await executor.attempt(paymentRoutes.record, {
      body: { attendeeId: ready.attendeeId, paidDate: TODAY },
    })
    assert.equal(again.status, 200)
  })

  it('PAY-2: locking settles the tax of the day and says why the net amount differs', async () => {
    const expert = await person()
    const fees = [await payable(expert, '3000'), await payable(expert, '3000')]
    const { batchId } = await draft(fees)
    await lock(batchId)
    const [first, second] = await linesOf(batchId)
    assert.deepEqual([first?.netAmount, first?.differences], [first?.estimatedNet, []])
    assert.equal(second?.incomeTax, '516.43')
    assert.notEqual(second?.netAmount, second?.estimatedNet)
    assert.match(second?.differences.join('\n') ?? '', /连续性劳务共 2 笔，合计 6,000\.00 元/)
    await release(batchId)
    const { rows } = await executor.call(paymentRoutes.list, { query: { name: expert.name, pageSize: 200 } })
    const entries = rows.filter(({ attendeeId }) => fees.some((fee) => fee.attendeeId === attendeeId))
    assert.deepEqual(
      new Set(entries.map(({ netAmount }) => netAmount)),
      new Set([first?.netAmount, second?.netAmount]),
    )
  })

  it('PAY-1: a batch is locked and released by two people, each with a second factor', async () => {
    const { batchId } = await draft([await payable(await person(), '5000')])
    const body = { batchId, preset: 'general' }
    const missing = await executor.attempt(routes.lock, { body })
    assert.deepEqual(refused(missing), [409, 'SECOND_FACTOR_MISSING'])
    assert.deepEqual(refused(await rival.attempt(routes.lock, { body })), [404, 'NOT_FOUND'])
    assert.equal((await manager.attempt(routes.lock, { body })).status, 403)
    await lock(batchId)
    assert.deepEqual(refused(await locker.attempt(routes.release, { body: { batchId } })), [
      409,
      'SAME_PERSON',
    ])
    await assert.rejects(
      sql`update payment_batch set released_by = locked_by where batch_id = ${batchId}`.execute(api.db),
      /payment_batch_two_people/,
    )
    const early = await download(locker, batchId)
    assert.deepEqual(refused(early), [409, 'BATCH_STATE'])
    const both = await Promise.all(
      [1, 2, 3].map(() => releaser.attempt(routes.release, { body: { batchId } })),
    )
    assert.equal(both.filter(({ status }) => status === 202).length, 1)
    const released = await world.settled(releaser, batchId)
    assert.deepEqual([released.state, released.lockedByName !== null, released.lines], ['exported', true, 1])
    const cancelled = await locker.attempt(routes.cancel, { body: { batchId } })
    assert.deepEqual(refused(cancelled), [409, 'BATCH_STATE'])
  })

  it('PAY-5: the bank file is made once, and only finance of the payer gets it', async () => {
    const { batchId } = await draft([
      await payable(await person(), '5000'),
      await payable(await person(), '800'),
    ])
    await lock(batchId, 'icbc')
    const batch = await release(batchId)
    const files = [await download(locker, batchId), await download(releaser, batchId)]
    const hashes = files.map(({ data }) => createHash('sha256').update(data.bytes).digest('hex'))
    assert.deepEqual(hashes, [batch.fileSha256, batch.fileSha256])
    assert.match(batch.fileName ?? '', new RegExp(`-2笔-${batch.netAmount}元\\.xlsx$`))
    for (const user of [manager, executor, rival, world.sponsor])
      assert.equal((await download(user, batchId)).status, 403)
    const { rows } = await sql<{ purpose: string; user_name: string }>`
      select purpose, user_name from payment_batch_download where batch_id = ${batchId}`.execute(api.db)
    assert.deepEqual(
      rows.map(({ purpose }) => purpose),
      ['上传网银', '上传网银'],
    )
    const masked = await linesOf(batchId)
    assert.ok(masked.every(({ bankAccount }) => bankAccount === '6222***********5678'))
    assert.ok(masked.every(({ reference }) => /^CL\d{10}$/.test(reference ?? '')))
  })

  it('PAY-2: a batch is stale once the history of a person has changed, until it is locked again', async () => {
    const expert = await person()
    const { batchId } = await draft([await payable(expert, '3000')])
    await lock(batchId)
    await world.pay(expert, '3000', TODAY)
    assert.deepEqual(refused(await releaser.attempt(routes.release, { body: { batchId } })), [
      409,
      'BATCH_STALE',
    ])
    const seen = await locker.call(routes.get, { params: { batchId } })
    assert.deepEqual([seen.state, seen.isStale], ['locked', true])
    const [before] = await linesOf(batchId)
    await lock(batchId)
    const [line] = await linesOf(batchId)
    assert.notEqual(line?.netAmount, before?.netAmount)
    assert.deepEqual([(await release(batchId)).state, line?.differences.length === 0], ['exported', false])
  })

  it('PAY-2: a batch is released in the month of its payments and not in a later one', async () => {
    const firstDay = `${TODAY.slice(0, 'yyyy-MM'.length)}-01`
    const dayBefore = new Date(Date.parse(firstDay) - DAY_MS).toISOString().slice(0, TODAY.length)
    const lockFor = async (paidDate: string) => {
      const { batchId } = await draft([await payable(await person(), '2000')])
      await locker.call(routes.lock, { body: { batchId, preset: 'general', paidDate } })
      const { state, lines } = await world.settled(locker, batchId)
      assert.deepEqual([state, lines], ['locked', 1], paidDate)
      return batchId
    }
    const batchId = await lockFor(dayBefore)
    const late = await releaser.attempt(routes.release, { body: { batchId } })
    assert.deepEqual(refused(late), [409, 'BATCH_STALE'])
    assert.equal((await release(await lockFor(firstDay))).state, 'exported')
  })

  it('PAY-6: a returned line alone is due again, and its tax is reversed in its month', async () => {
    const fees = [await payable(await person(), '5000'), await payable(await person(), '6000')]
    const { batchId } = await draft(fees)
    await lock(batchId)
    await release(batchId)
    const [first, second] = await linesOf(batchId)
    const body = { batchId, lineIds: [first!.lineId], reason: '账号与户名不符' }
    const returned = await locker.call(routes.returnLines, { body })
    assert.deepEqual(
      [returned.state, returned.returned, returned.netAmount],
      ['exported', 1, second?.netAmount],
    )
    assert.deepEqual(refused(await locker.attempt(routes.returnLines, { body })), [409, 'BATCH_STATE'])
    const done = await locker.call(routes.settle, { body: { batchId } })
    assert.deepEqual([done.state, done.paid, done.returned], ['settled', 1, 1])
    const { rows } = await executor.call(routes.payable, { query: { meetingId: fees[0]!.meetingId } })
    assert.deepEqual(
      rows.map(({ attendeeId, reasons }) => [attendeeId, reasons]),
      [[fees[0]!.attendeeId, []]],
    )
    const { rows: entries } = await executor.call(paymentRoutes.list, {
      query: { meetingId: fees[0]!.meetingId },
    })
    assert.deepEqual(Object.fromEntries(entries.map(({ kind, netAmount }) => [kind, netAmount])), {
      payment: first?.netAmount,
      reversal: `-${first?.netAmount}`,
    })
    const next = await draft([fees[0]!])
    assert.equal((await lock(next.batchId)).lines, 1)
  })

  it('PAY-6: the answer of the bank settles a batch once, and refuses another amount', async () => {
    const fees = [
      await payable(await person(), '5000'),
      await payable(await person(), '6000'),
      await payable(await person(), '7000'),
    ]
    const { batchId } = await draft(fees)
    await lock(batchId)
    await release(batchId)
    const lines = await linesOf(batchId)
    const [first, second, third] = lines
    const read = (file: File, id = batchId) => locker.attempt(answers.read, { query: { batchId: id }, file })
    const offByACent = answerOf(batchId, lines, {
      change: ({ lineId, netAmount }) =>
        lineId === first!.lineId ? { amount: (Number(netAmount) + 0.01).toFixed(2) } : {},
    })
    const { data: wrong } = await read(offByACent)
    assert.deepEqual(
      [wrong.paid, wrong.problems, wrong.shown[0]?.problem, wrong.unanswered],
      [2, 1, 'amountDiffers', 1],
    )
    const refusal = await locker.attempt(answers.apply, { body: { answerId: wrong.answerId } })
    assert.deepEqual(refused(refusal), [409, 'AMOUNT_DIFFERS'])
    assert.ok((await linesOf(batchId)).every(({ state }) => state === 'exported'))
    const said = new Map<number, { result?: string; reference?: string }>([
      [second!.lineId, { result: '失败：账号户名不符' }],
      // Without a reference a line is known by account, name and amount.
      [third!.lineId, { reference: '' }],
    ])
    const mixed = answerOf(batchId, lines, {
      change: ({ lineId }) => said.get(lineId) ?? {},
      encode: (text) => execFileSync('iconv', ['-f', 'UTF-8', '-t', 'GB18030'], { input: text }),
    })
    const { data: answer } = await read(mixed)
    assert.deepEqual([answer.paid, answer.returned, answer.problems, answer.answerRows], [2, 1, 0, 3])
    await locker.call(answers.apply, { body: { answerId: answer.answerId } })
    const settled = await world.settled(locker, batchId)
    assert.deepEqual([settled.state, settled.paid, settled.returned], ['settled', 2, 1])
    const line = (await linesOf(batchId)).find(({ lineId }) => lineId === second!.lineId)
    assert.deepEqual([line?.state, line?.returnReason], ['returned', '失败：账号户名不符'])
    const { data: again } = await read(mixed)
    assert.deepEqual(
      [again.answerId, again.paid, again.returned, again.known, again.isApplied],
      [answer.answerId, 0, 0, 3, true],
    )
    await locker.call(answers.apply, { body: { answerId: again.answerId } })
    const same = await world.settled(locker, batchId)
    assert.deepEqual([same.state, same.paid, same.returned], ['settled', 2, 1])
    const next = await draft([fees[1]!])
    await lock(next.batchId)
    await release(next.batchId)
    assert.deepEqual(refused(await read(answerOf(batchId, lines), next.batchId)), [
      422,
      'ANSWER_WITHOUT_MATCH',
    ])
    const bare = new File(['户名,账号\n李文博,6222'], 'bare.csv')
    assert.deepEqual(refused(await read(bare, next.batchId)), [422, 'ANSWER_COLUMNS_MISSING'])
    const ofRows = (count: number) => {
      const rows = Array.from({ length: count }, () => 'CL0000000001,6222,李文博,1.00,成功')
      return new File([['参考号,账号,户名,金额,状态', ...rows].join('\n')], 'many.csv')
    }
    assert.equal((await read(ofRows(10_001))).error?.error, 'SHEET_TOO_MANY_ROWS')
    assert.notEqual((await read(ofRows(10_000))).error?.error, 'SHEET_TOO_MANY_ROWS')
  })

  it('PAY-1: of overlapping lockings each fee goes into one batch, and a fee that is taken says so', async () => {
    const fees: Attendee[] = []
    for (let at = 0; at < 6; at++) fees.push(await payable(await person(), '2000'))
    const nodes = api.engine.kind === 'embedded' ? [] : [await api.startNode(), await api.startNode()]
    const batches = await Promise.all(
      Array.from({ length: 50 }, (_batch, at) =>
        draft([fees[at % 6]!, fees[(at + 1) % 6]!, fees[(at + 3) % 6]!]),
      ),
    )
    await Promise.all(
      batches.map(({ batchId }) => locker.call(routes.lock, { body: { batchId, preset: 'general' } })),
    )
    const lines: PaymentBatchLine[] = []
    for (const { batchId } of batches) {
      await world.settled(locker, batchId)
      lines.push(...(await linesOf(batchId)))
    }
    for (const node of nodes) await node.close()
    assert.equal(lines.length, 150)
    for (const { attendeeId } of fees) {
      const own = lines.filter((line) => line.attendeeId === attendeeId)
      assert.equal(own.filter(({ state }) => state === 'locked').length, 1)
      for (const { reasons } of own.filter(({ state }) => state !== 'locked'))
        assert.deepEqual(reasons, ['taken'])
    }
  })

  it('PAY-1: a batch has lines, of its own payer, and not too many', async () => {
    const mine = await payable(await person(), '2000')
    const create = (user: User, attendeeIds: number[]) =>
      user.attempt(routes.create, { body: { title: '批次', attendeeIds } })
    assert.deepEqual(refused(await create(rival, [mine.attendeeId])), [422, 'BATCH_EMPTY'])
    const ids = Array.from({ length: 2000 }, (_id, at) => 900_000_000 + at)
    assert.deepEqual(refused(await create(executor, ids)), [422, 'BATCH_EMPTY'])
    assert.equal((await create(executor, [...ids, 1])).status, 400)
    const { batchId } = await draft([mine])
    const emptied = await locker.call(routes.removeLines, {
      body: { batchId, attendeeIds: [mine.attendeeId] },
    })
    assert.equal(emptied.lines, 0)
    const payer = await withSecondFactor(await api.executor(), clock)
    const other = await payer.attempt(routes.lock, { body: { batchId, preset: 'general' } })
    assert.deepEqual(refused(other), [404, 'NOT_FOUND'])
    const unknown = await locker.attempt(routes.lock, { body: { batchId, preset: 'nobody' } })
    assert.equal(unknown.status, 400)
    const account = await manager.call(bankFileRoutes.account, { query: { orgId: executor.orgId } })
    assert.equal(account?.bankAccount, '0200*********8901')
  })

  it('APR-1 PAY-1: with steps a release waits; who locked decides none, and each approval proves a second factor', async () => {
    const finance = await api.person(executor, 'finance')
    const steps = [{ roles: ['finance' as const], need: 'any' as const }]
    await executor.call(approvalPolicyRoutes.create, {
      body: { kind: 'paymentBatch', validFrom: TODAY, steps },
    })
    const { batchId } = await draft([await payable(await person(), '2000')])
    const { netAmount } = await lock(batchId)
    const asked = await releaser.attempt(routes.release, { body: { batchId } })
    assert.deepEqual([asked.status, asked.data.state, asked.data.work], [202, 'locked', null])
    const again = await releaser.attempt(routes.release, { body: { batchId } })
    assert.deepEqual(refused(again), [409, 'APPROVAL_PENDING'])
    const todo = async (user: User) => (await user.call(approvalRoutes.list, {})).rows
    assert.deepEqual([await todo(locker), await todo(releaser)], [[], []])
    const [request] = await todo(finance)
    const { decisionId, stepId } = request!
    const item = { decisionId, stepId: stepId! }
    const approve = (user: User) => user.attempt(approvalRoutes.act, { body: { ...item, action: 'approve' } })
    const { changes } = await finance.call(approvalRoutes.get, { params: { decisionId } })
    assert.deepEqual(
      changes.filter(({ field }) => ['lines', 'amount'].includes(field)).map(({ after: value }) => value),
      ['1', netAmount],
    )
    const bulk = await finance.call(approvalRoutes.actMany, { body: { items: [item], action: 'approve' } })
    assert.equal(bulk.results[0]?.error, 'APPROVAL_NOT_IN_BULK')
    assert.deepEqual(refused(await approve(finance)), [409, 'SECOND_FACTOR_MISSING'])
    assert.deepEqual(refused(await approve(locker)), [409, 'SAME_PERSON'])
    assert.deepEqual(refused(await approve(rival)), [404, 'NOT_FOUND'])
    const vote = { decision_id: decisionId, step_id: null, round: 1, user_id: locker.userId, opinion: null }
    await assert.rejects(
      api.db
        .insertInto('decision_vote')
        .values({ ...vote, for_user_ids: [], verdict: 'approved', to_user_id: null, time: clock.wire() })
        .execute(),
      (error: { constraint?: string }) => error.constraint === 'decision_two_people',
    )
    await withSecondFactor(finance, clock)
    assert.equal((await approve(finance)).status, 200)
    const released = await world.settled(releaser, batchId)
    assert.deepEqual([released.state, released.releasedByName], ['exported', '赵敏'])
    // What would bear another tax, is locked anew, or cancelled, waits for nobody any more.
    const payee = await person()
    const next = await draft([await payable(payee, '2000')])
    for (const change of [
      async () => world.pay(payee, '3000', TODAY),
      lock,
      async (id: number) => locker.call(routes.cancel, { body: { batchId: id } }),
    ]) {
      await lock(next.batchId)
      await releaser.call(routes.release, { body: { batchId: next.batchId } })
      const [waiting] = await todo(finance)
      await change(next.batchId)
      const late = await finance.attempt(approvalRoutes.act, {
        body: { decisionId: waiting!.decisionId, stepId: waiting!.stepId!, action: 'approve' },
      })
      assert.deepEqual(refused(late), [409, 'APPROVAL_STALE'])
      assert.deepEqual(await todo(finance), [])
    }
  })

  it('PAY-1: a second factor counts for ten minutes', async () => {
    const { batchId } = await draft([await payable(await person(), '2000')])
    clock.advance(9 * MINUTE_MS)
    // The factors were proven when the test began, which is longer ago than they count by now.
    await sql`update sys_session set second_factor_time = ${clock.wire()} where user_id = ${locker.userId}`.execute(
      api.db,
    )
    clock.advance(9 * MINUTE_MS)
    await locker.call(profileRoutes.getInfo, {})
    assert.equal((await lock(batchId)).state, 'locked')
    clock.advance(MINUTE_MS + 1000)
    const late = await locker.attempt(routes.lock, { body: { batchId, preset: 'general' } })
    assert.deepEqual(refused(late), [403, 'REAUTHENTICATION_REQUIRED'])
  })
})
