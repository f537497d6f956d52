import { halfWidth } from '@consilium/contract/half-width.ts'
import { amount, phone as phoneField } from '@consilium/contract/fields.ts'
import { LABOR_FORMS, type LaborForm } from '@consilium/contract/agreements/labor-forms.ts'

export interface PastedRow {
  line: number
  phone: string
  name: string | null
  unit: string | null
  laborFee: string | null
  laborForm: LaborForm | null
  /** Cells that are none of the above. */
  ignored: string | null
  /** Cells whose column says what they are, and which cannot be read as it. */
  unreadable: string | null
}

/** Also full-width ones. */
const hasDigit = (content: string) => /\p{Nd}/u.test(content)
const sumOf = (cell: string) => halfWidth(cell).replaceAll(',', '')
const isFee = (cell: string) => amount.safeParse(sumOf(cell)).success
const isPhone = (cell: string) => phoneField.safeParse(cell).success

type Column = 'phone' | 'name' | 'unit' | 'laborFee' | 'laborForm'

/** Titles of columns, as lists of experts have them. */
const TITLES: readonly (readonly [Column, RegExp])[] = [
  ['phone', /手机|电话|phone|mobile/i],
  ['laborFee', /劳务费|金额|费用|酬金|fee|payable|amount/i],
  ['laborForm', /劳务形式|服务形式|形式|service|type/i],
  ['unit', /单位|医院|机构|workplace|hospital|unit/i],
  ['name', /姓名|专家|name/i],
]

const columnOf = (title: string) => TITLES.find(([, pattern]) => pattern.test(title))?.[0]

/** The columns by their titles, or null if the line is not the title of a table with phones. */
function columnsOf(cells: readonly string[]): (Column | undefined)[] | null {
  if (cells.length < 2 || cells.some(hasDigit)) return null
  const columns = cells.map(columnOf)
  return columns.includes('phone') ? columns : null
}

const plain = (cell: string) => cell.trim().replace(/^[¥￥]\s*/, '')
/**
 * Reads rows as they are copied from a spreadsheet or typed: cells separated by tabs, commas or spaces. Below a line of
 * titles the columns are known by these, and others, such as numbers of lines, are ignored. Without it the order does not
 * matter: the phone and the fee are known by their form, the service type by its label; of the others the first is the
 * name, the second the workplace. Lines without a phone count as rows only if they hold a digit.
 */
export function readPasted(text: string, labelOf: (form: LaborForm) => string): PastedRow[] {
  const formOf = (cell: string) => LABOR_FORMS.find((form) => form === cell || labelOf(form) === cell)
  const byColumn = (cells: readonly string[], columns: readonly (Column | undefined)[]) => {
    const at = (column: Column) => cells[columns.indexOf(column)] || undefined
    const [phone, fee, form] = [at('phone'), at('laborFee'), at('laborForm')]
    const wrong = [
      phone !== undefined && !isPhone(phone) && phone,
      fee !== undefined && !isFee(fee) && fee,
      form !== undefined && formOf(form) === undefined && form,
    ].filter((cell) => cell !== false)
    return {
      phone: phone !== undefined && isPhone(phone) ? halfWidth(phone) : '',
      name: at('name') ?? null,
      unit: at('unit') ?? null,
      laborFee: fee !== undefined && isFee(fee) ? sumOf(fee) : null,
      laborForm: (form === undefined ? undefined : formOf(form)) ?? null,
      ignored: null,
      unreadable: wrong.join(' ') || null,
    }
  }
  const byForm = (cells: readonly string[]) => {
    const phone = cells.find(isPhone)
    const fee = cells.find((cell) => cell !== phone && isFee(cell))
    const form = cells.map(formOf).find((found) => found !== undefined)
    const words = cells.filter((cell) => cell !== phone && cell !== fee && formOf(cell) === undefined)
    return {
      phone: halfWidth(phone ?? ''),
      name: words[0] ?? null,
      unit: words[1] ?? null,
      laborFee: fee === undefined ? null : sumOf(fee),
      laborForm: form ?? null,
      ignored: words.slice(2).join(' ') || null,
      unreadable: null,
    }
  }
  let titles: { columns: (Column | undefined)[]; isTable: boolean } | null = null
  const rows: PastedRow[] = []
  for (const [index, content] of text.split(/\r?\n/).entries()) {
    const isTable = content.includes('\t')
    const cells = content.split(isTable ? '\t' : /[,，;；\s]+/).map(plain)
    const columns = columnsOf(cells)
    if (columns) titles = { columns, isTable }
    if (!hasDigit(content)) continue
    // A line with another separator, or with more cells than there are titles, does not stand below them.
    const isBelow = titles !== null && titles.isTable === isTable && cells.length <= titles.columns.length
    const read =
      titles && isBelow ? byColumn(cells, titles.columns) : byForm(cells.filter((cell) => cell !== ''))
    rows.push({ line: index + 1, ...read })
  }
  return rows
}
