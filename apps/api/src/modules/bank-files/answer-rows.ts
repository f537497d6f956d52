import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AnswerOutcome } from '@consilium/contract/batches/batch-answers.ts'
import type { Language } from '@consilium/contract/errors.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { TextRow } from '@consilium/sheets/sheet-text.ts'
import { plainNumber } from './drawing.ts'
import { referencesIn } from './references.ts'

type Field = 'account' | 'name' | 'amount' | 'outcome' | 'reason'

/** Headings that banks use, the most usual first. */
const TITLES: Readonly<Record<Field, readonly string[]>> = {
  account: [
    '收款账号',
    '收款人账号',
    '收款帐号',
    '收款人帐号',
    '收方账号',
    '收方帐号',
    '对方账号',
    '账号',
    '帐号',
    '卡号',
  ],
  name: [
    '收款账号名称',
    '收款户名',
    '收款人名称',
    '收款人户名',
    '收方户名',
    '对方户名',
    '收款人',
    '户名',
    '姓名',
  ],
  amount: ['金额', '交易金额', '付款金额', '发生额'],
  outcome: [
    '处理状态',
    '交易状态',
    '处理结果',
    '付款状态',
    '指令状态',
    '业务状态',
    '状态',
    '结果',
    '成功标志',
  ],
  reason: ['失败原因', '退回原因', '退汇原因', '错误信息', '返回信息', '处理信息', '原因'],
}
const SHOWN: Readonly<Record<'amount' | 'outcome', Record<Language, string>>> = {
  amount: { 'zh-CN': '金额', en: 'amount (金额)' },
  outcome: { 'zh-CN': '处理状态', en: 'status (处理状态)' },
}
/** Lines above the headings: title, period, company. */
const ABOVE_MAX = 20
/** Characters of a cell that are read; what the file says of a line is shorter. */
const CELL_READ_MAX = 400
const TITLE_MAX = 50
const BRACKETED = /\([^()]*\)|\s/g
const RETURNED = /失败|退回|退汇|退票|退款|冲正|驳回|拒绝|撤销|作废|未成功|不成功|fail|return|reject/i
const PAID = /成功|完成|已付|已入账|到账|success|paid|settled|complete/i
const AMOUNT = /^\d{1,9}(\.\d{1,2}0*)?$/
const ROWS_AT_ONCE = 500
const REASON_MAX = 200
const CENTS = 2

export interface AnswerRow {
  rowNumber: number
  /** The line of a batch that the reference names; null without one. */
  lineId: number | null
  account: string
  name: string
  /** As the bank wrote it, and in yuan with two decimals; null if it is no amount. */
  given: string
  amount: string | null
  outcome: AnswerOutcome | null
  reason: string | null
}

const plainTitle = (title: string) => title.slice(0, TITLE_MAX).normalize('NFKC').replace(BRACKETED, '')

function columnsOf(cells: TextRow['cells']): Map<Field, number> {
  const titles = cells.map((cell) => (cell === null ? '' : plainTitle(cell)))
  const found = new Map<Field, number>()
  for (const field of Object.keys(TITLES) as Field[])
    for (const name of TITLES[field]) {
      const at = titles.indexOf(name)
      if (at >= 0 && !found.has(field)) found.set(field, at)
    }
  return found
}

/** The row of headings is the one that names the most columns. Throws ANSWER_COLUMNS_MISSING. */
function locate(rows: readonly TextRow[]): { columns: Map<Field, number>; headAt: number } {
  const heads = rows.slice(0, ABOVE_MAX).map(({ cells }) => columnsOf(cells))
  const headAt = heads.reduce((best, head, at) => (head.size > (heads[best]?.size ?? 0) ? at : best), 0)
  const columns = heads[headAt] ?? new Map<Field, number>()
  const missing = (['amount', 'outcome'] as const).filter((field) => !columns.has(field))
  const inWords = (language: Language) => missing.map((field) => SHOWN[field][language]).join('、')
  if (missing.length > 0)
    throw new Refusal('ANSWER_COLUMNS_MISSING', {
      params: { columns: { 'zh-CN': inWords('zh-CN'), en: inWords('en') } },
    })
  return { columns, headAt }
}

/** `1,234.5` is `1234.50`; null for what is no amount. */
export function amountOf(typed: string): string | null {
  const text = typed
    .normalize('NFKC')
    .replace(/[,\s¥¥元]/g, '')
    .replace(/^(CNY|RMB)/i, '')
  if (!AMOUNT.test(text)) return null
  const [whole = '', decimals = ''] = text.split('.')
  return `${whole.replace(/^0+(?=\d)/, '')}.${decimals.slice(0, CENTS).padEnd(CENTS, '0')}`
}

function outcomeOf(text: string): AnswerOutcome | null {
  if (RETURNED.test(text)) return 'returned'
  return PAID.test(text) ? 'paid' : null
}

function referenceIn(cells: TextRow['cells']): number | null {
  for (const cell of cells) {
    const [lineId] = cell === null ? [] : referencesIn(cell)
    if (lineId !== undefined) return lineId
  }
  return null
}

/** The rows of an answer of a bank, wherever its headings stand; rows that name nobody, such as sums, are left out. */
export async function readAnswerRows(rows: readonly TextRow[]): Promise<AnswerRow[]> {
  const { columns, headAt } = locate(rows)
  const found: AnswerRow[] = []
  for (const [at, { number, cells }] of rows.slice(headAt + 1).entries()) {
    if (at % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await nextTurn()
    // Cut before anything is normalized, since one character may become eighteen.
    const cell = (field: Field) => {
      const column = columns.get(field)
      return ((column === undefined ? null : cells[column]) ?? '').slice(0, CELL_READ_MAX)
    }
    const lineId = referenceIn(cells)
    const account = plainNumber(cell('account'))
    if (lineId === null && account === '') continue
    const given = cell('amount')
    found.push({
      rowNumber: number,
      lineId,
      account,
      name: cell('name').normalize('NFKC').trim(),
      given,
      amount: amountOf(given),
      outcome: outcomeOf(cell('outcome')),
      reason: (cell('reason') || cell('outcome')).slice(0, REASON_MAX) || null,
    })
  }
  return found
}
