import { amount, phone as phoneField } from '@consilium/contract/fields.ts'
import { LABOR_FORMS, type LaborForm } from '@consilium/contract/labor-forms.ts'

/** More are added in several goes. */
export const PASTED_MAX = 200

export interface PastedRow {
  line: number
  phone: string
  name: string | null
  unit: string | null
  laborFee: string | null
  laborForm: LaborForm | null
  /** A cell that is none of the above. */
  unknown: string | null
}

const isFee = (cell: string) => amount.safeParse(cell.replaceAll(',', '')).success
const isPhone = (cell: string) => phoneField.safeParse(cell).success

/**
 * Reads rows as they are copied from a spreadsheet or typed: cells separated by tabs, commas or spaces, in any order.
 * The phone and the fee are known by their form, the service type by its label; of the others the first is the name,
 * the second the workplace. Lines without a phone, such as titles, count as rows only if they hold a digit.
 */
export function readPasted(text: string, labelOf: (form: LaborForm) => string): PastedRow[] {
  const formOf = (cell: string) => LABOR_FORMS.find((form) => form === cell || labelOf(form) === cell)
  return text
    .split(/\r?\n/)
    .map((content, index) => ({ content: content.trim(), line: index + 1 }))
    .filter(({ content }) => /\d/.test(content))
    .map(({ content, line }) => {
      const cells = content
        .split(content.includes('\t') ? /\t+/ : /[,，;；\s]+/)
        .map((cell) => cell.trim().replace(/^[¥￥]\s*/, ''))
        .filter((cell) => cell !== '')
      const phone = cells.find(isPhone)
      const fee = cells.find((cell) => cell !== phone && isFee(cell))
      const form = cells.map(formOf).find((found) => found !== undefined)
      const words = cells.filter((cell) => cell !== phone && cell !== fee && formOf(cell) === undefined)
      return {
        line,
        phone: phone ?? '',
        name: words[0] ?? null,
        unit: words[1] ?? null,
        laborFee: fee?.replaceAll(',', '') ?? null,
        laborForm: form ?? null,
        unknown: words.slice(2).join(' ') || null,
      }
    })
}
