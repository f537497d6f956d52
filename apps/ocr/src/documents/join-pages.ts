import {
  doubtfulValues,
  INVOICE_FIELDS,
  type InvoiceDoubt,
  type InvoiceField,
  type RecognizedPage,
} from '@consilium/contract/recognition/recognition.ts'

const SUMS: readonly InvoiceField[] = ['amount', 'tax_amount', 'total_amount']

/** Pages of one file belong to one invoice if they have its number and their QR codes say the same. */
const identityOf = ({ file, entry, source, ...read }: RecognizedPage): string =>
  JSON.stringify([
    file,
    entry,
    read.invoice_code,
    read.invoice_number,
    INVOICE_FIELDS.map((field) => (source[field] === 'qr' ? read[field] : null)),
  ])

const isBetter = (field: InvoiceField, page: RecognizedPage, than: RecognizedPage): boolean => {
  if (page[field] === null) return false
  if (than[field] === null) return true
  if (SUMS.includes(field)) return page.checks.amounts_add_up === true && than.checks.amounts_add_up !== true
  return than.source[field] === 'derived' && page.source[field] !== 'derived'
}

const merged = <T>(values: readonly (T | null)[]): T | null => values.find((value) => value !== null) ?? null

/** No check is true if it fails on one of the pages. */
const both = (one: boolean | null, other: boolean | null): boolean | null =>
  one === false || other === false ? false : (one ?? other)

/** What is printed on one of the pages is not missing, while a page that shows two invoices does so beside any other. */
function joinDoubts(joined: RecognizedPage, first: RecognizedPage, next: RecognizedPage): InvoiceDoubt[] {
  const pages = [first, next]
  const isFull = pages.some(({ doubts }) => doubts.length > 0)
  const values = isFull ? doubtfulValues((field) => joined[field]) : []
  const kept = [...first.doubts, ...next.doubts].filter(({ field, reason }) => {
    if (reason === 'MISSING' || reason === 'NAME_TOO_SHORT') return false
    const isOn = (page: RecognizedPage) =>
      page.doubts.some((doubt) => doubt.field === field && doubt.reason === reason)
    return reason !== 'NOT_PRINTED' || pages.every(isOn)
  })
  const known = new Set<string>()
  return [...values, ...kept].filter((doubt) => {
    const key = JSON.stringify([doubt.field, doubt.reason])
    return !known.has(key) && known.add(key)
  })
}

function continued(first: RecognizedPage, next: RecognizedPage): RecognizedPage {
  const joined = structuredClone(first)
  for (const field of INVOICE_FIELDS) {
    if (!isBetter(field, next, first)) continue
    joined[field] = next[field]
    joined.confidence[field] = next.confidence[field]
    joined.source[field] = next.source[field]
    joined.boxes[field] = next.boxes[field]
  }
  const sums = SUMS.some((field) => isBetter(field, next, first)) ? next : first
  const [one, other] = [first.checks, next.checks]
  const taxIdCheck = (party: 'buyer' | 'seller') =>
    (isBetter(`${party}_tax_id`, next, first) ? other : one)[`${party}_tax_id_valid`]
  const alternatives = [...first.alternatives, ...next.alternatives].filter(
    ({ field, value }) => joined[field] !== value,
  )
  return {
    ...joined,
    pages: [...first.pages, next.page],
    error_code: merged([first.error_code, next.error_code]),
    alternatives,
    doubts: joinDoubts(joined, first, next),
    checks: {
      amounts_add_up: sums.checks.amounts_add_up,
      qr_matches_text: both(one.qr_matches_text, other.qr_matches_text),
      differences: [...one.differences, ...other.differences],
      buyer_tax_id_valid: taxIdCheck('buyer'),
      seller_tax_id_valid: taxIdCheck('seller'),
    },
  }
}

/** Joins the pages of each invoice: a later page with the same code continues the first, which has the better of its values. */
export function joinPages(pages: readonly RecognizedPage[]): RecognizedPage[] {
  const joined: RecognizedPage[] = []
  for (const page of pages) {
    const same = joined.findIndex(
      (earlier) => page.is_invoice && earlier.is_invoice && identityOf(earlier) === identityOf(page),
    )
    if (same === -1) joined.push({ ...page, pages: [page.page] })
    else joined[same] = continued(joined[same]!, page)
  }
  return joined
}
