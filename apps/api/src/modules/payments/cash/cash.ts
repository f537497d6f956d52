import {
  SETTLED_WITH_MAX,
  type CashDifference,
  type CashDifferenceQuery,
  type CashSettlement,
} from '@consilium/contract/payments/cash-differences.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { Actor } from '../../../domain/actor.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { FileAnswer } from '../../../infra/http/file-answer.ts'
import { badFields, Refusal, refuseField } from '../../../infra/refusal.ts'
import { exportFile } from '../../../infra/spreadsheet/export-file.ts'
import { Money, type WithheldAmounts } from '../../fees/service.ts'
import * as repository from './cash-repository.ts'
import type { PersonKeys } from '../person-key.ts'
import { ownedBy } from '../policy.ts'
import type { Scope } from '../scope.ts'

const CENTS = 2
const IN_FUTURE = { 'zh-CN': '日期不能晚于今天', en: 'The day cannot be in the future' }
const BEFORE_PAYMENT = {
  'zh-CN': '日期不能早于被冲销付款的日期',
  en: 'The day cannot be before that of the payment that was reversed',
}

const view = (row: repository.LineRow): CashDifference => ({
  ...row,
  abilities: { settle: row.settledDate === null },
})

export const openLines = async (
  db: Db,
  orgId: number,
  hashes: readonly Buffer[],
): Promise<CashDifference[]> => (await repository.openOf(db, orgId, hashes, SETTLED_WITH_MAX)).map(view)

/**
 * What the bank moves in a payment that settles open differences as well, and which. The caller holds the lock of the
 * person. Throws CASH_DIFFERENCE_SETTLED, and PAYMENT_CASH_NEGATIVE if more is to be collected than is paid.
 */
export async function cashOf(
  trx: Db,
  { orgId, person, lineIds = [] }: { orgId: number; person: PersonKeys; lineIds?: number[] | undefined },
  net: WithheldAmounts['net'],
): Promise<{ cash: WithheldAmounts['net']; settled: number[] }> {
  const settled = [...new Set(lineIds)]
  if (settled.length === 0) return { cash: net, settled }
  const open = await repository.openOf(trx, orgId, [person.own], SETTLED_WITH_MAX)
  const chosen = open.filter(({ lineId }) => settled.includes(lineId))
  if (chosen.length < settled.length) throw refuseField('CASH_DIFFERENCE_SETTLED', 'lineIds')
  const cash = chosen.reduce((sum, { amount }) => sum.plus(amount), net)
  if (cash.lt('0')) throw new Refusal('PAYMENT_CASH_NEGATIVE', { params: { cash: cash.toFixed(CENTS) } })
  return { cash, settled }
}

/** Settles differences with a payment. Throws CASH_DIFFERENCE_SETTLED if one was settled meanwhile by itself. */
export async function settleWith(
  { clock }: Pick<Scope, 'clock'>,
  trx: Db,
  { userId, userName }: Pick<Actor, 'userId' | 'userName'>,
  { lineIds, entryId, paidDate }: { lineIds: readonly number[]; entryId: number; paidDate: string },
): Promise<void> {
  const by = { entryId, date: paidDate, userId, userName, time: clock.wire(), note: null }
  if ((await repository.settleLines(trx, lineIds, by)) < lineIds.length)
    throw refuseField('CASH_DIFFERENCE_SETTLED', 'lineIds')
}

export async function listLines(
  { db }: Scope,
  actor: Actor,
  query: CashDifferenceQuery,
): Promise<Page<CashDifference>> {
  const page = await repository.listDifferences(db, ownedBy(actor), query)
  return { ...page, rows: page.rows.map(view) }
}

/** Records that a difference was paid or collected by itself. */
export async function settleLine(
  { db, clock }: Scope,
  actor: Actor,
  { lineId, settledDate, note }: CashSettlement,
): Promise<CashDifference> {
  const line = await repository.findDifference(db, ownedBy(actor), lineId)
  if (!line) throw refuseField('NOT_FOUND', 'lineId')
  if (settledDate > clock.today()) throw badFields(['settledDate'], IN_FUTURE)
  if (settledDate < line.paidDate) throw badFields(['settledDate'], BEFORE_PAYMENT)
  const { userId, userName } = actor
  const by = { entryId: null, date: settledDate, userId, userName, time: clock.wire(), note: note ?? null }
  if ((await repository.settleLines(db, [lineId], by)) === 0)
    throw refuseField('CASH_DIFFERENCE_SETTLED', 'lineId')
  const settled = await repository.findDifference(db, ownedBy(actor), lineId)
  if (!settled) throw refuseField('NOT_FOUND', 'lineId')
  return view(settled)
}

const DIRECTIONS = {
  toPay: { 'zh-CN': '待补付', en: 'To be paid' },
  toCollect: { 'zh-CN': '待收回', en: 'To be collected' },
} as const

export type CashDifferenceFilters = Omit<CashDifferenceQuery, 'pageNum' | 'pageSize'>

/** The differences of the list as a file; amounts to be collected are negative, so that the column adds up. */
export const exportLines = (
  { db, clock }: Scope,
  actor: Actor,
  query: CashDifferenceFilters,
  language: Language,
): FileAnswer => {
  const direction = ({ amount }: repository.LineRow) =>
    DIRECTIONS[Money(amount).gt('0') ? 'toPay' : 'toCollect'][language]
  return exportFile<repository.LineRow>({
    name: { 'zh-CN': '待退补款项', en: 'cash-differences' },
    language,
    today: clock.today(),
    columns: [
      { title: { 'zh-CN': '付款单位', en: 'Payer' }, width: 28, value: (row) => row.orgName },
      { title: { 'zh-CN': '姓名', en: 'Name' }, width: 14, value: (row) => row.name },
      { title: { 'zh-CN': '会议', en: 'Meeting' }, width: 32, value: (row) => row.meetingName },
      {
        title: { 'zh-CN': '被冲销付款日期', en: 'Date of the reversed payment' },
        width: 18,
        value: (row) => row.paidDate,
      },
      { title: { 'zh-CN': '方向', en: 'Direction' }, width: 16, value: direction },
      { title: { 'zh-CN': '金额', en: 'Amount' }, width: 14, kind: 'decimal', value: (row) => row.amount },
      { title: { 'zh-CN': '结清日期', en: 'Settled on' }, width: 14, value: (row) => row.settledDate },
      { title: { 'zh-CN': '登记人', en: 'Recorded by' }, width: 18, value: (row) => row.settledByName },
      { title: { 'zh-CN': '备注', en: 'Note' }, width: 28, value: (row) => row.note },
    ],
    batch: (after) => repository.batchOfDifferences(db, ownedBy(actor), query, after),
  })
}
