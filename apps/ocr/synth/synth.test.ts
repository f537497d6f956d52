import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { parseQrPayload } from '../src/qr/qr-payload.ts'
import { fuse } from '../src/result.ts'
import { DAMAGE_NAMES } from './damage.ts'
import { requireInvoiceFonts } from './fonts.ts'
import { DRAWN_WIDTH, drawSeeded, makePicture } from './generate.ts'
import { FORMS, isSpecial } from './forms.ts'
import { makeInvoice } from './invoice.ts'
import { seeded } from './random.ts'
import { renderOfd } from './files/render-ofd.ts'
import { renderPdf } from './files/render-pdf.ts'

const SEEDS = 40
/** Half of the usual width, which costs a quarter. */
const WIDTH = DRAWN_WIDTH / 2

before(() => requireInvoiceFonts())

test('OCR-1: the QR codes of drawn invoices are valid and agree with the printed fields', () => {
  for (const form of FORMS)
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const { payload, fields, kind } = makeInvoice(seeded(seed), form)
      const parsed = parseQrPayload(payload)
      assert.ok(parsed.ok, payload)
      const { amount, tax_amount, total_amount, ...fused } = fuse(
        { raw: payload, invoice: parsed.invoice },
        null,
      )
      assert.equal(fused.invoice_type, kind)
      assert.equal(fused.invoice_number, fields.invoice_number)
      // The codes of blockchain and toll invoices say less than the national ones.
      for (const field of ['issue_date', 'invoice_code', 'check_code'] as const)
        if (!isSpecial(form) || fused[field] !== null) assert.equal(fused[field], fields[field], form)
      assert.equal(amount ?? total_amount, amount === null ? fields.total_amount : fields.amount)
      assert.equal(tax_amount, null)
    }
})

test('OCR-1: the same seed gives the same picture, and another seed gives another one', async () => {
  const [one, same, other] = await Promise.all([
    makePicture(7, '32', 'photographed', WIDTH),
    makePicture(7, '32', 'photographed', WIDTH),
    makePicture(8, '32', 'photographed', WIDTH),
  ])
  assert.deepEqual(one.file, same.file)
  assert.deepEqual(one.invoice, same.invoice)
  assert.notEqual(one.invoice.payload, other.invoice.payload)
})

test('OCR-1: each kind of damage gives a picture', async () => {
  for (const [seed, name] of DAMAGE_NAMES.entries()) {
    const { file } = await makePicture(seed, FORMS[seed % FORMS.length]!, name, WIDTH)
    const { width, height, channels } = await sharp(file).metadata()
    assert.ok(width > WIDTH / 3 && height > WIDTH / 5 && channels === 3, `${name}: ${width} × ${height}`)
  }
})

test('OCR-1: an invoice is rendered as a PDF and as an OFD, always with the same bytes', async () => {
  const { marks, invoice } = drawSeeded(3, '31', 'none')
  const pdf = await renderPdf(marks, marks)
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
  assert.deepEqual(await renderPdf(marks, marks), pdf)
  const ofd = await renderOfd(marks, invoice)
  assert.equal(ofd.subarray(0, 2).toString(), 'PK')
  assert.deepEqual(await renderOfd(marks, invoice), ofd)
})
