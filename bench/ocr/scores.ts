import {
  INVOICE_FIELDS,
  type InvoiceField,
  type RecognizedInvoice,
} from '@consilium/contract/recognition/recognition.ts'
import { percent, type Picture } from './sample.ts'

const SUMS: readonly InvoiceField[] = ['amount', 'tax_amount', 'total_amount']
const OTHER_PARTY: Readonly<Partial<Record<InvoiceField, InvoiceField>>> = {
  buyer_name: 'seller_name',
  buyer_tax_id: 'seller_tax_id',
  seller_name: 'buyer_name',
  seller_tax_id: 'buyer_tax_id',
}
/** Values that differ in more than half of their characters are not the same value misread. */
const SAME_VALUE = 0.5

/** How the answers for some pages compare with what is printed on them. */
export interface Score {
  pages: number
  pagesRight: number
  fields: number
  fieldsRight: number
  notAnswered: number
  answeredWrong: number
  /** Answers that are the value of the other party, or of another amount. */
  wrongParties: number
  wrongSums: number
  /** Sums that add up according to the answer although one of them is wrong. */
  wrongChecks: number
  characters: number
  wrongCharacters: number
}

export const noScore = (): Score => ({
  pages: 0,
  pagesRight: 0,
  fields: 0,
  fieldsRight: 0,
  notAnswered: 0,
  answeredWrong: 0,
  wrongParties: 0,
  wrongSums: 0,
  wrongChecks: 0,
  characters: 0,
  wrongCharacters: 0,
})

/** The number of characters to insert, delete or replace (Levenshtein). */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_none, at) => at)
  for (const [place, character] of [...one].entries()) {
    const next = [place + 1]
    for (const [at, wanted] of [...other].entries())
      next.push(Math.min(row[at + 1]! + 1, next[at]! + 1, row[at]! + (character === wanted ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}

function isOtherParty(field: InvoiceField, value: string, printed: Picture['invoice']['fields']): boolean {
  const other = OTHER_PARTY[field]
  const theirs = other ? printed[other] : null
  if (!theirs || theirs === printed[field]) return false
  const ours = printed[field]
  const distance = editDistance(value, theirs)
  return distance < SAME_VALUE * theirs.length && (ours === null || distance < editDistance(value, ours))
}

function addField(
  score: Score,
  field: InvoiceField,
  { invoice }: Picture,
  result: RecognizedInvoice,
): boolean {
  const [value, printed] = [result[field], invoice.fields[field]]
  score.fields += 1
  if (value !== null) {
    score.characters += printed?.length ?? 0
    score.wrongCharacters += editDistance(value, printed ?? '')
  }
  if (value === printed) {
    score.fieldsRight += 1
    return true
  }
  if (value === null) score.notAnswered += 1
  else {
    score.answeredWrong += 1
    if (SUMS.includes(field)) score.wrongSums += 1
    if (isOtherParty(field, value, invoice.fields)) score.wrongParties += 1
  }
  return false
}

export function addTo(score: Score, picture: Picture, result: RecognizedInvoice): void {
  const right = INVOICE_FIELDS.filter((field) => addField(score, field, picture, result))
  score.pages += 1
  score.pagesRight += right.length === INVOICE_FIELDS.length ? 1 : 0
  const hasWrongSum = SUMS.some((field) => result[field] !== picture.invoice.fields[field])
  if (result.checks.amounts_add_up === true && hasWrongSum) score.wrongChecks += 1
}

/** Prints each field that is answered otherwise than it is printed. */
export function tellDifferences({ invoice, damage }: Picture, result: RecognizedInvoice): void {
  for (const field of INVOICE_FIELDS)
    if (result[field] !== invoice.fields[field])
      console.log(
        `${invoice.form}, ${damage}: ${field} ${result[field] ?? 'not answered'} for ${invoice.fields[field] ?? 'nothing'} ${result.error_code ?? ''}`,
      )
}

export const describe = ({ pages, fields, fieldsRight, pagesRight }: Score): string =>
  `${percent(fieldsRight, fields, 2).padStart(9)} of the fields,${percent(pagesRight, pages).padStart(8)} of ${pages} pages with all twelve`

const COLUMNS = [
  'answered wrong',
  'not answered',
  "other's party",
  'wrong sums',
  'wrong checks',
  'characters',
] as const
const WIDTH = 16

/** What is answered wrong beside what is not answered, for each group of pages. */
export function tellWrong(groups: ReadonlyMap<string, Score>): void {
  console.log(`\n${''.padEnd(WIDTH)}${COLUMNS.map((column) => column.padStart(WIDTH)).join('')}`)
  for (const [name, score] of groups) {
    const cells = [
      `${score.answeredWrong}`,
      `${score.notAnswered}`,
      `${score.wrongParties}`,
      `${score.wrongSums}`,
      `${score.wrongChecks}`,
      percent(score.wrongCharacters, score.characters, 3),
    ]
    console.log(`${name.padEnd(WIDTH)}${cells.map((cell) => cell.padStart(WIDTH)).join('')}`)
  }
}
