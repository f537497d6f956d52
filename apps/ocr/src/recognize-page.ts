import type { InvoiceField, RecognizedInvoice, TextLine } from '@consilium/contract/recognition.ts'
import type { Page } from './document.ts'
import { extractFields } from './fields/extract.ts'
import { firstKnown, type ExtractedFields } from './fields/fields.ts'
import type { QrReading } from './qr-payload.ts'
import { readQr, type QrOutcome } from './qr.ts'
import type { Raster } from './raster.ts'
import { fuse, notAnInvoice } from './result.ts'

/** Reads text in pixels; the caller counts how often. */
export type RecognizeText = (raster: Raster) => Promise<TextLine[]>

const RAIL_TICKET = '51'
const NUMBERED: readonly InvoiceField[] = ['invoice_number', 'issue_date']
/** What every invoice shows. A buyer that is a person has no tax id, and what is free of tax has no amount of it. */
const SHOWN: readonly InvoiceField[] = [
  ...NUMBERED,
  'buyer_name',
  'seller_name',
  'seller_tax_id',
  'amount',
  'total_amount',
]
/** Fewer characters than these on a page are a stamp or a page number over a scan. */
const LAYER_LEAST_CHARACTERS = 40

/** Searches the pictures of a page until one shows an invoice; else tells of the first code that is none. */
async function findCode(page: Page): Promise<QrOutcome> {
  let foreign: QrOutcome = { kind: 'none' }
  for await (const raster of page.codes()) {
    const outcome = await readQr(raster)
    if (outcome.kind === 'invoice' || outcome.kind === 'several') return outcome
    if (foreign.kind === 'none') foreign = outcome
  }
  return foreign
}

function isComplete(fields: ExtractedFields, reading: QrReading): boolean {
  const rail = reading.invoice.invoiceType === RAIL_TICKET
  return (rail ? NUMBERED : SHOWN).every((field) => fields[field] !== null)
}

/** From what the file carries itself, and where that lacks something from its pixels. */
async function readFields(
  page: Page,
  reading: QrReading,
  recognize: RecognizeText,
): Promise<ExtractedFields | null> {
  const carried = page.fields
  if (carried && isComplete(carried, reading)) return carried
  const lines = await page.layer()
  const layer = lines.length > 0 ? extractFields(lines, 'layer') : null
  const known = firstKnown(...[carried, layer].filter((fields) => fields !== null))
  if (isComplete(known, reading)) return known
  const raster = await page.raster()
  return raster ? firstKnown(known, extractFields(await recognize(raster), 'text')) : known
}

const SEVERAL = 'the picture holds the codes of several invoices'
const NONE = 'no QR code was found'

/**
 * QR code first. Without a valid one the page is no invoice, whatever data the file carries, as anyone can write those,
 * and no text is recognised. With one, `full` decides whether the other fields are read too; what the code carries is
 * told before that begins.
 */
export async function recognizePage(
  page: Page,
  full: boolean,
  recognize: RecognizeText,
  tellPartial: (partial: RecognizedInvoice) => void = () => {},
): Promise<RecognizedInvoice> {
  const code = await findCode(page)
  switch (code.kind) {
    case 'invoice':
      if (full) tellPartial(fuse(code.reading, null))
      return fuse(code.reading, full ? await readFields(page, code.reading, recognize) : null)
    case 'several':
      return notAnInvoice('SEVERAL_INVOICES', { qr_raw: code.readings[0]?.raw ?? null, qr_error: SEVERAL })
    default:
      return code.kind === 'foreign'
        ? notAnInvoice('QR_FORMAT_INVALID', { qr_raw: code.raw, qr_error: code.reason })
        : notAnInvoice('NO_QR', { qr_error: NONE })
  }
}

/** The lines of a page: its own text where it has some, else that in its pixels. */
export async function readPageText(page: Page, recognize: RecognizeText): Promise<TextLine[]> {
  const layer = await page.layer()
  const characters = layer.reduce((sum, { text }) => sum + text.length, 0)
  const raster = characters < LAYER_LEAST_CHARACTERS ? await page.raster() : null
  return raster ? recognize(raster) : layer
}
