// Slow
import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import type { RecognizedInvoice, RecognizedPages } from '@consilium/contract/recognition/recognition.ts'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { damage } from '../synth/damage.ts'
import type { Mark, TextMark } from '../synth/drawing/drawing.ts'
import { PDF_FONT } from '../synth/fonts.ts'
import { drawSeeded, DRAWN_WIDTH } from '../synth/generate.ts'
import { PAGE_HEIGHT, PAGE_WIDTH } from '../synth/page-units.ts'
import { seeded } from '../synth/random.ts'
import { renderPdf } from '../synth/files/render-pdf.ts'
import { renderPng } from '../synth/files/render-svg.ts'
import { startOcr, type OcrService } from './ocr-service.ts'

const PATIENT = { pageMs: 100_000, totalMs: 100_000 }
/** The pixels of an invoice that is small in a photo, which has sixteen times as many. */
const WIDTH_IN_PHOTO = 1440
const POINTS_PER_UNIT = 72 / 254

let service: OcrService
before(async () => {
  service = await startOcr({ limits: PATIENT })
  await service.untilReady()
})
after(() => service.close())

const digital = drawSeeded(7, '32', 'none')
const paper = drawSeeded(11, '01', 'none')
const { fields } = digital.invoice
/** An invoice of several goods, whose sums are printed nowhere but in their own row. */
const long = Array.from({ length: 40 }, (_none, seed) => drawSeeded(seed, '31', 'none')).find(
  ({ invoice }) => invoice.items.length > 1,
)!

type Edit = (mark: TextMark) => string | null

/** The page with its texts replaced; null leaves a text out. */
const edited = (marks: readonly Mark[], edit: Edit): Mark[] =>
  marks.flatMap((mark): Mark[] => {
    if (mark.kind !== 'text') return [mark]
    const text = edit(mark)
    return text === null ? [] : [{ ...mark, text }]
  })

const withoutTexts = (marks: readonly Mark[], ...patterns: RegExp[]): Mark[] =>
  edited(marks, ({ text }) => (patterns.some((pattern) => pattern.test(text)) ? null : text))

const send = async (file: Buffer): Promise<RecognizedInvoice> =>
  (await service.send(file, '?full=true')).body as RecognizedInvoice
const read = async (marks: readonly Mark[]): Promise<RecognizedInvoice> => send(await renderPdf(marks))

const partiesOf = ({ buyer_name, buyer_tax_id, seller_name, seller_tax_id }: Partial<RecognizedInvoice>) => ({
  buyer_name,
  buyer_tax_id,
  seller_name,
  seller_tax_id,
})

describe('sums', () => {
  it('REC-1: amount and tax are found without the label of their row, by what adds up to the total', async () => {
    for (const { marks, invoice } of [digital, paper]) {
      const result = await read(withoutTexts(marks, /^合\s+计$/, /小写/, /大写/))
      assert.deepEqual(
        [result.amount, result.tax_amount, result.total_amount],
        [invoice.fields.amount, invoice.fields.tax_amount, invoice.fields.total_amount],
      )
      assert.equal(result.checks.amounts_add_up, true)
    }
  })

  it('REC-3: a misread total gives way to the one that fits the QR code, and no tax of the opposite sign is calculated', async () => {
    const { total_amount, tax_amount } = paper.invoice.fields
    const misread = edited(paper.marks, ({ text }) => (text === `¥${total_amount}` ? '¥1.99' : text))
    const result = await read(misread)
    assert.deepEqual([result.total_amount, result.tax_amount], [total_amount, tax_amount])
    const alone = await read(
      withoutTexts(misread, /[圆角]/).filter(
        (mark) => mark.kind !== 'text' || mark.text !== `¥${tax_amount}`,
      ),
    )
    assert.equal(alone.tax_amount, null)
    assert.equal(alone.checks.amounts_add_up, null)
    assert.ok(alone.alternatives.some(({ field, value }) => field === 'total_amount' && value === '1.99'))
  })

  it('REC-4: a tax that contradicts the QR code and both totals is replaced by the difference and marked', async () => {
    const { tax_amount } = paper.invoice.fields
    const wrong = edited(paper.marks, ({ text }) =>
      // A plausible tax, so that only the sums contradict it.
      text.includes(tax_amount!) ? text.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)) : text,
    )
    const result = await read(wrong)
    assert.deepEqual([result.tax_amount, result.source.tax_amount], [tax_amount, 'derived'])
    assert.ok((result.confidence.tax_amount ?? 1) < 0.8)
    assert.equal(result.checks.amounts_add_up, null)
    assert.ok(result.alternatives.some(({ field, source }) => field === 'tax_amount' && source === 'layer'))
  })
})

describe('parties', () => {
  it('REC-2 REC-11: a party whose label is lost is found by its place', async () => {
    for (const { marks, invoice } of [digital, paper]) {
      const labels = marks.filter((mark) => mark.kind === 'text' && /名\s*称：|识别号：/.test(mark.text))
      assert.equal(labels.length, 4)
      for (const label of labels) {
        const result = await read(marks.filter((mark) => mark !== label))
        assert.deepEqual(partiesOf(result), partiesOf(invoice.fields))
      }
    }
  })

  it('REC-2: a buyer that cannot be read leaves the buyer empty, and the seller is the seller', async () => {
    const buyer = [fields.buyer_name, fields.buyer_tax_id]
    const isBuyer = (mark: Mark) =>
      mark.kind === 'text' && (buyer.includes(mark.text) || mark.x < 300) && mark.y < 460
    const result = await read(digital.marks.filter((mark) => !isBuyer(mark)))
    assert.deepEqual(partiesOf(result), {
      ...partiesOf(fields),
      buyer_name: null,
      buyer_tax_id: null,
    })
  })

  it('REC-6: look-alikes in a tax id are exchanged where both of its check characters then fit, and that is told', async () => {
    const id = fields.seller_tax_id!
    const misread = id.replace('0', 'U')
    const result = await read(edited(digital.marks, ({ text }) => (text === id ? misread : text)))
    assert.deepEqual([result.seller_tax_id, result.source.seller_tax_id], [id, 'derived'])
    assert.equal(result.checks.seller_tax_id_valid, null)
    assert.ok(result.alternatives.some(({ value }) => value === misread))
  })
})

/** The form as a picture and its values, or some of them, as text, as some issuers make it. */
async function drawnForm(marks: readonly Mark[], written?: readonly (string | null)[]): Promise<Buffer> {
  const isValue = (mark: Mark): mark is TextMark =>
    mark.kind === 'text' && mark.face === 'value' && (!written || written.includes(mark.text))
  const form = await renderPng(
    marks.filter((mark) => !isValue(mark)),
    digital.fonts,
    DRAWN_WIDTH,
  )
  const size = [PAGE_WIDTH * POINTS_PER_UNIT, PAGE_HEIGHT * POINTS_PER_UNIT]
  const pdf = new PDFDocument({ size, margin: 0 })
  pdf.image(form, 0, 0, { width: size[0]!, height: size[1]! }).font(PDF_FONT).scale(POINTS_PER_UNIT)
  for (const { text, x, y, size: height, anchor } of marks.filter(isValue)) {
    pdf.fontSize(height)
    const left = x - pdf.widthOfString(text) * { start: 0, middle: 0.5, end: 1 }[anchor]
    pdf.text(text, left, y, { lineBreak: false, baseline: 'alphabetic' })
  }
  pdf.end()
  return buffer(pdf)
}

describe('pages', () => {
  it('REC-10: labels that are drawn and values that are text are read together', async () => {
    const result = await send(await drawnForm(digital.marks))
    assert.deepEqual(partiesOf(result), partiesOf(fields))
    assert.deepEqual([result.amount, result.tax_amount], [fields.amount, fields.tax_amount])
    assert.equal(result.source.seller_name, 'layer')
  })

  it('REC-10: text whose label and neighbours are only drawn is answered as it is written, not as it looks', async () => {
    // Alone the text layer does not tell whose values these are, and the picture alone may be misread.
    const { seller_name, seller_tax_id } = fields
    const result = await send(await drawnForm(digital.marks, [seller_name, seller_tax_id]))
    assert.deepEqual(partiesOf(result), partiesOf(fields))
    const { source } = result
    assert.deepEqual(
      [source.seller_name, source.seller_tax_id, source.buyer_name, source.amount],
      ['layer', 'layer', 'text', 'text'],
    )
  })

  it('REC-12: an invoice that is small in a large photo is read, and each value has its place', async () => {
    const png = await renderPng(digital.marks, digital.fonts, WIDTH_IN_PHOTO)
    const photo = await damage(png, { share: 0.25, quality: 90 }, seeded(5))
    const result = await send(photo)
    assert.deepEqual(partiesOf(result), partiesOf(fields))
    assert.equal(result.total_amount, fields.total_amount)
    const [buyer, seller] = [result.boxes.buyer_name, result.boxes.seller_name]
    assert.ok(buyer && seller && buyer.page === 1)
    const { width } = await sharp(photo).metadata()
    assert.ok(width > 2 * WIDTH_IN_PHOTO, 'the invoice is smaller than half of the photo')
    assert.ok(buyer.x + buyer.width <= seller.x && Math.abs(buyer.y - seller.y) < buyer.height)
    assert.ok(buyer.width < 0.15 && buyer.height < 0.03)
  })

  it('REC-15: later pages with the same number continue the invoice of the first page', async () => {
    const isSum = (mark: Mark) => mark.kind === 'text' && mark.y > 930 && mark.y < 1060
    const { marks, invoice } = long
    const first = marks.filter((mark) => !isSum(mark))
    const last = withoutTexts(marks, /^\*/)
    const file = await renderPdf(first, first, last, paper.marks)
    const { results } = (await service.send(file, '?full=true')).body as RecognizedPages
    assert.deepEqual(
      results.map(({ page, pages, invoice_number }) => [page, pages, invoice_number]),
      [
        [1, [1, 2, 3], invoice.fields.invoice_number],
        [4, [4], paper.invoice.fields.invoice_number],
      ],
    )
    const [joined] = results
    assert.ok(joined)
    assert.deepEqual([joined.amount, joined.tax_amount], [invoice.fields.amount, invoice.fields.tax_amount])
    assert.deepEqual([joined.boxes.buyer_name?.page, joined.boxes.tax_amount?.page], [1, 3])
    assert.equal(joined.checks.amounts_add_up, true)
  })
})
