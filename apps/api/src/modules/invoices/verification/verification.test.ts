// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { CallInput } from '@consilium/contract/client.ts'
import { verificationRoutes as routes } from '@consilium/contract/invoices/verification-routes.ts'
import { materialRoutes, type MeetingInvoice } from '@consilium/contract/materials/materials.ts'
import { MEETING_STAGES, meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { startApi, type User } from '../../../../test/harness.ts'
import { openWorld } from '../../../../test/meeting-world.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { refusalOf } from '../../../../test/outcomes.ts'
import { startVerifierServer, type Behaviour } from '../../../../test/verifier-server.ts'

const PATIENCE_MS = 15_000
const POLL_MS = 80
const DAY_MS = 24 * 3600 * 1000
const HOUR_MS = 3600 * 1000
const MINUTE_MS = 60_000
const ATTEMPTS = 12
const CALLS_A_DAY = 5
const SECRET = 'a secret of the verifier'
const COST = '0.05'
const invoiceRoutes = materialRoutes.meetingInvoice

const clock = movableClock()
const verifier = await startVerifierServer({ secret: SECRET, cost: COST })
const api = await startApi({
  clock,
  env: { INVOICE_VERIFIER_URL: verifier.url, INVOICE_VERIFIER_SECRET: SECRET },
})
after(async () => {
  await api.close()
  await verifier.close()
})
const world = await openWorld(api)
let { manager, executor, rival, sponsor }: Record<'manager' | 'executor' | 'rival' | 'sponsor', User> = world
const { meetingId } = await world.meeting()

let numbers = 26_112_000_000_000
/** A number of twenty digits whose ending means "valid" to the verifier. */
const freshNumber = () => `${numbers++}`.padStart(18, '9') + '00'
type Given = Omit<CallInput<typeof invoiceRoutes.create>['body'], 'meetingId'>
const DIGITAL = { invoiceType: '32', issueDate: '2026-11-10', totalAmount: '106.00' } as const

const enter = (body: Given, at = meetingId): Promise<MeetingInvoice> =>
  executor.call(invoiceRoutes.create, { body: { meetingId: at, ...body } })
const shown = ({ recordId }: Pick<MeetingInvoice, 'recordId'>, user?: User): Promise<MeetingInvoice> =>
  (user ?? manager).call(invoiceRoutes.get, { params: { recordId } })
const ask = (...invoices: Pick<MeetingInvoice, 'recordId'>[]) =>
  executor.call(routes.ask, { body: { recordIds: invoices.map(({ recordId }) => recordId) } })

async function until(
  invoice: Pick<MeetingInvoice, 'recordId'>,
  isThere: (shown: MeetingInvoice) => boolean,
): Promise<MeetingInvoice> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const now = await shown(invoice)
    if (isThere(now)) return now
    if (Date.now() > deadline)
      assert.fail(`it stays ${now.verificationState}: ${JSON.stringify(now.verification)}`)
    await delay(POLL_MS)
    // A job whose failure is shown already may be put off only after the clock was moved; by its own clock it would wait a minute.
    await api.app.wake()
  }
}
const settled = (invoice: Pick<MeetingInvoice, 'recordId'>) =>
  until(invoice, ({ verificationState }) => verificationState !== 'none' && verificationState !== 'waiting')
const waitsFor = (invoice: Pick<MeetingInvoice, 'recordId'>, problem: string) =>
  until(invoice, ({ verification }) => verification.problem === problem)
/** Lets time pass, over which sessions end, and what has become due begin. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms)
  if (ms >= HOUR_MS) {
    const users = [manager, executor, rival, sponsor]
    const again = users.map(({ userName, password }) => api.login(userName, password))
    ;[manager, executor, rival, sponsor] = (await Promise.all(again)) as [User, User, User, User]
  }
  await api.app.wake()
}
/** Every call has ended, and what it brought is stored. */
async function untilIdle(): Promise<void> {
  const open = api.db.selectFrom('verification_call').select('call_id').where('answered_time', 'is', null)
  while ((await open.execute()).length > 0) await delay(POLL_MS)
}
const usage = () => manager.call(routes.usage, {})

describe('INV-1: the verifier', () => {
  it('INV-1: a new invoice is asked about once, signed, with what its kind is verified by', async () => {
    const number = freshNumber()
    const one = await settled(await enter({ ...DIGITAL, invoiceNumber: number }))
    assert.equal(one.verificationState, 'valid')
    const [call, ...more] = verifier.calls(number)
    assert.deepEqual(more, [])
    assert.deepEqual(
      { ...call, id: '' },
      {
        id: '',
        ask: 'invoice',
        kind: '32',
        code: null,
        number,
        date: '2026-11-10',
        checkCodeLast6: null,
        amount: null,
        total: '106.00',
      },
    )
    const paper = await enter({
      invoiceType: '10',
      invoiceCode: '011001605111',
      invoiceNumber: '80100701',
      issueDate: '2026-11-09',
      checkCode: '85342965681116380258',
      totalAmount: '68.79',
    })
    assert.equal((await settled(paper)).verificationState, 'valid')
    assert.deepEqual(
      verifier.calls('80100701').map(({ code, checkCodeLast6 }) => [code, checkCodeLast6]),
      [['011001605111', '380258']],
    )
    assert.equal(verifier.refusals(), 0)
  })

  it('INV-1: an invoice that lacks what its kind is verified by is not asked about, and says what is missing', async () => {
    const number = freshNumber()
    const invoice = await enter({ invoiceType: '01', invoiceNumber: number, issueDate: '2026-11-10' })
    assert.deepEqual(await ask(invoice), [
      {
        recordId: invoice.recordId,
        verificationState: 'none',
        missing: ['invoiceCode', 'amount'],
        isSpent: false,
      },
    ])
    const { verification } = await shown(invoice)
    assert.deepEqual([verification.mayAsk, verification.missing], [false, ['invoiceCode', 'amount']])
    const slip = await enter({ invoiceType: 'other', invoiceNumber: number, issueDate: '2026-11-10' })
    assert.deepEqual((await shown(slip)).verification.missing, ['invoiceType'])
    assert.deepEqual(verifier.calls(number), [])
  })

  it('INV-1: each answer is the state of the invoice, and a list finds it', async () => {
    const states = ['valid', 'mismatch', 'notFound', 'voided', 'redFlushed', 'unsupported'] as const
    for (const state of states) {
      const number = freshNumber()
      verifier.tell(number, { state, length: 65_536 })
      const invoice = await settled(await enter({ ...DIGITAL, invoiceNumber: number }))
      assert.equal(invoice.verificationState, state)
      assert.equal(invoice.verification.problem, null)
      assert.equal(invoice.needsReview, !['valid', 'unsupported'].includes(state), state)
      const query = { meetingId, verificationState: state, invoiceNumber: number } as const
      const found = await manager.call(invoiceRoutes.list, { query })
      assert.deepEqual(
        found.rows.map(({ recordId }) => recordId),
        [invoice.recordId],
      )
    }
    assert.equal(
      (await manager.attempt(invoiceRoutes.list, { query: { verificationState: 'maybe' as never } })).status,
      400,
    )
  })

  it('INV-1: garbage, faults, wrong fields and replays change nothing; the invoice waits and is asked about again', async () => {
    const failures: [string, Behaviour][] = [
      ['FAULT', { status: 500 }],
      ['FAULT', { status: 429 }],
      ['REFUSED', { status: 404 }],
      ['REFUSED', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }],
      ['RETRY_LATER', { state: 'retryLater' }],
      ['ANSWER_INVALID', { body: '<html>' }],
      ['ANSWER_INVALID', { body: '[]' }],
      ['ANSWER_INVALID', { body: `{}${' '.repeat(65_535)}` }],
      ['ANSWER_INVALID', { state: 'maybe' }],
      ['ANSWER_INVALID', { state: 'valid', fields: { amount: 'about ten' } }],
      ['ANSWER_INVALID', { state: 'valid', fields: { issueDate: '2026-02-30' } }],
      ['ANSWER_INVALID', { state: 'valid', fields: { totalAmount: 106 } }],
      ['ANSWER_INVALID', { state: 'valid', fields: { invoiceNumber: freshNumber() } }],
      ['ANSWER_INVALID', { replays: true }],
    ]
    const asked = failures.map(([problem, behaviour]) => {
      const invoiceNumber = freshNumber()
      verifier.tell(invoiceNumber, behaviour)
      return { problem, behaviour, invoiceNumber }
    })
    for (const { problem, behaviour, invoiceNumber } of asked) {
      const invoice = await enter({ ...DIGITAL, invoiceNumber, sellerName: '会议酒店' })
      // A redirection is not followed, and says no more than an address that does not answer.
      const wanted = 'status' in behaviour && behaviour.status === 302 ? 'UNREACHABLE' : problem
      const waiting = await waitsFor(invoice, wanted)
      assert.deepEqual(
        [waiting.verificationState, waiting.sellerName, waiting.version, waiting.needsReview],
        ['waiting', '会议酒店', invoice.version, false],
        JSON.stringify(behaviour),
      )
      verifier.tell(invoiceNumber, null)
      await pass(MINUTE_MS)
      assert.equal((await settled(invoice)).verificationState, 'valid')
      assert.equal(verifier.calls(invoiceNumber).length, 2)
    }
  })
})

describe('INV-2: verification as a job', () => {
  it('INV-2: who may not change invoices, or does not see them, has none verified; neither has a closed meeting', async () => {
    const invoice = await settled(await enter({ ...DIGITAL, invoiceNumber: freshNumber() }))
    const body = { recordIds: [invoice.recordId] }
    assert.equal((await sponsor.attempt(routes.ask, { body })).status, 403)
    assert.equal((await rival.attempt(routes.ask, { body })).status, 404)
    assert.deepEqual(refusalOf(await executor.attempt(routes.ask, { body: { recordIds: [] } })), {
      status: 400,
      error: 'VALIDATION_FAILED',
      fields: ['recordIds'],
    })
    const many = Array.from({ length: 201 }, (_, at) => at + 1)
    assert.equal((await executor.attempt(routes.ask, { body: { recordIds: many } })).status, 400)
    const most = { recordIds: many.slice(1) }
    assert.equal((await rival.attempt(routes.ask, { body: most })).status, 404)
    const closed = await world.meeting()
    const inClosed = await settled(
      await enter({ ...DIGITAL, invoiceNumber: freshNumber() }, closed.meetingId),
    )
    for (const currentStage of MEETING_STAGES.slice(MEETING_STAGES.indexOf('approved') + 1))
      await manager.call(meetingRoutes.changeStage, {
        body: { meetingId: closed.meetingId, currentStage },
      })
    const refused = await executor.attempt(routes.ask, { body: { recordIds: [inClosed.recordId] } })
    assert.equal(refusalOf(refused).error, 'MEETING_CLOSED')
    assert.equal((await shown(inClosed, executor)).verification.mayAsk, false)
  })

  it('INV-2: twenty requests at once, and those of another record of the invoice, are one call', async () => {
    const number = freshNumber()
    const invoice = await settled(await enter({ ...DIGITAL, invoiceNumber: number }))
    const other = await settled(await enter({ ...DIGITAL, invoiceNumber: number }))
    const before = verifier.calls(number).length
    verifier.tell(number, { hangs: true })
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => ask(at % 2 === 0 ? invoice : other)),
    )
    assert.deepEqual(
      new Set(replies.flat().map(({ verificationState }) => verificationState)),
      new Set(['waiting']),
    )
    await verifier.untilCalled(number, before + 1)
    verifier.release()
    assert.equal((await settled(invoice)).verificationState, 'valid')
    assert.equal((await settled(other)).verificationState, 'valid')
    assert.equal(verifier.calls(number).length, before + 1)
  })

  it('INV-2: what fails is asked about again and is no second use of the invoice; it is given up after its attempts', async () => {
    const number = freshNumber()
    verifier.tell(number, { status: 500 })
    const invoice = await enter({ ...DIGITAL, invoiceNumber: number })
    for (let call = 1; call <= ATTEMPTS; call++) {
      await verifier.untilCalled(number, call)
      await untilIdle()
      if (call < ATTEMPTS) await pass(2 * HOUR_MS)
      // Five calls a day are all.
      if (call !== CALLS_A_DAY) continue
      await waitsFor(invoice, 'DAY_LIMIT')
      await pass(DAY_MS)
    }
    const given = await settled(invoice)
    assert.deepEqual([given.verificationState, given.verification.problem], ['failed', 'FAULT'])
    assert.deepEqual([given.duplicateOf, given.needsReview, given.version], [null, false, invoice.version])
    verifier.tell(number, null)
    await pass(DAY_MS)
    assert.equal((await ask(invoice))[0]?.verificationState, 'waiting')
    assert.equal((await settled(invoice)).verificationState, 'valid')
  })

  it('INV-2: one invoice has five calls a day, of all its records together; then it keeps its answer', async () => {
    const number = freshNumber()
    const invoice = await settled(await enter({ ...DIGITAL, invoiceNumber: number }))
    for (let call = 2; call <= CALLS_A_DAY; call++) {
      await ask(invoice)
      await verifier.untilCalled(number, call)
      await settled(invoice)
    }
    assert.deepEqual(await ask(invoice), [
      { recordId: invoice.recordId, verificationState: 'valid', missing: [], isSpent: true },
    ])
    const other = await enter({ ...DIGITAL, invoiceNumber: number })
    await waitsFor(other, 'DAY_LIMIT')
    assert.equal(verifier.calls(number).length, CALLS_A_DAY)
    await pass(DAY_MS)
    assert.equal((await settled(other)).verificationState, 'valid')
  })

  it('INV-2: what is not found on the day of its issue is asked about again after 06:00, and not before', async () => {
    const number = freshNumber()
    const issueDate = clock.today()
    verifier.tell(number, { state: 'notFound' })
    const invoice = await enter({ ...DIGITAL, issueDate, invoiceNumber: number })
    const waiting = await waitsFor(invoice, 'NOT_ISSUED_YET')
    const due = waiting.verification.nextTime!
    assert.equal(waiting.verificationState, 'waiting')
    assert.equal(due.slice(11), '06:00:00')
    const msUntil = (time: string) =>
      Date.parse(`${time.replace(' ', 'T')}Z`) - Date.parse(`${clock.wire().replace(' ', 'T')}Z`)
    assert.ok(msUntil(due) > 0 && msUntil(due) < 30 * 3600 * 1000)
    await pass(msUntil(due) - 5000)
    await delay(100)
    assert.equal(verifier.calls(number).length, 1)
    await pass(6000)
    const found = await settled(invoice)
    assert.deepEqual([found.verificationState, found.needsReview], ['notFound', true])
    assert.equal(verifier.calls(number).length, 2)
  })

  // Only on a server, since two processes cannot share an embedded database.
  if (api.engine.kind === 'postgres')
    it('INV-2: a process that ends during a call asks again with the same id', async () => {
      const number = freshNumber()
      const node = await api.startNode()
      verifier.tell(number, { hangs: true })
      const invoice = await enter({ ...DIGITAL, invoiceNumber: number })
      await verifier.untilCalled(number)
      // Whichever node makes the call: the other one is left, and takes it over when it is due again.
      await node.close()
      verifier.release()
      verifier.tell(number, { state: 'valid' })
      await pass(MINUTE_MS)
      assert.equal((await settled(invoice)).verificationState, 'valid')
      const ids = new Set(verifier.calls(number).map(({ id }) => id))
      assert.equal(ids.size, 1)
    })

  it('INV-2: an answer to what has changed since counts for nothing, and what it is now is asked about', async () => {
    const number = freshNumber()
    verifier.tell(number, { hangs: true })
    const invoice = await enter({ ...DIGITAL, invoiceNumber: number })
    await verifier.untilCalled(number)
    const { recordId, version } = invoice
    await executor.call(invoiceRoutes.update, { body: { recordId, version, totalAmount: '107.00' } })
    verifier.release()
    verifier.tell(number, { state: 'mismatch' })
    await until(invoice, ({ verificationState }) => verificationState === 'mismatch')
    assert.deepEqual(
      verifier.calls(number).map(({ total }) => total),
      ['106.00', '107.00'],
    )
    const kept = await shown(invoice)
    await executor.call(invoiceRoutes.update, {
      body: { recordId, version: kept.version, remark: '已联系销售方' },
    })
    assert.equal((await shown(invoice)).verificationState, 'mismatch')
  })

  it('INV-2: the calls of a day have a budget, are counted with their costs, and what is beyond waits for the next day', async () => {
    await pass(DAY_MS)
    const before = await usage()
    assert.deepEqual([before.isOn, before.callsToday], [true, 0])
    const invoices = await Promise.all(
      Array.from({ length: 3 }, () => enter({ ...DIGITAL, invoiceNumber: freshNumber() })),
    )
    await Promise.all(invoices.map(settled))
    const now = await usage()
    assert.deepEqual(now.days[0], { day: clock.today(), calls: 3, failures: 0, cost: '0.15' })
    assert.equal((await executor.attempt(routes.usage, {})).status, 403)
    // As if all others but one had been made.
    await api.db
      .updateTable('verification_count')
      .set({ calls: now.budget - 1 })
      .where('day', '=', clock.today())
      .where('invoice_key', '=', '')
      .execute()
    assert.equal(
      (await settled(await enter({ ...DIGITAL, invoiceNumber: freshNumber() }))).verificationState,
      'valid',
    )
    const number = freshNumber()
    const beyond = await enter({ ...DIGITAL, invoiceNumber: number })
    const { verification } = await waitsFor(beyond, 'BUDGET_SPENT')
    assert.equal(verification.nextTime?.slice(10), ' 00:01:00')
    assert.deepEqual([(await usage()).callsToday, verifier.calls(number)], [now.budget, []])
    await pass(DAY_MS)
    assert.equal((await settled(beyond)).verificationState, 'valid')
  })
})

describe('INV-3: the values of the authority', () => {
  it('INV-3: what nobody knew comes from the authority and is marked; what a person entered stays, and is to be looked at', async () => {
    const number = freshNumber()
    verifier.tell(number, {
      state: 'valid',
      fields: {
        invoiceNumber: number,
        buyerName: '仁和（北京）医药有限公司',
        sellerName: '会议酒店',
        totalAmount: '106',
        taxAmount: '6.00',
      },
    })
    const invoice = await settled(
      await enter({
        ...DIGITAL,
        invoiceNumber: number,
        buyerName: '仁和(北京) 医药有限公司',
        sellerName: '会议旅馆',
      }),
    )
    assert.deepEqual(
      [invoice.taxAmount, invoice.sellerName, invoice.buyerName],
      ['6.00', '会议旅馆', '仁和(北京) 医药有限公司'],
    )
    assert.deepEqual(invoice.verification.taken, ['invoiceNumber', 'buyerName', 'taxAmount', 'totalAmount'])
    assert.deepEqual(invoice.verification.differences, ['sellerName'])
    assert.equal(invoice.verification.fields?.sellerName, '会议酒店')
    assert.equal(invoice.needsReview, true)
    const { recordId, version } = invoice
    const reviewed = await executor.call(invoiceRoutes.update, {
      body: { recordId, version, sellerName: '会议酒店' },
    })
    assert.deepEqual([reviewed.needsReview, reviewed.verification.differences], [false, []])
    assert.equal(reviewed.verificationState, 'valid')
  })
})
