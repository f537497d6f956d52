import type { InvoiceField, RecognizedInvoice, TextLine } from '@consilium/contract/recognition.ts'
import type { Page } from './document.ts'
import { extractFields, type ReadingOptions } from './fields/extract.ts'
import type { PageSize } from './fields/field-box.ts'
import { answered, firstKnown, type ExtractedFields } from './fields/fields.ts'
import type { QrReading } from './qr-payload.ts'
import { readPreview, readQr, type QrOutcome } from './qr.ts'
import type { Raster } from './raster.ts'
import { step } from './steps.ts'
import type { ReadingScope } from './text/recognize.ts'
import { type CodePlace, scaledPlace } from './text/region.ts'
import { fuse, knownFrom, notAnInvoice } from './result.ts'
import { Unreadable } from './unreadable.ts'

/** Recognizes text in pixels; the caller counts the calls. */
export type RecognizeText = (raster: Raster, scope?: ReadingScope) => Promise<TextLine[]>

const RAIL_TICKET = '51'
const NUMBERED: readonly InvoiceField[] = ['invoice_number', 'issue_date']
/** Fields of every invoice. Private buyers have no tax id, and tax-free goods have no amount of tax. */
const ALWAYS_PRINTED: readonly InvoiceField[] = [
  ...NUMBERED,
  'buyer_name',
  'seller_name',
  'seller_tax_id',
  'amount',
  'total_amount',
]
/** A text layer with fewer characters is a stamp or a page number on a scan. */
const LAYER_MIN_CHARACTERS = 40

/** Searches the pictures of a page until one shows an invoice. Otherwise returns the first code of another kind. */
async function findCode(page: Page): Promise<{ outcome: QrOutcome; picture: Raster | null }> {
  const preview = page.preview?.()
  const previewed = preview && (await readPreview(preview))
  if (previewed) return { outcome: previewed, picture: preview }
  let foreign: QrOutcome = { kind: 'none' }
  let isIncomplete = false
  for await (const picture of page.codes()) {
    const outcome = await readQr(picture)
    if (outcome.kind === 'invoice' || outcome.kind === 'several') return { outcome, picture }
    if (foreign.kind === 'none') foreign = outcome
    isIncomplete ||= picture.incomplete === true
  }
  // The code may have been in the part that is missing.
  if (foreign.kind === 'none' && isIncomplete) throw new Unreadable('FILE_DAMAGED')
  return { outcome: foreign, picture: null }
}

function isComplete(fields: ExtractedFields, reading: QrReading): boolean {
  const rail = reading.invoice.invoiceType === RAIL_TICKET
  const read = answered(fields)
  return (rail ? NUMBERED : ALWAYS_PRINTED).every((field) => read[field] !== null)
}

/** Whether the corners of the line are around the middle of the other one. */
function covers(line: TextLine, other: TextLine): boolean {
  const [xs, ys] = [line.box.map(([x]) => x), line.box.map(([, y]) => y)]
  const x = other.box.reduce((sum, corner) => sum + corner[0], 0) / other.box.length
  const y = other.box.reduce((sum, corner) => sum + corner[1], 0) / other.box.length
  return x >= Math.min(...xs) && x <= Math.max(...xs) && y >= Math.min(...ys) && y <= Math.max(...ys)
}

/** The text layer with what is only drawn: some issuers write the values as text and draw the form as a picture. */
function readTogether(layer: readonly TextLine[], drawn: readonly TextLine[], options: ReadingOptions) {
  const written = new Set(layer)
  const added = drawn.filter((line) => !layer.some((one) => covers(one, line) || covers(line, one)))
  return extractFields([...layer, ...added], (line) => (written.has(line) ? 'layer' : 'text'), options)
}

/** Reads the fields from the data and text layer of the file, and from its pixels if some are missing. */
async function readFields(
  page: Page,
  reading: QrReading,
  recognize: (raster: Raster) => Promise<TextLine[]>,
): Promise<ExtractedFields | null> {
  const data = page.fields
  const known = knownFrom(reading)
  const layer = await step('layer', () => page.layer())
  const optionsOf = (size: PageSize): ReadingOptions => ({ known, size, page: page.number })
  const written = layer.length > 0 ? extractFields(layer, 'layer', optionsOf(await page.size())) : null
  const sofar = firstKnown(...[data, written].filter((fields) => fields !== null))
  if (isComplete(sofar, reading)) return sofar
  const raster = await step('draw', () => page.raster())
  if (!raster) return sofar
  const drawn = await recognize(raster)
  const options = optionsOf(raster)
  const together = layer.length > 0 ? [readTogether(layer, drawn, options)] : []
  return firstKnown(sofar, ...together, extractFields(drawn, 'text', options))
}

const SEVERAL = 'the picture contains the codes of several invoices'
const NONE = 'no QR code was found'

/**
 * Reads the QR code first. Without a valid one the page is not an invoice, even if the file contains invoice data, because
 * anyone can write such data; no text is recognized then. With `full` the other fields are read too, and `onPartial`
 * gets the fields of the code before that begins.
 */
export async function recognizePage(
  page: Page,
  full: boolean,
  recognize: RecognizeText,
  onPartial: (partial: RecognizedInvoice) => void = () => {},
): Promise<RecognizedInvoice> {
  const { outcome: code, picture } = await step('code', () => findCode(page))
  const near = (place: CodePlace | null) => (raster: Raster) =>
    recognize(raster, {
      code: place && picture && scaledPlace(place, raster.width / picture.width),
      fieldsOnly: true,
    })
  switch (code.kind) {
    case 'invoice':
      if (full) onPartial(fuse(code.reading, null))
      return fuse(code.reading, full ? await readFields(page, code.reading, near(code.place)) : null)
    case 'several':
      return notAnInvoice('SEVERAL_INVOICES', { qr_raw: code.readings[0]?.raw ?? null, qr_error: SEVERAL })
    default:
      return code.kind === 'foreign'
        ? notAnInvoice('QR_FORMAT_INVALID', { qr_raw: code.raw, qr_error: code.reason })
        : notAnInvoice('NO_QR', { qr_error: NONE })
  }
}

/** The lines of a page: its text layer if it has one, otherwise the text in its pixels. */
export async function readPageText(page: Page, recognize: RecognizeText): Promise<TextLine[]> {
  const layer = await page.layer()
  const characters = layer.reduce((sum, { text }) => sum + text.length, 0)
  const raster = characters < LAYER_MIN_CHARACTERS ? await page.raster() : null
  return raster ? recognize(raster) : layer
}
