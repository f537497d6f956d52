import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RecognizedInvoice, TextLine } from '@consilium/contract/recognition/recognition.ts'
import sharp from 'sharp'
import type { Mark } from '../synth/drawing/drawing.ts'
import { drawSeeded } from '../synth/generate.ts'
import { linesOf } from '../synth/lines-of.ts'
import { toRaster } from '../synth/files/to-raster.ts'
import { codePicture } from '../test/pictures.ts'
import type { Page } from './documents/document.ts'
import { recognizePage } from './recognize-page.ts'

const { invoice, marks } = drawSeeded(7, '32', 'none')
const { fields } = invoice
const lines = linesOf(marks)
const codeOf = async (payload: string) => toRaster(sharp(await codePicture(payload)))

/** A page of a file that carries its text, with this code on it. */
async function read(
  payload: string,
  layer: readonly TextLine[],
  drawn: readonly TextLine[] = [],
): Promise<RecognizedInvoice> {
  const code = await codeOf(payload)
  const page: Page = {
    number: 1,
    size: async () => ({ width: 2100, height: 1400 }),
    async *codes() {
      yield code
    },
    raster: async () => (drawn.length > 0 ? { width: 2100, height: 1400, data: code.data } : null),
    layer: async () => [...layer],
    fields: null,
  }
  return recognizePage(page, true, async () => [...drawn])
}

const doubts = ({ doubts: all }: RecognizedInvoice) => all.map(({ field, reason }) => `${field} ${reason}`)
const without = (...texts: (string | null)[]) =>
  marks.filter(
    (mark) => mark.kind !== 'text' || !texts.some((text) => text !== null && mark.text.includes(text)),
  )
const replaced = (from: string, to: string): Mark[] =>
  marks.map((mark) => (mark.kind === 'text' ? { ...mark, text: mark.text.replace(from, to) } : mark))

describe('what is doubted although every value was read with certainty', () => {
  it('REC-21: nothing of an invoice as it was issued', async () => {
    const whole = await read(invoice.payload, lines)
    assert.deepEqual([whole.is_invoice, whole.checks.qr_matches_text, doubts(whole)], [true, true, []])
  })

  it('REC-21: a missing buyer, seller or total, and a name of less than four characters', async () => {
    const noBuyer = await read(invoice.payload, linesOf(without(fields.buyer_name)))
    assert.deepEqual([noBuyer.buyer_name, doubts(noBuyer)], [null, ['buyer_name MISSING']])
    const short = await read(invoice.payload, linesOf(replaced(fields.seller_name!, '溯源社')))
    assert.deepEqual([short.seller_name, doubts(short)], ['溯源社', ['seller_name NAME_TOO_SHORT']])
    const four = await read(invoice.payload, linesOf(replaced(fields.seller_name!, '溯源商行')))
    assert.deepEqual(doubts(four), [])
  })

  it('REC-21: a code on a page that does not print its number, though the sum agrees', async () => {
    const contract = await read(invoice.payload, linesOf(without(fields.invoice_number, '年')))
    assert.equal(contract.total_amount, fields.total_amount)
    assert.deepEqual(
      [contract.checks.qr_matches_text, doubts(contract).includes('invoice_number NOT_PRINTED')],
      [null, true],
    )
  })

  it('REC-25: a name that differs from the seal by one character', async () => {
    const wrong = `${fields.seller_name!.slice(0, 2)}宇${fields.seller_name!.slice(3)}`
    const seal: Mark = {
      kind: 'text',
      text: fields.seller_name!,
      x: 1500,
      y: 1250,
      size: 30,
      anchor: 'middle',
      face: 'label',
      color: '#f00',
    }
    const stamped = [...linesOf(replaced(fields.seller_name!, wrong)), ...linesOf([seal])]
    const doubted = await read(invoice.payload, [], stamped)
    assert.ok(doubts(doubted).includes('seller_name NAME_UNCERTAIN'), String(doubts(doubted)))
    assert.ok(
      doubted.alternatives.some(
        ({ field, value }) => field === 'seller_name' && value === fields.seller_name,
      ),
    )
  })

  it('REC-28: a page with two titles and two numbers of which one code was read', async () => {
    const second = drawSeeded(8, '32', 'none')
    const below = second.marks.map((mark): Mark =>
      mark.kind === 'text' ? { ...mark, y: mark.y + 1400 } : mark,
    )
    const both = await read(invoice.payload, [...lines, ...linesOf(below)])
    assert.ok(doubts(both).includes('null SEVERAL_INVOICES'), String(doubts(both)))
  })

  it('REC-22: a list of numbers is no toll invoice unless the page says that it is one', async () => {
    const payload = '044031700111,12345678,19.19,2026-02-28,云南溯源科技有限公司'
    const say = (...texts: string[]) => texts.map((text, at) => ({ ...lines[0]!, text, box: lines[at]!.box }))
    const label = await read(payload, say('快递面单', '收件人 张三', '19.19'))
    assert.deepEqual(
      [label.is_invoice, label.error_code, label.buyer_name],
      [false, 'QR_FORMAT_INVALID', null],
    )
    const toll = await read(payload, say('通行费电子普通发票', '发票号码 12345678', '19.19'))
    assert.deepEqual([toll.is_invoice, toll.invoice_type], [true, '14'])
  })
})
