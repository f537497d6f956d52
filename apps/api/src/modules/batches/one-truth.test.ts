// Engine: postgres
// Slow
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { batchAnswerRoutes } from '@consilium/contract/batches/batch-answers.ts'
import { batchRoutes } from '@consilium/contract/batches/batches.ts'
import { ownPaymentRoutes } from '@consilium/contract/payments/own-payments.ts'
import { paymentRoutes, type LaborPayment } from '@consilium/contract/payments/payments.ts'
import { taxFilingRoutes } from '@consilium/contract/payments/tax-filings.ts'
import fc from 'fast-check'
import * as law from '../fees/naive-law.test-model.ts'
import { ACCOUNT, importBranches, openBatchWorld } from '../../../test/batch-world.ts'
import { fullWidth, startApi } from '../../../test/harness.ts'
import { pdfText } from '../../../test/meeting-world.ts'
import { openBooks, sumOf, type Books, type Payer } from '../../../test/money/books.ts'
import { createHappening, type PaidBatch } from '../../../test/money/happening.ts'
import { history, PERIODS, TODAY, type History } from '../../../test/money/history.ts'
import { openReader } from '../../../test/money/independent-reader.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { often } from '@consilium/test-kit/often.ts'

const DAY_MS = 86_400_000
const clock = movableClock()
clock.advance(15 * DAY_MS)
assert.equal(clock.today(), TODAY)
const api = await startApi({ clock })
const reader = openReader()
after(async () => {
  await reader.close()
  await api.close()
})
const world = await openBatchWorld(api, clock)
await importBranches(
  world.manager,
  new File([`联行号,网点名称\n105331000006,${ACCOUNT.bankName}`], '联行号.csv'),
)
const XLSX = { format: 'xlsx' } as const

const AMOUNTS = {
  含税金额: 'payableAmount',
  增值税: 'vatAmount',
  城市维护建设税: 'urbanLevy',
  教育费附加: 'educationLevy',
  地方教育附加: 'localEducationLevy',
  其他附加税费: 'ownLevy',
} as const
const SUMS = [...Object.values(AMOUNTS), 'surchargeAmount', 'incomeTax', 'netAmount'] as const

const total = (entries: readonly LaborPayment[], name: (typeof SUMS)[number]) =>
  sumOf(entries.map((entry) => entry[name]))
const negated = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)
const withoutVat = (entries: readonly LaborPayment[]) =>
  sumOf(entries.flatMap(({ payableAmount, vatAmount }) => [payableAmount, negated(vatAmount)]))

/** What was sent to the bank is what was recorded; what came back was reversed. */
async function compareBatch({ batchId, payer, ordered }: PaidBatch): Promise<void> {
  const [locker] = payer.finance
  const batch = await locker.call(batchRoutes.get, { params: { batchId } })
  const lines = (await world.linesOf(batchId, locker)).filter(({ reference }) => reference !== null)
  assert.deepEqual(
    lines.map(({ reference, name, netAmount }) => [reference, name, netAmount]),
    ordered.map(({ reference, name, amount }) => [reference, name, amount]),
  )
  const returned = lines.filter(({ state }) => state === 'returned')
  const kept = lines.filter(({ state }) => state !== 'returned')
  assert.equal(batch.netAmount, sumOf(kept.map(({ netAmount }) => netAmount)))
  assert.deepEqual([batch.lines, batch.returned], [kept.length, returned.length])
  for (const line of lines) {
    const paid = payer.entries.filter(
      ({ kind, attendeeId }) => kind === 'payment' && attendeeId === line.attendeeId,
    )
    const facts = ({
      payableAmount,
      vatAmount,
      surchargeAmount,
      incomeTax,
      netAmount,
    }: typeof line | LaborPayment) =>
      [payableAmount, vatAmount, surchargeAmount, incomeTax, netAmount].join(' ')
    assert.ok(
      paid.some((entry) => facts(entry) === facts(line)),
      `line ${line.lineId} is in the ledger`,
    )
  }
  for (const line of returned) {
    const reversals = payer.entries.filter(
      ({ kind, attendeeId }) => kind === 'reversal' && attendeeId === line.attendeeId,
    )
    assert.ok(reversals.length > 0, `line ${line.lineId} is reversed`)
  }
}

/** Nothing is recorded that no batch sent and nobody recorded by hand. */
function compareLedger(payer: Payer, batches: readonly PaidBatch[], recordedByHand: string): void {
  const sent = batches
    .filter((batch) => batch.payer === payer)
    .flatMap(({ ordered }) => ordered.map(({ amount }) => amount))
  const payments = payer.entries.filter(({ kind }) => kind === 'payment')
  assert.equal(total(payments, 'netAmount'), sumOf([...sent, recordedByHand]))
}

async function compareMonth(payer: Payer, period: string): Promise<void> {
  const entries = payer.entries.filter((entry) => entry.period === period)
  const month = await payer.user.call(paymentRoutes.month, { query: { period } })
  for (const name of SUMS) assert.equal(month[name], total(entries, name), `${period} ${name}`)
  const fileOf = async (route: 'withholdingFile' | 'nonResidentFile' | 'vatFile') => {
    const { bytes } = await payer.user.call(paymentRoutes[route], { body: { period } })
    return reader.recordsOf(bytes, XLSX)
  }
  const vatRows = await fileOf('vatFile')
  assert.equal(vatRows.length, entries.length)
  for (const [title, name] of Object.entries(AMOUNTS))
    assert.deepEqual(
      vatRows.map((row) => sumOf([row[title] ?? ''])),
      entries.map((entry) => entry[name]),
      `${period} ${title}`,
    )
  const incomes = { zhang: await fileOf('withholdingFile'), smith: await fileOf('nonResidentFile') }
  for (const person of ['zhang', 'smith'] as const) {
    const own = entries.filter(({ attendeeId }) => payer.fees.get(attendeeId)?.person === person)
    assert.equal(
      sumOf(incomes[person].map((row) => row['*收入'] ?? '')),
      withoutVat(own),
      `${period} ${person}`,
    )
    assert.equal(incomes[person].length, law.countIncomes(payer.liveIn(person, period)))
  }
  await compareFilings(payer, month.filings, entries)
}

/** What was filed, with what would be corrected now, is the ledger. */
async function compareFilings(
  payer: Payer,
  filings: Awaited<ReturnType<typeof payer.user.call<typeof paymentRoutes.month>>>['filings'],
  entries: readonly LaborPayment[],
): Promise<void> {
  for (const filing of filings) {
    const stated = entries.filter(({ entryId }) => entryId <= (filing.lastEntryId ?? 0))
    assert.equal(filing.incomeTax, total(stated, 'incomeTax'))
    const files = filing.files.filter(({ kind }) => kind === 'withholdingFile' || kind === 'nonResidentFile')
    const rows = []
    for (const { kind } of files) {
      const { bytes } = await payer.user.call(taxFilingRoutes.file, {
        body: { filingId: filing.filingId!, kind },
      })
      rows.push(...(await reader.recordsOf(bytes, XLSX)))
    }
    assert.equal(sumOf(rows.map((row) => row['*收入'] ?? '')), withoutVat(stated), 'the filed files')
  }
  const last = filings.at(-1)
  if (!last) return
  const open = entries.filter(({ entryId }) => entryId > (last.lastEntryId ?? 0))
  const { changes } = await payer.user.call(taxFilingRoutes.changes, { query: { period: '2026-11' } })
  for (const name of ['payableAmount', 'vatAmount', 'incomeTax', 'netAmount'] as const)
    assert.equal(
      sumOf(changes.flatMap(({ before, after: now }) => [now[name], negated(before[name])])),
      total(open, name),
      `what a correction changes in ${name}`,
    )
}

/** The statement of a person is what both payers have in their ledgers. */
async function compareStatement(books: Books, person: keyof Books['people']): Promise<void> {
  const { expert } = books.people[person]
  const own = await expert.call(ownPaymentRoutes.ofYear, { query: { year: 2026 } })
  const ledgers = books.payers.map((payer) => ({
    orgId: payer.user.orgId,
    entries: payer.entries.filter(({ attendeeId }) => payer.fees.get(attendeeId)?.person === person),
  }))
  const all = ledgers.flatMap(({ entries }) => entries)
  assert.deepEqual(
    own.entries.map(({ entryId, netAmount }) => `${entryId} ${netAmount}`).toSorted(),
    all.map(({ entryId, netAmount }) => `${entryId} ${netAmount}`).toSorted(),
  )
  const STATED = ['payableAmount', 'vatAmount', 'surchargeAmount', 'incomeTax', 'netAmount'] as const
  for (const payer of own.payers) {
    const entries = ledgers.find(({ orgId }) => orgId === payer.orgId)?.entries ?? []
    for (const name of STATED) assert.equal(payer[name], total(entries, name))
  }
  assert.equal(sumOf(own.payers.map(({ netAmount }) => netAmount)), total(all, 'netAmount'))
  if (all.length === 0) return
  const { bytes } = await expert.call(ownPaymentRoutes.statement, { query: { year: 2026 } })
  const live = all.filter(({ isLive }) => isLive).length
  const stated = ['合计', String(live), ...STATED.map((name) => total(all, name))].join('')
  assert.ok(pdfText(bytes).includes(stated), `the statement says ${stated}`)
}

async function follow(given: History): Promise<void> {
  const books = await openBooks(api, world, given)
  const { happen, batches, byHand } = createHappening(world, books, reader)
  for (const step of given.steps) await happen(step)
  for (const batch of batches) await compareBatch(batch)
  for (const payer of books.payers) {
    compareLedger(payer, batches, byHand.get(payer) ?? '0.00')
    for (const period of PERIODS) await compareMonth(payer, period)
  }
  for (const person of ['zhang', 'smith'] as const) await compareStatement(books, person)
}

it('PAY-9: lines, batch, bank file, answer, ledger, tax files and statements agree to the cent in any history', async () => {
  await fc.assert(fc.asyncProperty(history, follow), { numRuns: often(2, 500), endOnFailure: true })
})

it('PAY-2: an amendment between lock and export makes a batch stale, from its proposal on', async () => {
  const expert = await world.person()
  const { attendeeId, version } = await world.payable(expert, '3000')
  const { batchId } = await world.draft([{ attendeeId }])
  await world.lock(batchId)
  const params = { attendeeId }
  const body = { attendeeId, version, laborFee: '4000', reason: '增加一场点评' }
  await world.executor.call(attendeeRoutes.update, { body })
  const refused = await world.releaser.attempt(batchRoutes.release, { body: { batchId } })
  assert.deepEqual([refused.status, refused.error?.error], [409, 'BATCH_STALE'])
  assert.equal((await world.locker.call(batchRoutes.get, { params: { batchId } })).isStale, true)
  assert.equal((await world.lock(batchId)).lines, 0)
  const [line] = await world.linesOf(batchId)
  assert.deepEqual([line?.state, line?.reasons], ['refused', ['amendmentPending']])
  await world.executor.call(attendeeRoutes.withdrawAmendment, { params })
  assert.equal((await world.lock(batchId)).lines, 1)
  assert.equal((await world.release(batchId)).state, 'exported')
})

it('PAY-6: an answer is read as people change it in between: hidden rows, typed accounts, any encoding, and a payment reversed meanwhile', async () => {
  const fees = []
  for (const fee of ['5000', '6000', '7000', '8000'])
    fees.push(await world.payable(await world.person(), fee))
  const { batchId } = await world.draft(fees)
  await world.lock(batchId)
  await world.release(batchId)
  const lines = await world.linesOf(batchId)
  const { rows: entries } = await world.executor.call(paymentRoutes.list, {
    query: { meetingId: fees[3]!.meetingId },
  })
  await world.executor.call(paymentRoutes.reverse, {
    body: { entryId: entries[0]!.entryId, reason: '重复付款' },
  })
  const typed = [
    '6222 0202 0001 2345 678',
    fullWidth(ACCOUNT.bankAccount),
    '6222-0202-0001-2345-678',
    ACCOUNT.bankAccount,
  ]
  const rows = [
    ['收款账号', '收款户名', '金额', '处理状态', '备注'],
    ...lines.map(({ name, netAmount, reference }, at) => [
      typed[at] ?? '',
      ` ${name} `,
      at === 1 ? `￥${netAmount}` : netAmount,
      at === 3 ? '退回' : '成功',
      // The last two are known by their reference, which stands where the bank has put it.
      at < 2 ? "'=1+1" : (reference ?? ''),
    ]),
  ]
  const read = async (bytes: Buffer, name: string) =>
    world.locker.call(batchAnswerRoutes.read, { query: { batchId }, file: new File([bytes], name) })
  for (const encoding of ['utf-8', 'utf-8-sig', 'gbk'] as const) {
    const answer = await read(await reader.fileOf(rows, { format: 'csv', encoding }), `${encoding}.csv`)
    assert.deepEqual([answer.paid, answer.returned, answer.problems, answer.unanswered], [3, 1, 0, 0])
  }
  const answer = await read(await reader.fileOf(rows, XLSX, [2, 4]), '已筛选.xlsx')
  assert.deepEqual([answer.paid, answer.returned, answer.problems, answer.unanswered], [3, 1, 0, 0])
  await world.locker.call(batchAnswerRoutes.apply, { body: { answerId: answer.answerId } })
  const settled = await world.settled(world.locker, batchId)
  assert.deepEqual([settled.state, settled.paid, settled.returned], ['settled', 3, 1])
  const { rows: after_ } = await world.executor.call(paymentRoutes.list, {
    query: { meetingId: fees[3]!.meetingId },
  })
  assert.deepEqual(after_.map(({ kind }) => kind).toSorted(), ['payment', 'reversal'])
  assert.equal((await world.lock((await world.draft([fees[3]!])).batchId)).lines, 1)
})
