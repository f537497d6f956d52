import type { BankColumn, BankField, BankPreset } from '@consilium/contract/bank-files/bank-files.ts'
import { XLSX } from '@consilium/contract/spreadsheet.ts'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { neutralize } from '@consilium/sheets/formula-guard.ts'
import { toGbk } from './gbk.ts'
import { isOwnBank } from './presets.ts'
import { writeWorkbook, type SheetRow } from '@consilium/sheets/xlsx-writer.ts'

export interface BankPayment {
  reference: string
  amount: string
  payeeAccount: string
  payeeName: string
  payeeBank: string
  payeeRegion: string
  payeePhone: string
  /** Clearing code of the payee's bank; empty if it is not known. */
  payeeCode: string
  purpose: string
}

export interface PayingAccount {
  accountName: string
  bankName: string
  bankAccount: string
}

export interface DrawnFile {
  bytes: Buffer
  mediaType: string
  extension: string
}

const CSV = 'text/csv; charset=utf-8'
const CSV_GBK = 'text/csv; charset=gbk'
const BYTE_ORDER_MARK = '\u{feff}'
const LINE_END = '\r\n'
const MUST_QUOTE = /[",\r\n]/
const COLUMN_WIDTH = 22
/** Rows written between two turns of the event loop. */
const ROWS_AT_ONCE = 200

/** Cities that are provinces of their own. */
const PROVINCIAL = /^(北京|天津|上海|重庆)市?/
const PROVINCE = /^.+?(?:省|自治区|特别行政区)/
const CITY = /^.+?(?:自治州|地区|盟|市)/

/** Province and city of what an expert entered as the region of a bank. */
export function placeOf(region: string): { province: string; city: string } {
  const text = region.normalize('NFKC').replace(/\s+/g, '')
  const own = PROVINCIAL.exec(text)?.[1]
  if (own !== undefined) return { province: `${own}市`, city: `${own}市` }
  const province = PROVINCE.exec(text)?.[0] ?? ''
  const rest = text.slice(province.length)
  return { province, city: CITY.exec(rest)?.[0] ?? rest }
}

/** Digits as a bank takes them, whatever blanks and widths they were typed with. */
export const plainNumber = (typed: string): string => typed.normalize('NFKC').replace(/[\s-]/g, '')

const plainText = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim()

interface Row {
  payment: BankPayment
  payer: PayingAccount
  /** yyyy-MM-dd */
  day: string
  sequence: number
}

const CELLS: Readonly<Record<BankField, (row: Row, column: BankColumn) => string>> = {
  empty: () => '',
  fixed: (_row, { value }) => value ?? '',
  sequence: ({ sequence }) => String(sequence),
  day: ({ day }) => day.replaceAll('-', ''),
  dayDashed: ({ day }) => day,
  reference: ({ payment }) => payment.reference,
  amount: ({ payment }) => payment.amount,
  purpose: ({ payment }) => plainText(payment.purpose),
  payerAccount: ({ payer }) => payer.bankAccount,
  payerName: ({ payer }) => payer.accountName,
  payerBank: ({ payer }) => payer.bankName,
  payeeAccount: ({ payment }) => plainNumber(payment.payeeAccount),
  payeeName: ({ payment }) => plainText(payment.payeeName),
  payeeBank: ({ payment }) => plainText(payment.payeeBank),
  payeeProvince: ({ payment }) => placeOf(payment.payeeRegion).province,
  payeeCity: ({ payment }) => placeOf(payment.payeeRegion).city,
  payeePhone: ({ payment }) => payment.payeePhone,
  otherBank: ({ payment }, { value }) => (isOwnBank(value, payment.payeeBank) ? '0' : '1'),
  clearingCode: ({ payment }, { value }) => (isOwnBank(value, payment.payeeBank) ? '' : payment.payeeCode),
}

type Columns = Pick<BankPreset, 'columns'>
type Head = Pick<Row, 'payer' | 'day'>

/** What the bank file says of each payment, in its order, without its headings. */
async function* rowsOf(
  { columns }: Columns,
  payments: readonly BankPayment[],
  head: Head,
): AsyncGenerator<string[]> {
  for (const [at, payment] of payments.entries()) {
    if (at % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await nextTurn()
    const row = { ...head, payment, sequence: at + 1 }
    yield columns.map((column) => CELLS[column.field](row, column))
  }
}

/** The cells as the file has them, for somebody who looks at a form before it is used. */
export async function previewRows(
  { columns, format }: Pick<BankPreset, 'columns' | 'format'>,
  payments: readonly BankPayment[],
  head: Head,
): Promise<{ titles: string[]; rows: string[][] }> {
  const inFile = format === 'xlsx' ? (cell: string) => cell : neutralize
  const rows = await Array.fromAsync(rowsOf({ columns }, payments, head))
  return { titles: columns.map(({ title }) => inFile(title)), rows: rows.map((row) => row.map(inFile)) }
}

const quoted = (cell: string): string => {
  const text = neutralize(cell)
  return MUST_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Draws the file of a bank. Every cell is text, so that no number loses a digit and no name becomes a formula. */
export async function drawBankFile(
  preset: Pick<BankPreset, 'columns' | 'format' | 'presetName'>,
  payments: readonly BankPayment[],
  head: Head,
): Promise<DrawnFile> {
  const rows = rowsOf(preset, payments, head)
  const titles = preset.columns.map(({ title }) => title)
  if (preset.format !== 'xlsx') {
    const lines = [titles.map(quoted).join(',')]
    for await (const row of rows) lines.push(row.map(quoted).join(','))
    const text = lines.join(LINE_END) + LINE_END
    if (preset.format === 'csvGbk') return { bytes: toGbk(text), mediaType: CSV_GBK, extension: 'csv' }
    return { bytes: Buffer.from(BYTE_ORDER_MARK + text), mediaType: CSV, extension: 'csv' }
  }
  const columns = titles.map((title) => ({ title, width: COLUMN_WIDTH }))
  const sheet = { name: preset.presetName, columns, rows: rows as AsyncIterable<SheetRow> }
  return { bytes: await buffer(writeWorkbook([sheet])), mediaType: XLSX, extension: 'xlsx' }
}
