import { setTimeout as pause } from 'node:timers/promises'
import { batchAnswerRoutes } from '@consilium/contract/batches/batch-answers.ts'
import { batchReceiptRoutes } from '@consilium/contract/batches/batch-receipts.ts'
import {
  batchRoutes,
  type PayableFee,
  type PaymentBatch,
  type PaymentBatchLine,
} from '@consilium/contract/batches/batches.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { paymentPaperRoutes } from '@consilium/contract/payments/payment-papers.ts'
import type { ShownAccount } from '../accounts.ts'
import type { Calendar } from '../calendar.ts'
import { makeDocument } from '../documents.ts'
import type { ExpertThere } from '../experts.ts'
import type { Filled } from '../fill.ts'
import { financeAccounts, openFinance, removeSecondFactor } from './finance.ts'
import { fillReliefs } from './reliefs.ts'
import { pairsOf } from './reversals.ts'
import { issueTaxInvoice } from './tax-invoice.ts'
import { planAccount } from '../plan/plan-people.ts'
import { readAll, type Platform, type Player } from '../platform.ts'
import { createRandom } from '../random.ts'
import type { Report } from '../report.ts'

const POLL_MS = 50
const MONTH = 'yyyy-MM'.length
const RETURNED = '收款账户状态异常，账户已销户'

interface Scene {
  locker: Player
  releaser: Player
  manager: Player
  experts: readonly ExpertThere[]
  /** Attendees whose fees are paid otherwise. */
  spared: ReadonlySet<number>
}

/** The batch once the service does nothing with it any more. */
async function settled({ call }: Player, batchId: number): Promise<PaymentBatch> {
  for (;;) {
    const batch = await call(batchRoutes.get, { params: { batchId } })
    if (batch.work === null) return batch
    await pause(POLL_MS)
  }
}

const linesOf = ({ call }: Player, batchId: number) =>
  readAll((query) =>
    call(batchRoutes.lines, { query: { ...query, batchId, orderByColumn: 'lineId', isAsc: 'asc' } }),
  )

async function lock({ locker }: Scene, batchId: number, preset: string): Promise<void> {
  await locker.call(batchRoutes.lock, { body: { batchId, preset } })
  await settled(locker, batchId)
}

async function release({ releaser }: Scene, batchId: number): Promise<PaymentBatchLine[]> {
  await releaser.call(batchRoutes.release, { body: { batchId } })
  await settled(releaser, batchId)
  await releaser.call(batchRoutes.download, { body: { batchId, purpose: '上传网银' } })
  const lines = await linesOf(releaser, batchId)
  return lines.filter(({ reference }) => reference !== null)
}

/** The answer of the bank to these lines, of which one came back. */
async function answer(
  { locker }: Scene,
  batchId: number,
  lines: readonly PaymentBatchLine[],
  returned?: PaymentBatchLine,
): Promise<void> {
  const rows = lines.map((line) => {
    const said = line === returned ? `交易失败,${RETURNED}` : '交易成功,'
    return `${line.reference},${line.name},${line.netAmount},${said}`
  })
  const file = new File([['业务参考号,收款户名,金额,处理状态,失败原因', ...rows].join('\n')], '付款结果.csv')
  const { answerId } = await locker.call(batchAnswerRoutes.read, { query: { batchId }, file })
  await locker.call(batchAnswerRoutes.apply, { body: { answerId } })
  await settled(locker, batchId)
}

/** Receipts of the bank for these lines. */
async function attachReceipts({ releaser }: Scene, batchId: number, lines: readonly PaymentBatchLine[]) {
  const files: File[] = []
  for (const { reference, name, netAmount } of lines) {
    const sheet = {
      title: '电子回单（样张）',
      lines: [`业务参考号：${reference}`, `收款户名：${name}`, `金额：${netAmount}`, '处理状态：交易成功'],
    }
    files.push(new File([Uint8Array.from(await makeDocument([sheet]))], `回单-${reference}.pdf`))
  }
  if (files.length > 0) await releaser.call(batchReceiptRoutes.import, { body: { batchId }, files })
}

/** The expert states another account, which a manager audits; it is paid to from tomorrow. */
async function mend({ manager, experts }: Scene, { name }: PaymentBatchLine): Promise<void> {
  const expert = experts.find(({ record, player }) => record.name === name && player !== null)
  if (!expert?.player) return
  const { version, expertId } = await expert.player.call(expertRoutes.me, {})
  const account = { bankName: '招商银行', bankBranch: '北京望京支行', bankRegion: '北京市 朝阳区' }
  const bankAccount = planAccount(createRandom(expertId))
  await expert.player.call(expertRoutes.updateMe, { body: { version, ...account, bankAccount } })
  const changed = await manager.call(expertRoutes.get, { params: { expertId } })
  const body = { expertId, version: changed.version, auditStatus: 'approved' as const }
  await manager.call(expertRoutes.update, { body })
}

type Ending = (scene: Scene, batchId: number) => Promise<void>

interface Planned {
  title: string
  fees: number
  /** The next batch has them. */
  areDueAgain?: true
  ending: Ending
}
/** A batch in each state; the largest share goes to the one that says most. */
const BATCHES: readonly Planned[] = [
  {
    title: '第一批专家劳务费',
    fees: 4,
    async ending(scene, batchId) {
      await lock(scene, batchId, 'icbc')
      const lines = await release(scene, batchId)
      const returned = lines.at(-1)
      await answer(scene, batchId, lines, returned)
      const paid = lines.filter((line) => line !== returned)
      // One receipt is still to come.
      await attachReceipts(scene, batchId, paid.slice(1))
      if (returned) await mend(scene, returned)
    },
  },
  {
    title: '第二批专家劳务费',
    fees: 3,
    async ending(scene, batchId) {
      await lock(scene, batchId, 'icbc')
      const lines = await release(scene, batchId)
      await answer(scene, batchId, lines.slice(0, 1))
    },
  },
  { title: '第三批专家劳务费', fees: 2, ending: (scene, batchId) => lock(scene, batchId, 'general') },
  {
    title: '重复建立的批次',
    fees: 2,
    areDueAgain: true,
    ending: async ({ locker }, batchId) => {
      await locker.call(batchRoutes.cancel, { body: { batchId } })
    },
  },
  { title: '第四批专家劳务费', fees: 3, ending: () => Promise.resolve() },
]

const byTime = (one: PayableFee, other: PayableFee) =>
  (one.scheduleStartTime ?? '').localeCompare(other.scheduleStartTime ?? '')

/** Fees of a payer that a batch can pay, those of the latest meetings that are held first. */
async function payableOf(scene: Scene, today: string): Promise<number[]> {
  const query = { isPayable: true }
  const fees = await readAll((page) =>
    scene.locker.call(batchRoutes.payable, { query: { ...page, ...query } }),
  )
  const isHeld = ({ scheduleStartTime }: PayableFee) => (scheduleStartTime ?? '') < today
  const held = fees.filter(isHeld).toSorted(byTime).toReversed()
  const later = fees.filter((fee) => !isHeld(fee)).toSorted(byTime)
  return [...held, ...later]
    .map(({ attendeeId }) => attendeeId)
    .filter((attendeeId) => !scene.spared.has(attendeeId))
}

/** Makes the batches that are not there yet. */
async function makeBatches(scene: Scene, today: string, told: (done: number) => void): Promise<void> {
  const { locker } = scene
  const there = await readAll((query) => locker.call(batchRoutes.list, { query }))
  const known = new Set(there.map(({ title }) => title))
  const fees = await payableOf(scene, today)
  for (const [place, { title, fees: count, areDueAgain, ending }] of BATCHES.entries()) {
    const attendeeIds = fees.slice(0, count)
    if (!areDueAgain) fees.splice(0, count)
    if (attendeeIds.length === 0 || known.has(title)) continue
    const { batchId } = await locker.call(batchRoutes.create, { body: { title, attendeeIds } })
    await ending(scene, batchId)
    told(place + 1)
  }
}

/** Attendees whose fees are in a batch, also in a draft. */
async function batched({ locker }: Scene): Promise<Set<number>> {
  const batches = await readAll((query) => locker.call(batchRoutes.list, { query }))
  const there = new Set<number>()
  for (const { batchId, state } of batches)
    if (state !== 'cancelled')
      for (const { attendeeId } of await linesOf(locker, batchId)) there.add(attendeeId)
  return there
}

export interface Batched {
  /** The people of finance. */
  accounts: ShownAccount[]
  /** Attendees whose fees are not to be paid otherwise. */
  attendeeIds: ReadonlySet<number>
}

/** The invoice of a tax office for one of the payments that lack one; the recognition service reads it if it runs. */
async function bringTaxInvoice({ call, attempt }: Player, period: string): Promise<void> {
  const { rows } = await call(paymentPaperRoutes.list, {
    query: { period, state: 'invoiceMissing', pageSize: 2 },
  })
  const [paper, other] = rows
  // One stays without, so that the list shows both.
  if (paper && other)
    await attempt(paymentPaperRoutes.attach, {
      query: { entryId: paper.entryId },
      file: await issueTaxInvoice(paper),
    })
}

/** Payments of one payer in batches of every state. */
export async function fillBatches(
  platform: Platform,
  { organizations, staff, experts, meetings }: Filled,
  calendar: Calendar,
  report: Report,
): Promise<Batched> {
  const payer = organizations.find(({ planned }) => planned.orgType === 'executor')
  const manager = staff.find(({ roleType }) => roleType === 'manager')?.player
  if (!payer || !manager) return { accounts: [], attendeeIds: new Set() }
  const counting = report.part('payment batches', BATCHES.length)
  const finance = await openFinance(platform, payer)
  const spared = new Set(pairsOf(meetings, payer).flatMap(({ earlier, later }) => [earlier, later]))
  const scene = { ...finance, manager, experts, spared }
  await makeBatches(scene, calendar.date(0), counting.tell)
  // What came back had made an invoice necessary.
  const period = calendar.date(0).slice(0, MONTH)
  await finance.locker.call(paymentPaperRoutes.make, { body: { period } })
  await bringTaxInvoice(finance.locker, period)
  const attendeeIds = await batched(scene)
  await fillReliefs(payer, { experts, meetings }, finance.locker, calendar)
  for (const player of [finance.locker, finance.releaser]) await removeSecondFactor(player)
  counting.end()
  return { accounts: financeAccounts(payer), attendeeIds }
}
