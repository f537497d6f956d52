import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  INVOICE_FIELDS,
  type InvoiceField,
  RecognizedInvoice,
} from '@consilium/contract/recognition/recognition.ts'
import { type ExtractedFields, forEachField } from './fields/fields.ts'
import { parseQrPayload, type QrReading } from './qr/qr-payload.ts'
import { fuse, notAnInvoice } from './result.ts'

function reading(raw: string): QrReading {
  const payload = parseQrPayload(raw)
  assert.ok(payload.ok, raw)
  return { raw, invoice: payload.invoice }
}

const read = (values: Partial<Record<InvoiceField, string>>): ExtractedFields =>
  forEachField((field) => {
    const value = values[field]
    return value === undefined ? null : { value, confidence: 0.8, source: 'text' }
  })

const ELECTRONIC = reading('01,10,011001605111,80100798,64.9,20161018,85342965681116380258,BE2D')
const DIGITAL = reading('01,32,,26427000000375586818,10.70,20260430,,FAFB')
const VALID_ID = '91350100M000100Y43'

test('OCR-6: the code alone gives its fields; the kind decides whether its amount is the total', () => {
  const electronic = fuse(ELECTRONIC, null)
  assert.equal(electronic.amount, '64.90')
  assert.equal(electronic.total_amount, null)
  assert.equal(electronic.check_code, '85342965681116380258')
  const digital = fuse(DIGITAL, null)
  assert.equal(digital.total_amount, '10.70')
  assert.equal(digital.amount, null)
  assert.equal(digital.buyer_name, null)
  assert.deepEqual(digital.checks, {
    amounts_add_up: null,
    qr_matches_text: null,
    differences: [],
    buyer_tax_id_valid: null,
    seller_tax_id_valid: null,
  })
  assert.equal(digital.source.invoice_number, 'qr')
  assert.equal(digital.confidence.buyer_name, null)
  RecognizedInvoice.parse(digital)
})

test('OCR-4: the code takes precedence over the text, and differences are listed', () => {
  const fused = fuse(
    ELECTRONIC,
    read({ invoice_number: '80100799', issue_date: '2016-10-18', amount: '64.90', buyer_name: '甲' }),
  )
  assert.equal(fused.invoice_number, '80100798')
  assert.equal(fused.source.invoice_number, 'qr')
  assert.equal(fused.confidence.invoice_number, 1)
  assert.equal(fused.source.buyer_name, 'text')
  assert.equal(fused.checks.qr_matches_text, false)
  assert.deepEqual(fused.checks.differences, [{ field: 'invoice_number', qr: '80100798', text: '80100799' }])
  const same = fuse(ELECTRONIC, read({ invoice_number: '80100798' }))
  assert.equal(same.checks.qr_matches_text, true)
  assert.equal(fuse(ELECTRONIC, read({ buyer_name: '甲' })).checks.qr_matches_text, null)
})

test('OCR-1 REC-3: a missing amount is calculated only from the two others, marked, and counted by no check', () => {
  const derived = fuse(ELECTRONIC, read({ total_amount: '66.85' }))
  assert.equal(derived.tax_amount, '1.95')
  assert.equal(derived.checks.amounts_add_up, null)
  assert.equal(derived.source.tax_amount, 'derived')
  assert.ok((derived.confidence.tax_amount ?? 1) < 0.8)
  assert.equal(fuse(ELECTRONIC, read({})).tax_amount, null)
  assert.equal(fuse(DIGITAL, read({ tax_amount: '0.10' })).amount, '10.60')
  assert.equal(fuse(ELECTRONIC, read({ total_amount: '19.90' })).tax_amount, null, 'the opposite sign')
  assert.equal(fuse(ELECTRONIC, read({ total_amount: '70.20' })).tax_amount, null, 'no rate of 8.2 %')
  const wrong = fuse(DIGITAL, read({ amount: '10.00', tax_amount: '0.10' }))
  assert.equal(wrong.checks.amounts_add_up, false)
  assert.equal(wrong.total_amount, '10.70')
})

test('OCR-1: digital invoices have neither code nor check code', () => {
  const fused = fuse(DIGITAL, read({ invoice_code: '011001605111', check_code: '85342965681116380258' }))
  assert.equal(fused.invoice_code, null)
  assert.equal(fused.check_code, null)
})

test('OCR-1: the checksums of tax ids are checked', () => {
  const { checks } = fuse(DIGITAL, read({ buyer_tax_id: VALID_ID, seller_tax_id: '91350100M000100Y44' }))
  assert.equal(checks.buyer_tax_id_valid, true)
  assert.equal(checks.seller_tax_id_valid, false)
})

test('OCR-1 REC-13: 08 and 20 are one family of kinds, and so are 04, 10, 11 and 14', () => {
  const special = reading('01,20,011001605111,80100798,64.9,20161018,85342965681116380258,BE2D')
  const invoice_number = '80100798'
  assert.equal(fuse(special, read({ invoice_type: '08', invoice_number })).checks.qr_matches_text, true)
  for (const invoice_type of ['04', '10', '11', '14']) {
    const { checks } = fuse(ELECTRONIC, read({ invoice_type, invoice_number }))
    assert.equal(checks.qr_matches_text, true, invoice_type)
  }
  assert.equal(fuse(ELECTRONIC, read({ invoice_type: '01' })).checks.qr_matches_text, false)
})

test('REC-13: a guess without a label proves no difference, and the end of a check code is enough', () => {
  const guess = read({ invoice_number: '80100799', issue_date: '2016-10-18' })
  guess.invoice_number!.isGuess = true
  const fused = fuse(ELECTRONIC, guess)
  assert.equal(fused.checks.qr_matches_text, true)
  assert.deepEqual(fused.alternatives, [])
  assert.equal(fuse(ELECTRONIC, read({ check_code: '380258' })).checks.qr_matches_text, true)
})

test('REC-21: sums and kinds alone prove no agreement of code and print', () => {
  assert.equal(fuse(ELECTRONIC, read({ amount: '64.90', invoice_type: '10' })).checks.qr_matches_text, null)
  assert.equal(fuse(ELECTRONIC, read({ issue_date: '2016-10-18' })).checks.qr_matches_text, true)
})

test('REC-3: what two sources disagree on is answered with both', () => {
  const fused = fuse(ELECTRONIC, read({ amount: '64.40' }))
  assert.equal(fused.amount, '64.90')
  assert.deepEqual(
    fused.alternatives.map(({ field, value, source }) => [field, value, source]),
    [['amount', '64.40', 'text']],
  )
})

test('REC-25: brackets of another width are no other name', () => {
  const fused = fuse(
    DIGITAL,
    read({ buyer_name: '溯源(上海)科技有限公司', seller_name: '鼎盛生物工程有限公司' }),
  )
  assert.equal(fused.buyer_name, '溯源（上海）科技有限公司')
  assert.deepEqual(fused.alternatives, [])
})

test('OCR-5: a page that is not an invoice has no fields', () => {
  const none = notAnInvoice('NO_QR', { qr_error: 'no QR code was found' })
  assert.equal(none.is_invoice, false)
  assert.equal(none.error_code, 'NO_QR')
  assert.equal(none.qr_error, 'no QR code was found')
  for (const field of INVOICE_FIELDS) assert.equal(none[field], null)
  RecognizedInvoice.parse(none)
})

test('REC-25: a name that holds a part of a character is doubted, and one of whole characters is not', () => {
  const reasonsOf = (name: string) =>
    fuse(DIGITAL, read({ buyer_name: name, seller_name: '北京示例有限公司' }))
      .doubts.filter(({ field }) => field === 'buyer_name')
      .map(({ reason }) => reason)
  for (const part of '亻冫冖冂凵刂勹卩厶讠钅阝扌艹囗彳犭饣忄氵纟辶灬爫疒礻罒耂衤虍彡宀攵')
    for (const name of [`${part}福州示例有限公司`, `福州${part}示例有限公司`])
      assert.deepEqual(reasonsOf(name), ['NAME_UNCERTAIN'], name)
  for (const name of ['福州示例有限公司', '上海第一机床厂', '力士（中国）有限公司', 'ACME Holdings Ltd'])
    assert.deepEqual(reasonsOf(name), [], name)
})
