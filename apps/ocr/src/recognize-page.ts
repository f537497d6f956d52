import type {
  InvoiceField,
  RecognizedInvoice,
  TextLine,
} from '@consilium/contract/recognition/recognition.ts'
import type { Page } from './documents/document.ts'
import { extractFields, type ReadingOptions } from './fields/extract.ts'
import type { PageSize } from './fields/field-box.ts'
import { readSlip, slipKind, type SlipReading } from './slips.ts'
import { answered, firstKnown, type ExtractedFields } from './fields/fields.ts'
import type { QrReading } from './qr/qr-payload.ts'
import { readPreview, readQr, readQrAgain, type QrOutcome } from './qr/qr.ts'
import type { Raster } from './pictures/raster.ts'
import { step } from './steps.ts'
import type { ReadingScope } from './text/recognize.ts'
import { type CodePlace, scaledPlace, showsText } from './text/region.ts'
import { gatherEvidence, type PageEvidence, withVariants } from './page-evidence.ts'
import { fuse, knownFrom, notAnInvoice, withDraft } from './result.ts'
import { Unreadable } from './documents/unreadable.ts'

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

interface FoundCode {
  outcome: QrOutcome
  /** The picture that shows the invoice. */
  picture: Raster | null
  /** The page drawn small, if that shows the invoice. */
  preview: Raster | null
  /** Pictures in which nothing was found by any means. */
  exhausted: readonly Raster[]
}

/** Searches the pictures of a page until one shows an invoice. Otherwise returns the first code of another kind. */
async function findCode(page: Page): Promise<FoundCode> {
  const preview = (await page.preview?.()) ?? null
  let previewed = preview && (await readPreview(preview))
  if (previewed?.outcome) return { outcome: previewed.outcome, picture: preview, preview, exhausted: [] }
  const exhausted: Raster[] = []
  let foreign: QrOutcome = { kind: 'none' }
  let isIncomplete = false
  for await (const picture of page.codes()) {
    const outcome = await readQr(picture, previewed)
    // Only the first picture is the one that was drawn small: the next frames of an animation show something else.
    previewed = null
    if (outcome.kind === 'invoice' || outcome.kind === 'several')
      return { outcome, picture, preview: null, exhausted }
    if (outcome.kind === 'none' && outcome.isThorough) exhausted.push(picture)
    if (foreign.kind === 'none') foreign = outcome
    isIncomplete ||= picture.incomplete === true
  }
  // The code may have been in the part that is missing.
  if (foreign.kind === 'none' && isIncomplete) throw new Unreadable('FILE_DAMAGED')
  return { outcome: foreign, picture: null, preview: null, exhausted }
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

/** The fields of a page and what its text says about its code; `evidence` is null for a page without text. */
export interface PageReading {
  fields: ExtractedFields
  evidence: PageEvidence | null
}

/** Reads the fields from the data and text layer of the file, and from its pixels if some are missing. */
async function readFields(
  page: Page,
  reading: QrReading,
  recognize: (raster: Raster) => Promise<TextLine[]>,
): Promise<PageReading> {
  const data = page.fields
  const known = knownFrom(reading)
  const layer = await step('layer', () => page.layer())
  const optionsOf = (size: PageSize): ReadingOptions => ({ known, size, page: page.number })
  const written = layer.length > 0 ? extractFields(layer, 'layer', optionsOf(await page.size())) : null
  const sofar = firstKnown(...[data, written].filter((fields) => fields !== null))
  const found = (fields: ExtractedFields, lines: readonly TextLine[]): PageReading => {
    const evidence = lines.length > 0 ? gatherEvidence(lines) : null
    return { fields: evidence ? withVariants(fields, evidence) : fields, evidence }
  }
  if (isComplete(sofar, reading)) return found(sofar, layer)
  const raster = await step('draw', () => page.raster())
  if (!raster) return found(sofar, layer)
  const drawn = await recognize(raster)
  const options = optionsOf(raster)
  const together = layer.length > 0 ? [readTogether(layer, drawn, options)] : []
  const fields = firstKnown(sofar, ...together, extractFields(drawn, 'text', options))
  return found(fields, [...layer, ...drawn])
}

/** Words that a page with a code of its own form must show: anyone's list of numbers looks like such a code. */
const NAMES_ITSELF = /通行费|收费公路|发\s?票|票据/u
const BARE = 'the page says nowhere that it is an invoice'

interface CodedOptions {
  full: boolean
  onPartial: (partial: RecognizedInvoice) => void
}

async function recognizeCoded(
  page: Page,
  reading: QrReading,
  recognize: (raster: Raster) => Promise<TextLine[]>,
  { full, onPartial }: CodedOptions,
): Promise<RecognizedInvoice> {
  if (!full) return fuse(reading, null)
  const { isBare = false } = reading.invoice
  if (!isBare) onPartial(fuse(reading, null))
  const read = await readFields(page, reading, recognize)
  const isNamed = read.evidence?.texts.some((text) => NAMES_ITSELF.test(text)) ?? false
  if (isBare && !isNamed) return notAnInvoice('QR_FORMAT_INVALID', { qr_raw: reading.raw, qr_error: BARE })
  return fuse(reading, read.fields, read.evidence)
}

const SEVERAL = 'the picture contains the codes of several invoices'
const NONE = 'no QR code was found'

/** The page, whose text is read in the preview if that shows it well enough. */
const withReadable = (page: Page, preview: Raster | null, place: CodePlace | null): Page =>
  preview && place && showsText(place) ? { ...page, raster: async () => preview } : page

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
  const { outcome: code, picture, preview, exhausted } = await step('code', () => findCode(page))
  const near = (place: CodePlace | null) => (raster: Raster) =>
    recognize(raster, {
      code: place && picture && scaledPlace(place, raster.width / picture.width),
      fieldsOnly: true,
    })
  switch (code.kind) {
    case 'invoice':
      return recognizeCoded(withReadable(page, preview, code.place), code.reading, near(code.place), {
        full,
        onPartial,
      })
    case 'several':
      return notAnInvoice('SEVERAL_INVOICES', { qr_raw: code.readings[0]?.raw ?? null, qr_error: SEVERAL })
    default: {
      const none =
        code.kind === 'foreign'
          ? notAnInvoice('QR_FORMAT_INVALID', { qr_raw: code.raw, qr_error: code.reason })
          : notAnInvoice('NO_QR', { qr_error: NONE })
      return full ? readOtherPaper(page, none, { recognize, exhausted }) : none
    }
  }
}

/** Words of invoices that have a code. */
const INVOICE_WORDS = /增值税|电子发票|价税合计|税务局监制|客票/u

/**
 * A page without an invoice's code: the large texts of a picture tell whether it is a slip, or an invoice whose code deserves a second
 * look. Any other page costs little more than the search for a code.
 */
async function readOtherPaper(
  page: Page,
  none: RecognizedInvoice,
  { recognize, exhausted }: { recognize: RecognizeText; exhausted: readonly Raster[] },
): Promise<RecognizedInvoice> {
  const layer = await step('layer', () => page.layer())
  const raster = layer.length > 0 ? null : await step('draw', () => page.raster())
  if (!raster) return proposed(none, readSlip(layer, page.number, await page.size()))
  let isInvoice = false
  const lines = await recognize(raster, {
    atGlance: (largest) => {
      const texts = largest.map(({ text }) => text)
      isInvoice = texts.some((text) => INVOICE_WORDS.test(text))
      return !isInvoice && slipKind(texts) !== null
    },
  })
  if (!isInvoice) return proposed(none, readSlip(lines, page.number, raster))
  const isExhausted = exhausted.some(
    ({ width, height }) => width === raster.width && height === raster.height,
  )
  if (isExhausted) return none
  const again = await step('code', () => readQrAgain(raster))
  const near = (whole: Raster) => recognize(whole, { fieldsOnly: true })
  return again.kind === 'invoice' ? recognizeCoded(page, again.reading, near, SECOND_LOOK) : none
}

const SECOND_LOOK: CodedOptions = { full: true, onPartial: () => {} }

const proposed = (none: RecognizedInvoice, slip: SlipReading | null): RecognizedInvoice =>
  slip ? withDraft(none, slip) : none

/** The lines of a page: its text layer if it has one, otherwise the text in its pixels. */
export async function readPageText(page: Page, recognize: RecognizeText): Promise<TextLine[]> {
  const layer = await page.layer()
  const characters = layer.reduce((sum, { text }) => sum + text.length, 0)
  const raster = characters < LAYER_MIN_CHARACTERS ? await page.raster() : null
  return raster ? recognize(raster) : layer
}
