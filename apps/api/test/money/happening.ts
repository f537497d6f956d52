import assert from 'node:assert/strict'
import { batchAnswerRoutes } from '@consilium/contract/batches/batch-answers.ts'
import { batchRoutes, type PaymentBatch, type PaymentBatchLine } from '@consilium/contract/batches/batches.ts'
import { paymentRoutes } from '@consilium/contract/payments/payments.ts'
import { ACCOUNT, type openBatchWorld } from '../batch-world.ts'
import type { Books, Payer } from './books.ts'
import { sumOf } from './books.ts'
import { TODAY, type Step } from './history.ts'
import type { Reader } from './independent-reader.ts'

type World = Awaited<ReturnType<typeof openBatchWorld>>
/** The titles under which each form of bank file has what this test compares. */
const TITLES = {
  icbc: { reference: '自定义序号', account: '收款账号', name: '收款账号名称' },
  cmb: { reference: '业务参考号', account: '收款人帐号', name: '收款人名称' },
  ccb: { reference: '备注', account: '账号', name: '户名' },
  general: { reference: '业务参考号', account: '收款账号', name: '收款户名' },
} as const
const CSV = { format: 'csv', encoding: 'utf-8-sig' } as const
const XLSX = { format: 'xlsx' } as const
const HEAD = ['业务参考号', '收款账号', '收款户名', '金额', '处理状态']
const SAID = { paid: '交易成功', returned: '退回：账号与户名不符' } as const

/** A payment as the bank file orders it. */
export interface Ordered {
  reference: string
  account: string
  name: string
  amount: string
}
export interface PaidBatch {
  batchId: number
  payer: Payer
  ordered: Ordered[]
}

/** What happens in a history, one step after the other. */
export function createHappening(world: World, books: Books, reader: Reader) {
  const batches: PaidBatch[] = []
  /** What was paid by hand, by payer. */
  const byHand = new Map<Payer, string>()

  async function bankFileOf(payer: Payer, batch: PaymentBatch, preset: Step['preset']): Promise<Ordered[]> {
    const body = { batchId: batch.batchId, purpose: '上传网银' }
    const { bytes } = await payer.finance[0].call(batchRoutes.download, { body })
    const rows = await reader.recordsOf(bytes, preset === 'general' ? CSV : XLSX)
    const titles = TITLES[preset]
    const cell = (row: Record<string, string>, title: string) =>
      row[title] ?? assert.fail(`${preset} has no ${title}`)
    const ordered = rows.map((row) => ({
      reference: cell(row, titles.reference),
      account: cell(row, titles.account),
      name: cell(row, titles.name),
      amount: cell(row, '金额'),
    }))
    assert.ok(ordered.every(({ account }) => account === ACCOUNT.bankAccount))
    const named = `-${ordered.length}笔-${sumOf(ordered.map(({ amount }) => amount))}元`
    assert.ok(batch.fileName?.includes(named), `${batch.fileName} names ${named}`)
    return ordered
  }

  /** Between lock and export the fee of a line is amended: the batch is stale, and is locked again. */
  async function amendBetween(payer: Payer, batchId: number, given: Step, attendeeId: number): Promise<void> {
    const [locker, releaser] = payer.finance
    const lines = await world.linesOf(batchId, locker)
    if (!lines.some((line) => line.attendeeId === attendeeId && line.state === 'locked')) return
    const amended = await books.amend(payer, attendeeId)
    if (given.amendment === 'signed') await amended.sign()
    const release = await releaser.attempt(batchRoutes.release, { body: { batchId } })
    assert.equal(release.error?.error, 'BATCH_STALE')
    if (given.amendment === 'withdrawn') await amended.withdraw()
    const body = { batchId, preset: given.preset, paidDate: TODAY }
    await locker.call(batchRoutes.lock, { body })
    await world.settled(locker, batchId)
  }

  /** The bank answers by what it was sent, as a file that the product has not written. */
  async function answerFile(given: Step, told: readonly [Ordered, 'paid' | 'returned'][]): Promise<File> {
    const rows = [
      HEAD,
      ...told.map(([{ reference, account, name, amount }, outcome]) => [
        reference,
        account,
        name,
        amount,
        SAID[outcome],
      ]),
    ]
    const encoding = given.answer === 'xlsx' || given.answer === 'hidden' ? null : given.answer
    const format = encoding === null ? XLSX : ({ format: 'csv', encoding } as const)
    const hidden =
      given.answer === 'hidden' ? rows.map((_row, at) => at + 1).filter((at) => at % 2 === 0) : []
    return new File([await reader.fileOf(rows, format, hidden)], `回单.${format.format}`)
  }

  async function answer(payer: Payer, { batchId, ordered }: PaidBatch, given: Step): Promise<void> {
    const [locker] = payer.finance
    const outcomeOf = (at: number) => given.outcomes[at % given.outcomes.length] ?? 'silent'
    const told = ordered.flatMap((each, at): [Ordered, 'paid' | 'returned'][] => {
      const outcome = outcomeOf(at)
      return outcome === 'silent' ? [] : [[each, outcome]]
    })
    if (told.length > 0) {
      const count = (outcome: string) => told.filter(([, each]) => each === outcome).length
      const file = await answerFile(given, told)
      const read = await locker.call(batchAnswerRoutes.read, { query: { batchId }, file })
      assert.deepEqual(
        [read.paid, read.returned, read.problems, read.unanswered],
        [count('paid'), count('returned'), 0, ordered.length - told.length],
      )
      await locker.call(batchAnswerRoutes.apply, { body: { answerId: read.answerId } })
      const settled = await world.settled(locker, batchId)
      assert.deepEqual([settled.paid, settled.returned], [count('paid'), count('returned')])
      const again = await locker.call(batchAnswerRoutes.read, { query: { batchId }, file })
      assert.deepEqual(
        [again.answerId, again.paid, again.returned, again.known],
        [read.answerId, 0, 0, told.length],
      )
    }
    if (given.rest === 'waits' || told.length === ordered.length) return
    const waiting = (await world.linesOf(batchId, locker)).filter(({ state }) => state === 'exported')
    if (given.rest === 'arrived') await locker.call(batchRoutes.settle, { body: { batchId } })
    else {
      const lineIds = waiting.map(({ lineId }) => lineId)
      await locker.call(batchRoutes.returnLines, { body: { batchId, lineIds, reason: '账号已销户' } })
    }
  }

  async function payByBatch(payer: Payer, given: Step): Promise<void> {
    const [locker, releaser] = payer.finance
    const [first] = given.fees
    const isSigned = given.amendment === 'signed'
    const agreed = []
    for (const fee of given.fees) agreed.push(await books.agree(payer, fee, isSigned && fee === first))
    // Also what was reversed or returned before, which is due again.
    const { batchId } = await locker.call(batchRoutes.create, { body: { title: '12月劳务费' } })
    // Nothing is paid by a batch for a day before its agreement was signed.
    const paidDate = isSigned ? TODAY : given.batchDay
    await locker.call(batchRoutes.lock, { body: { batchId, preset: given.preset, paidDate } })
    await world.settled(locker, batchId)
    if (given.amendment !== null) await amendBetween(payer, batchId, given, agreed[0]?.attendeeId ?? 0)
    const ready = await locker.call(batchRoutes.get, { params: { batchId } })
    if (ready.state !== 'locked') return
    const before = (await world.linesOf(batchId, locker)).filter(({ state }) => state === 'locked')
    const released = await world.release(batchId, releaser)
    assert.equal(released.state, 'exported')
    const paid = { batchId, payer, ordered: await bankFileOf(payer, released, given.preset) }
    const facts = (line: PaymentBatchLine) => [line.name, line.netAmount]
    const sent = await world.linesOf(batchId, locker)
    const lineOf = ({ reference }: Ordered) =>
      sent.find((line) => line.reference === reference) ?? assert.fail(reference)
    assert.deepEqual(
      paid.ordered.map(({ name, amount }) => [name, amount]),
      before.map(facts),
    )
    assert.deepEqual(
      paid.ordered.map((each) => facts(lineOf(each))),
      before.map(facts),
    )
    batches.push(paid)
    await books.observe(payer)
    await answer(payer, paid, given)
  }

  async function payByHand(payer: Payer, { fees: [fee], pastDay, county }: Step): Promise<void> {
    if (!fee) return
    const { attendeeId } = await books.agree(payer, fee, false)
    const body = { attendeeId, paidDate: pastDay, ...(county ? { county } : {}) }
    payer.byHand.add(attendeeId)
    const reply = await payer.user.attempt(paymentRoutes.record, { body })
    if (!reply.error) {
      const before = byHand.get(payer) ?? '0.00'
      return void byHand.set(payer, sumOf([before, reply.data.netAmount]))
    }
    assert.equal(reply.error.error, 'PAYMENT_NET_NEGATIVE')
    // What was not paid by hand is due for the next batch, which names no county.
    payer.byHand.delete(attendeeId)
  }

  async function reverse(payer: Payer, { at }: Step): Promise<void> {
    const live = payer.entries.filter(({ isLive }) => isLive)
    const entry = live[at % Math.max(1, live.length)]
    if (!entry) return
    await payer.user.call(paymentRoutes.reverse, { body: { entryId: entry.entryId, reason: '重复付款' } })
    payer.byHand.delete(entry.attendeeId)
  }

  async function fileMonth(payer: Payer): Promise<void> {
    const month = await payer.user.call(paymentRoutes.month, { query: { period: '2026-11' } })
    if (!month.abilities.file && !month.abilities.correct) return
    const number = month.filings.length
    await payer.user.call(paymentRoutes.file, { body: { period: '2026-11', number } })
  }

  async function happen(given: Step): Promise<void> {
    const payer = books.payers[given.payer] ?? assert.fail('a payer')
    if (given.kind === 'batch') await payByBatch(payer, given)
    if (given.kind === 'hand') await payByHand(payer, given)
    if (given.kind === 'reverse') await reverse(payer, given)
    if (given.kind === 'settings') await books.declare(payer, given.terms)
    if (given.kind === 'file') await fileMonth(payer)
    await books.observe(payer)
  }

  return { happen, batches, byHand }
}
