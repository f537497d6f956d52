// Engine: postgres
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, it } from 'node:test'
import { paymentRoutes as routes, type TaxMonth } from '@consilium/contract/payments/payments.ts'
import {
  taxFilingRoutes as filings,
  type FilingAmounts,
  type FilingFileKind,
} from '@consilium/contract/payments/tax-filings.ts'
import { sql } from 'kysely'
import { sheetRows } from '../../../../test/exports/exported-rows.ts'
import { startApi, TIME_ZONE, type User } from '../../../../test/harness.ts'
import { openPaymentWorld } from '../../../../test/payment-world.ts'
import { createClock } from '../../../infra/clock.ts'

/** An evening of the service's zone, in which it is still the last day of the month. */
const EVENING = Date.parse('2026-11-30T15:45:00Z')
const LAST_SECOND = Date.parse('2026-11-30T15:59:59Z')
const NEXT_MONTH = Date.parse('2026-11-30T16:00:00Z')
let now = EVENING

const api = await startApi({ clock: createClock(TIME_ZONE, () => new Date(now)) })
after(() => api.close())
const world = await openPaymentWorld(api)
const { manager, executor, rival, payee, agreed, pay } = world

const file = (period: string, number = 0, user: User = executor) =>
  user.attempt(routes.file, { body: { period, number } })
const monthOf = (period: string, user: User = executor) => user.call(routes.month, { query: { period } })
const refused = (reply: { status: number; error: { error: string } | null }) => [
  reply.status,
  reply.error?.error,
]
const reverse = (entryId: number) => executor.call(routes.reverse, { body: { entryId, reason: '银行退回' } })

async function filed(month: TaxMonth, number: number, kind: FilingFileKind, user: User = executor) {
  const filingId = month.filings[number]?.filingId
  assert.ok(filingId)
  const { bytes } = await user.call(filings.file, { body: { filingId, kind } })
  return Buffer.from(bytes)
}

const incomes = async (workbook: Buffer) =>
  (await sheetRows(workbook)).map((row) => `${row['*证件号码']} ${row['*收入']}`).toSorted()

it('TAX-15: a month is filed from its end on, by the clock of the service', async () => {
  await pay(await payee(), '3000', '2026-11-30')
  assert.equal((await monthOf('2026-11')).abilities.file, false)
  for (const moment of [EVENING, LAST_SECOND]) {
    now = moment
    const running = await file('2026-11')
    assert.deepEqual(
      [...refused(running), running.error?.details?.map(({ field }) => field)],
      [400, 'VALIDATION_FAILED', ['period']],
    )
    assert.equal((await file('2026-12')).status, 400)
  }
  now = NEXT_MONTH
  const month = await monthOf('2026-11')
  assert.deepEqual([month.abilities.file, month.filings], [true, []])
  const { data } = await file('2026-11')
  const [filing] = data.filings
  assert.deepEqual(
    [
      filing?.number,
      filing?.filedTime,
      filing?.filedByName,
      filing?.isKept,
      filing?.people,
      filing?.incomeTax,
    ],
    [0, '2026-12-01 00:00:00', executor.orgName, true, 1, '434.06'],
  )
  assert.equal((await file('2026-12')).status, 400)
})

it('TAX-15: what was filed is kept byte for byte, whatever happens to the month later', async () => {
  const [one, other] = [await payee(), await payee()]
  const first = await pay(one, '3000', '2026-09-10')
  await pay(other, '800', '2026-09-11', { laborForm: 'review' })
  const { data: month } = await file('2026-09')
  assert.deepEqual(
    month.filings[0]?.files.map(({ kind }) => kind),
    ['withholdingFile', 'personnelFile', 'vatFile'],
  )
  assert.deepEqual([month.abilities.file, month.abilities.correct, month.openCorrections], [false, false, 0])
  const before = await filed(month, 0, 'withholdingFile')
  for (const { kind, sha256, size } of month.filings[0]?.files ?? []) {
    const bytes = await filed(month, 0, kind)
    assert.deepEqual([createHash('sha256').update(bytes).digest('hex'), bytes.length], [sha256, size])
  }
  await reverse(first.entryId)
  await pay(one, '2000', '2026-09-12')
  assert.deepEqual(await filed(await monthOf('2026-09'), 0, 'withholdingFile'), before)
  const ofToday = await executor.call(routes.withholdingFile, { body: { period: '2026-09' } })
  assert.notDeepEqual(await incomes(Buffer.from(ofToday.bytes)), await incomes(before))
  const { rows } = await sql<{ personal: boolean; key: string }>`
    select s.personal, s.storage_key as key from labor_tax_filing_file f join stored_file s using (file_id)`.execute(
    api.db,
  )
  assert.ok(rows.length >= 3 && rows.every(({ personal }) => personal))
})

const NOTHING = '0.00'
const totals = (
  changes: readonly { before: FilingAmounts; after: FilingAmounts }[],
  at: 'before' | 'after',
) => changes.reduce((sum, change) => sum + Math.round(Number(change[at].incomeTax) * 100), 0) / 100

it('TAX-15: corrections are numbered, and say by person and kind of work what was and what is', async () => {
  const period = '2026-08'
  const [one, other] = [await payee(), await payee()]
  const first = await pay(one, '3000', '2026-08-10')
  await pay(one, '3000', '2026-08-11')
  await pay(other, '5000', '2026-08-11')
  const { data: month } = await file(period)
  assert.deepEqual(refused(await file(period)), [409, 'TAX_MONTH_FILED'])
  assert.deepEqual(refused(await file(period, 1)), [409, 'TAX_NOTHING_TO_CORRECT'])
  await reverse(first.entryId)
  await pay(one, '800', '2026-08-12', { laborForm: 'review' })
  const open = await monthOf(period)
  assert.deepEqual([open.openCorrections, open.abilities.correct], [2, true])
  const pending = await executor.call(filings.changes, { query: { period } })
  assert.deepEqual([pending.number, pending.people], [1, 1])
  assert.deepEqual(
    pending.changes.map(({ before, after: then }) => [
      [before.payableAmount, before.vatAmount, before.surchargeAmount, before.netAmount],
      [then.payableAmount, then.vatAmount, then.surchargeAmount, then.netAmount],
    ]),
    [
      [
        ['6000.00', '59.40', '3.58', '4986.52'],
        ['3000.00', '29.70', '1.79', '2534.45'],
      ],
      [
        [NOTHING, NOTHING, NOTHING, NOTHING],
        ['800.00', NOTHING, NOTHING, '800.00'],
      ],
    ],
  )
  assert.deepEqual(
    pending.changes.map(({ name, taxItem, before, after: now_ }) => [
      name,
      taxItem,
      before.income,
      now_.income,
      before.incomeTax,
      now_.incomeTax,
    ]),
    [
      [one.name, 'lecture', '5940.60', '2970.30', '950.50', '434.06'],
      [one.name, 'review', NOTHING, '800.00', NOTHING, NOTHING],
    ],
  )
  assert.deepEqual(refused(await file(period, 2)), [409, 'TAX_MONTH_NOT_FILED'])
  assert.deepEqual(refused(await file(period, 0)), [409, 'TAX_MONTH_FILED'])
  const { data: corrected } = await file(period, 1)
  assert.deepEqual(
    corrected.filings.map(({ number, files }) => [number, files.length]),
    [
      [0, 3],
      [1, 4],
    ],
  )
  assert.match(corrected.filings[1]?.files[3]?.name ?? '', /^更正申报1-更正前后对照-2026-08/)
  assert.deepEqual(refused(await file(period, 1)), [409, 'TAX_MONTH_FILED'])
  const changes = await sheetRows(await filed(corrected, 1, 'changesFile'))
  assert.deepEqual(
    changes.map((row) => [row['应税项目'], row['不含税收入（更正前）'], row['不含税收入（更正后）']]),
    [
      ['讲学', '5940.6', '2970.3'],
      ['审稿', '0', '800'],
    ],
  )
  await pay(other, '1000', '2026-08-20')
  const kept = await executor.call(filings.changes, { query: { period, number: 1 } })
  assert.deepEqual(kept.changes, pending.changes, 'a filed correction stays what it was')
  const next = await executor.call(filings.changes, { query: { period } })
  assert.deepEqual([next.number, next.changes.length, next.changes[0]?.name], [2, 1, other.name])
  const { data: last } = await file(period, 2)
  const taxes = last.filings.map(({ incomeTax }) => Number(incomeTax))
  for (const [number, shown] of [[1, kept] as const, [2, next] as const]) {
    const difference = (taxes[number] ?? 0) - (taxes[number - 1] ?? 0)
    const said = totals(shown.changes, 'after') - totals(shown.changes, 'before')
    assert.equal(said.toFixed(2), difference.toFixed(2))
  }
  assert.equal(last.filings[2]?.incomeTax, last.incomeTax)
  assert.deepEqual(await filed(last, 0, 'vatFile'), await filed(month, 0, 'vatFile'))
})

it('TAX-15: of filings at once one takes effect, and a payment meanwhile is in its file or open', async () => {
  const period = '2026-07'
  const attendees = []
  for (let at = 0; at < 4; at++) attendees.push(await agreed(await payee(), '3000'))
  const [filed_, paid] = await Promise.all([
    Promise.all([
      file(period),
      file(period),
      manager.attempt(routes.file, { body: { period, orgId: executor.orgId } }),
    ]),
    Promise.all(
      attendees.map(({ attendeeId }, at) =>
        executor.attempt(routes.record, { body: { attendeeId, paidDate: `2026-07-0${at + 1}` } }),
      ),
    ),
  ])
  assert.deepEqual(
    filed_.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409],
  )
  assert.ok(paid.every(({ status }) => status === 200))
  const month = await monthOf(period)
  const [filing] = month.filings
  assert.equal(month.filings.length, 1)
  assert.equal((filing?.entries ?? 0) + month.openCorrections, 4)
  assert.equal((await incomes(await filed(month, 0, 'withholdingFile'))).length, filing?.entries)
  assert.equal(month.corrections, month.openCorrections)
  await pay(await payee(), '1000', '2026-07-20')
  const twice = await Promise.all([file(period, 1), file(period, 1)])
  assert.deepEqual(
    twice.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  assert.equal((await monthOf(period)).filings.length, 2)
})

it('TAX-15: of a month that was filed before files were kept, the page says so, and it can be corrected', async () => {
  const period = '2026-06'
  const paid = await pay(await payee(), '3000', '2026-06-10')
  // As the releases before left it.
  await sql`update labor_tax_month set filed_time = now(), filed_by = ${executor.userId} where period = ${period}`.execute(
    api.db,
  )
  const month = await monthOf(period)
  const [former] = month.filings
  assert.deepEqual(
    [
      former?.filingId,
      former?.isKept,
      former?.files,
      former?.incomeTax,
      former?.entries,
      former?.filedByName,
    ],
    [null, false, [], '434.06', 1, executor.orgName],
  )
  await reverse(paid.entryId)
  const { changes } = await executor.call(filings.changes, { query: { period } })
  assert.deepEqual(
    changes.map(({ before, after: now_ }) => [before.incomeTax, now_.incomeTax]),
    [['434.06', NOTHING]],
  )
  const { data } = await file(period, 1)
  assert.deepEqual(
    data.filings.map(({ number, isKept }) => [number, isKept]),
    [
      [0, false],
      [1, true],
    ],
  )
})

it('TAX-15: filings are those of the own payer, and need every number', async () => {
  const period = '2026-05'
  const { data: empty } = await file(period)
  assert.deepEqual([empty.filings[0]?.entries, empty.filings[0]?.lastEntryId], [0, null])
  const filingId = empty.filings[0]?.filingId ?? 0
  const body = { filingId, kind: 'vatFile' } as const
  assert.equal((await rival.attempt(filings.file, { body })).status, 404)
  assert.equal((await executor.attempt(filings.file, { body: { ...body, kind: 'changesFile' } })).status, 404)
  assert.equal((await manager.attempt(filings.file, { body })).status, 200)
  const query = { period, orgId: executor.orgId }
  assert.equal((await rival.attempt(filings.changes, { query })).status, 404)
  assert.equal((await executor.attempt(filings.changes, { query: { period, number: 1 } })).status, 404)
  const unfiled = await executor.attempt(filings.changes, { query: { period: '2026-04' } })
  assert.deepEqual(refused(unfiled), [409, 'TAX_MONTH_NOT_FILED'])
  for (const number of [-1, 100]) assert.equal((await file(period, number)).status, 400)
  assert.deepEqual(refused(await file('2026-04', 99)), [409, 'TAX_MONTH_NOT_FILED'])
  await pay(await payee(null), '800', '2026-04-10')
  assert.deepEqual(refused(await file('2026-04')), [422, 'PAYEE_NUMBER_MISSING'])
  assert.deepEqual((await monthOf('2026-04')).filings, [])
})

it('TAX-3: the last day of the year is of its month and its year, and the next day of neither', async () => {
  const newYear = createClock(TIME_ZONE, () => new Date('2027-01-01T04:00:00Z'))
  const later = await startApi({ clock: newYear })
  try {
    const there = await openPaymentWorld(later)
    const expert = await there.payee()
    const taxes: string[] = []
    for (const day of ['2026-12-31', '2026-12-31', '2026-12-01', '2027-01-01'])
      taxes.push((await there.pay(expert, '3000', day)).incomeTax)
    // 6,000 on one day bear 59.41 of VAT and 950.49 of tax; with the third 3,000 the month bears 1,425.74.
    assert.deepEqual(taxes, ['434.06', '516.43', '475.25', '434.06'])
  } finally {
    await later.close()
  }
})
