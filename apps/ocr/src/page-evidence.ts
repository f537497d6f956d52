import type { InvoiceDoubt, TextLine } from '@consilium/contract/recognition/recognition.ts'
import type { ExtractedFields, ReadField } from './fields/fields.ts'
import { printedNumbers } from './fields/heading.ts'
import { levelLines, type LevelLine } from './fields/levelled.ts'
import { nameVariants } from './fields/name-variants.ts'
import { toRows } from './fields/rows.ts'

/** What the printed text of a page says for or against the code on it. */
export interface PageEvidence {
  /** All digits of each line and of each row. */
  digits: readonly string[]
  texts: readonly string[]
  /** Whether two titles or two numbers of invoices are printed. */
  showsSeveral: boolean
}

/** The part of a number that must be printed in one piece, since digits are lost in bad print. */
const PRINTED_SHARE = 0.55
const TITLE = /(?:电子|普通|专用|统一).{0,6}发票|发票.{0,4}(?:普通|专用|铁路|航空)/u
const NO_TITLE = /章|[:：*]|\d{4}|查验|红冲|蓝字|[^（(]{24}/u
/** Titles of two invoices are apart by at least this many heights of a title, in either direction. */
const TITLES_APART = 6

const digitsIn = (text: string): string => text.replaceAll(/\D/g, '')

function showsTwoTitles(lines: readonly LevelLine[]): boolean {
  const titles = lines.filter(({ text }) => TITLE.test(text) && !NO_TITLE.test(text))
  return titles.some((one, at) =>
    titles.slice(at + 1).some((other) => {
      const height = Math.max(one.height, other.height)
      const apart = [one.y - other.y, Math.max(one.left, other.left) - Math.min(one.right, other.right)]
      return Math.abs(apart[0]!) > TITLES_APART * height || apart[1]! > TITLES_APART * height
    }),
  )
}

export function gatherEvidence(lines: readonly TextLine[]): PageEvidence {
  const level = levelLines(lines)
  const rows = toRows(level)
  const texts = level.map(({ text }) => text)
  return {
    texts,
    digits: [...texts, ...rows.map(({ text }) => text)].map(digitsIn),
    showsSeveral: showsTwoTitles(level) || printedNumbers(rows).size > 1,
  }
}

/** Whether the number is printed, at least the greater part of it in one piece. */
export function isPrinted(number: string, { digits }: PageEvidence): boolean {
  const length = Math.ceil(number.length * PRINTED_SHARE)
  const parts = Array.from({ length: number.length - length + 1 }, (_none, at) =>
    number.slice(at, at + length),
  )
  return digits.some((line) => parts.some((part) => line.includes(part)))
}

const PARTIES = ['buyer_name', 'seller_name'] as const

/** What other texts of the page, such as a stamp, make of the names of the parties: nearly the same with another character. */
export function withVariants(fields: ExtractedFields, { texts }: PageEvidence): ExtractedFields {
  const known = PARTIES.flatMap((party) => fields[party]?.value ?? [])
  const added = PARTIES.map((party) => {
    const read = fields[party]
    if (!read || read.source === 'xml' || read.source === 'layer') return [party, read] as const
    const others = nameVariants(read.value, texts)
      .filter((name) => !known.includes(name))
      .map((value): ReadField => ({
        value,
        confidence: read.confidence,
        source: read.source,
        isGuess: false,
      }))
    return [party, { ...read, others: [...(read.others ?? []), ...others] }] as const
  })
  return { ...fields, ...Object.fromEntries(added) }
}

/** Doubts about the code and its page. A number that the file's own data or text states is not searched for. */
export function pageDoubts(
  number: string,
  fields: ExtractedFields | null,
  evidence: PageEvidence | null,
): InvoiceDoubt[] {
  const isStated = fields?.invoice_number?.value === number
  const isMissing = !isStated && !(evidence && isPrinted(number, evidence))
  return [
    ...(isMissing ? [{ field: 'invoice_number', reason: 'NOT_PRINTED' } as const] : []),
    ...(evidence?.showsSeveral ? [{ field: null, reason: 'SEVERAL_INVOICES' } as const] : []),
  ]
}
