import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { amountIncludesTax, includesTax, parseQrPayload } from './qr-payload.ts'

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''))

const KINDS = [
  { types: ['01'], code: [10], number: 8, check: 0 },
  { types: ['04'], code: [10, 12], number: 8, check: 20 },
  { types: ['08', '10', '14', '20'], code: [12], number: 8, check: 20 },
  { types: ['31', '32', '51', '61'], code: [0], number: 20, check: 0 },
]

const day = fc
  .date({ min: new Date('2012-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const cents = fc.integer({ min: 0, max: 99_999_999_99 })
const empty = fc.constantFrom('', ' ')
const checksum = fc.oneof(
  fc.constantFrom('', ' '),
  fc.stringMatching(/^[\da-f]{3,5}$/),
  fc.stringMatching(/^[\dA-F]{3,5}$/),
)

const kind = fc.constantFrom(...KINDS).chain(({ types, code, number, check }) =>
  fc.record({
    type: fc.constantFrom(...types),
    code: fc.constantFrom(...code).chain((length) => (length === 0 ? empty : digits(length))),
    number: digits(number),
    check: check === 0 ? empty : digits(check),
  }),
)

/** The forms in which an amount is written. */
const writeAmount = (amount: number) => {
  const [whole, rest] = [Math.floor(amount / 100), amount % 100]
  const plain = `${whole}.${String(rest).padStart(2, '0')}`
  if (rest === 0) return [plain, `${whole}`, `${whole}.0`]
  return rest % 10 === 0 ? [plain, `${whole}.${rest / 10}`] : [plain]
}

describe('parseQrPayload', () => {
  it('OCR-4: reads date, number and amount in every form', () => {
    fc.assert(
      fc.property(
        kind,
        day,
        cents,
        checksum,
        fc.boolean(),
        fc.constantFrom('', ',', ', '),
        fc.constantFrom('', '\0', '\0\0', '\r\n', ' '),
        fc.constantFrom('', '\uFEFF', ' '),
        fc.nat(),
        ({ type, code, number, check }, date, amount, crc, dashed, tail, padding, lead, pick) => {
          const ways = writeAmount(amount)
          const written = ways[pick % ways.length]
          const dateSlot = dashed ? date : date.replaceAll('-', '')
          const raw = `${lead}01,${type},${code},${number},${written},${dateSlot},${check},${crc}${tail}${padding}`
          assert.deepEqual(parseQrPayload(raw), {
            ok: true,
            invoice: {
              invoiceType: type,
              invoiceCode: code.trim() || null,
              invoiceNumber: number,
              issueDate: date,
              amount: writeAmount(amount)[0],
              checkCode: check.trim() || null,
            },
          })
        },
      ),
    )
  })

  it('OCR-4: reads the two real samples', () => {
    assert.deepEqual(parseQrPayload('01,10,011001605111,80100798,64.9,20161018,85342965681116380258,BE2D'), {
      ok: true,
      invoice: {
        invoiceType: '10',
        invoiceCode: '011001605111',
        invoiceNumber: '80100798',
        issueDate: '2016-10-18',
        amount: '64.90',
        checkCode: '85342965681116380258',
      },
    })
    assert.equal(parseQrPayload('01,32,,26427000000375586818,10.70,20260430,,FAFB').ok, true)
  })

  it('OCR-4: reads payloads without a checksum, of red invoices, and of roll invoices without date and amount', () => {
    assert.equal(parseQrPayload('01,32,,26427000000375586818,10.70,20260430,').ok, true)
    const red = parseQrPayload('01,31,,26427000000375586818,-10.7,20260430,,FAFB')
    assert.equal(red.ok && red.invoice.amount, '-10.70')
    for (const raw of [
      '01,11,031001800311,12345678,,,85342965681116380258,BE2D',
      '01,11,031001800311,12345678, , ,85342965681116380258,be2d,',
    ]) {
      const roll = parseQrPayload(raw)
      assert.deepEqual(roll.ok && [roll.invoice.issueDate, roll.invoice.amount], [null, null])
    }
  })

  it('OCR-4 REC-5: a special invoice may have its checksum in the slot of the check code', () => {
    const parsed = parseQrPayload('01,01,3100191130,12345678,943.40,20191105,3A7F,')
    assert.ok(parsed.ok)
    assert.deepEqual([parsed.invoice.checkCode, parsed.invoice.amount], [null, '943.40'])
    for (const raw of [
      '01,01,3100191130,12345678,943.40,20191105,3A7F,BE2D',
      '01,01,3100191130,12345678,943.40,20191105,3A7G,',
      '01,10,011001605111,80100798,64.9,20161018,3A7F,',
    ])
      assert.equal(parseQrPayload(raw).ok, false, raw)
  })

  it('REC-9: the code of a motor vehicle has the price without tax', () => {
    const parsed = parseQrPayload('01,03,144032329293,73330420,11746.43,20230402,,A1B2')
    assert.ok(parsed.ok)
    const { invoiceType, invoiceCode, amount, issueDate } = parsed.invoice
    assert.deepEqual(
      [invoiceType, invoiceCode, amount, issueDate],
      ['03', '144032329293', '11746.43', '2023-04-02'],
    )
    assert.equal(includesTax(parsed.invoice), false)
    assert.equal(parseQrPayload('01,03,1440323292,73330420,11746.43,20230402,,A1B2').ok, false)
  })

  it('REC-9: reads the addresses of blockchain invoices, and the slots that some of them have instead', () => {
    const hash = '007547b34bf2fa4dfadf9dd789f9b017b59bee8c563e1185232d66bc58b7c90a04'
    const address = 'https://bcfp.shenzhen.chinatax.gov.cn/verify/scan'
    const read = parseQrPayload(`${address}?hash=${hash}&bill_num=05830164&total_amount=50007`)
    assert.deepEqual(read, {
      ok: true,
      invoice: {
        invoiceType: '10',
        invoiceCode: null,
        invoiceNumber: '05830164',
        issueDate: null,
        amount: '500.07',
        checkCode: null,
        includesTax: true,
      },
    })
    const slots = parseQrPayload(`01,10,144031909110,01034285,91440300708437873H,5.45,20190320,${hash}`)
    assert.deepEqual(
      slots.ok && [slots.invoice.invoiceNumber, slots.invoice.amount, slots.invoice.sellerTaxId],
      ['01034285', '5.45', '91440300708437873H'],
    )
    for (const other of [
      `https://pay.example.com/scan?hash=${hash}&bill_num=05830164&total_amount=500`,
      `https://chinatax.gov.cn.example.com/scan?hash=${hash}&bill_num=05830164&total_amount=500`,
      `${address}?hash=${hash}&bill_num=0583016&total_amount=500`,
      `${address}?hash=${hash}&bill_num=05830164&total_amount=5e2`,
    ])
      assert.equal(parseQrPayload(other).ok, false, other)
  })

  it('REC-30: reads digital invoices on paper and rail tickets without a checksum', () => {
    for (const [raw, ...expected] of [
      ['01,85,,26427000000375586818,10.70,20260430,,FAFB', '85', null, '26427000000375586818'],
      ['01,86,044002600113,12345678,10.70,20260430,,FAFB', '86', '044002600113', '12345678'],
      ['01,51,,26429000000375586818,553.00,20260430', '51', null, '26429000000375586818'],
    ] as const) {
      const read = parseQrPayload(raw)
      assert.ok(read.ok, raw)
      const { invoiceType, invoiceCode, invoiceNumber } = read.invoice
      assert.deepEqual([invoiceType, invoiceCode, invoiceNumber], expected)
    }
    assert.equal(parseQrPayload('01,32,,26427000000375586818,10.70,20260430').ok, false)
  })

  it('REC-9: reads the toll invoices of the provinces, with the buyer', () => {
    const read = parseQrPayload('044031700111,12345678,19.19,2026-02-28,云南溯源科技有限公司')
    assert.ok(read.ok && includesTax(read.invoice))
    assert.deepEqual(
      [read.invoice.invoiceType, read.invoice.invoiceCode, read.invoice.amount, read.invoice.buyerName],
      ['14', '044031700111', '19.19', '云南溯源科技有限公司'],
    )
    for (const other of [
      '044031700111,12345678,19.19,2026-02-30,云南溯源科技有限公司',
      '044031700111,12345678,19.19,20260228,',
      '044031700111,12345678,19.19,20260228,1234',
      '044031700111,12345678,,20260228,云南溯源科技有限公司',
      // REC-22: labels of parcels and coupons.
      '12345678,87654321,35.00,2024-03-15,云南溯源科技有限公司',
      '993317001112,12345678,35.00,2024-03-15,云南溯源科技有限公司',
      '044030900111,12345678,35.00,2024-03-15,云南溯源科技有限公司',
      '044031700111,1234567890,35.00,2024-03-15,云南溯源科技有限公司',
    ])
      assert.equal(parseQrPayload(other).ok, false, other)
  })

  it('OCR-5: refuses any other payload with a reason', () => {
    for (const raw of [
      '',
      'https://qr.example.com/01,32,,26427000000375586818,10.70,20260430,,FAFB',
      '02,32,,26427000000375586818,10.70,20260430,,FAFB',
      '01,99,,26427000000375586818,10.70,20260430,,FAFB',
      '01,constructor,,26427000000375586818,10.70,20260430,,FAFB',
      '01,32,,2642700000037558681,10.70,20260430,,FAFB',
      '01,32,,2642700000037558681X,10.70,20260430,,FAFB',
      '01,32,011001605111,26427000000375586818,10.70,20260430,,FAFB',
      '01,10,011001605111,80100798,64.9,20161018,,BE2D',
      '01,10,0110016051,80100798,64.9,20161018,85342965681116380258,BE2D',
      '01,32,,26427000000375586818,10.705,20260430,,FAFB',
      '01,32,,26427000000375586818,,20260430,,FAFB',
      '01,32,,26427000000375586818,1e3,20260430,,FAFB',
      '01,32,,26427000000375586818,10.70,20260231,,FAFB',
      '01,32,,26427000000375586818,10.70,2026-0430,,FAFB',
      '01,32,,26427000000375586818,10.70,,,FAFB',
      '01,32,,26427000000375586818,10.70,20260430,,FAFBFA',
      '01,32,,26427000000375586818,10.70,20260430,,XYZ',
      '01,32,,26427000000375586818,10.70,20260430,,FAFB,more',
      '01,32,,26427000000375586818,10.70',
      `01,32,,26427000000375586818,10.70,20260430,,FAFB${' '.repeat(600)}`,
    ]) {
      const payload = parseQrPayload(raw)
      assert.equal(payload.ok, false, raw)
      assert.match(!payload.ok ? payload.reason : '', /\w+ \w+/)
    }
  })

  it('OCR-4: the amount includes tax on digital invoices and tickets only', () => {
    const including = ['31', '32', '51', '61']
    for (const type of ['01', '04', '08', '10', '11', '20', ...including])
      assert.equal(amountIncludesTax(type), including.includes(type), type)
  })

  it('OCR-5: never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary-ascii' }), (raw) => void parseQrPayload(raw)))
    const slots = fc.array(fc.oneof(fc.string(), digits(8), digits(20), empty), { maxLength: 10 })
    fc.assert(fc.property(slots, (all) => void parseQrPayload(['01', ...all].join(','))))
  })
})
