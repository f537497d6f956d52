import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawSeeded } from '../../synth/generate.ts'
import type { Mark, TextMark } from '../../synth/drawing/drawing.ts'
import { type Form, FORMS } from '../../synth/forms.ts'
import { PAGE_HEIGHT, PAGE_WIDTH, STAMP_COLOR } from '../../synth/page-units.ts'
import { makeTaxId } from '../../synth/parties.ts'
import { type Random, seeded } from '../../synth/random.ts'
import { linesOf } from '../../synth/lines-of.ts'
import { extractFields } from './extract.ts'
import { answered } from './fields.ts'
import { fuse, knownFrom } from '../result.ts'
import { parseQrPayload, type QrReading } from '../qr/qr-payload.ts'
import type { Invoice } from '../../synth/invoice.ts'

const SEED = 4242
const CASES = 300
const CASES_OF_FORM = 20
const LOST_MAX = 8
const CHECKED = [
  'buyer_name',
  'buyer_tax_id',
  'seller_name',
  'seller_tax_id',
  'amount',
  'tax_amount',
] as const

const PARTIES_AND_SUMS = [...CHECKED, 'total_amount'] as const

/** In the units of a drawn page. */
const SEAL_TEXT = 34
const SEAL_LINE = 42
const SEAL_X = 1700
const OTHER_ID = makeTaxId(seeded(SEED + CASES))

type Spoil = (texts: Mark[]) => (mark: Mark) => Mark[]
const USUAL: readonly Form[] = ['01', '10', '31', '32']

/** What the QR code of the invoice says. */
function codeOf({ payload }: Invoice): QrReading {
  const parsed = parseQrPayload(payload)
  assert.ok(parsed.ok, payload)
  return { raw: payload, invoice: parsed.invoice }
}

/** A page with the texts that `spoil` makes of its texts, and its fields as they are read from it. */
function readSpoiled(seed: number, random: Random, spoil: Spoil, forms: readonly Form[] = USUAL) {
  const { marks, invoice } = drawSeeded(seed, random.pick(forms), 'none')
  const code = codeOf(invoice)
  const change = spoil(marks.filter((mark) => mark.kind === 'text'))
  return {
    read: extractFields(linesOf(marks.flatMap(change)), 'text', { known: knownFrom(code) }),
    code,
    fields: invoice.fields,
  }
}

/** Leaves out up to `LOST_MAX` texts. */
const losing =
  (random: Random): Spoil =>
  (texts) => {
    const lost = Array.from({ length: random.below(LOST_MAX) + 1 }, () => random.pick(texts))
    return (mark) => (lost.includes(mark) ? [] : [mark])
  }

test('REC-2 REC-3: whichever texts of a page are lost, no value is answered for another field', () => {
  const random = seeded(SEED)
  for (let at = 0; at < CASES; at += 1) {
    const seed = SEED + at
    const { read: all, fields } = readSpoiled(seed, random, losing(random))
    const read = answered(all)
    for (const field of CHECKED) {
      const value = read[field]?.value ?? null
      if (value !== null) assert.equal(value, fields[field], `seed ${seed}, ${field}`)
    }
  }
})

test('REC-2 REC-3: taxi, vehicle, medical, insurance, blockchain and toll forms are read whole, and nothing else on them is a field', () => {
  const random = seeded(SEED)
  for (const form of FORMS)
    for (let at = 0; at < CASES_OF_FORM; at += 1) {
      const whole = readSpoiled(SEED + at, random, () => (mark) => [mark], [form])
      const answer = fuse(whole.code, whole.read)
      for (const field of PARTIES_AND_SUMS)
        assert.equal(answer[field], whole.fields[field], `${form} ${at}, ${field}`)
      const spoiled = readSpoiled(SEED + at, random, losing(random), [form])
      for (const field of PARTIES_AND_SUMS) {
        const value = fuse(spoiled.code, spoiled.read)[field]
        if (value !== null) assert.equal(value, spoiled.fields[field], `${form} ${at} with losses, ${field}`)
      }
    }
})

const NUMBERS = ['invoice_code', 'invoice_number', 'check_code'] as const
const SEAL_NUMBER_DIGITS = 13

interface SealTexts {
  name: string
  taxId: string
}

/** The texts of an issuer's seal, as they are read from it: around and across an ellipse, one below the other. */
function sealTexts(random: Random, { name, taxId }: SealTexts): TextMark[] {
  const [x, y] = [random.between(0.1, 0.9) * PAGE_WIDTH, random.between(0.1, 0.9) * PAGE_HEIGHT]
  const number = Array.from({ length: SEAL_NUMBER_DIGITS }, () => random.below(10)).join('')
  return [name, taxId, '发票专用章', number].map((text, at) => ({
    kind: 'text',
    text,
    x,
    y: y + at * SEAL_LINE,
    size: SEAL_TEXT,
    anchor: 'middle',
    face: 'label',
    color: STAMP_COLOR,
  }))
}

/** Reads pages with a seal somewhere on them, of their seller or of another firm, from which some texts are lost as well. */
function checkSealed(spoil: (random: Random) => Spoil, other: SealTexts | null): void {
  const random = seeded(SEED)
  for (let at = 0; at < CASES; at += 1) {
    const { marks, invoice } = drawSeeded(SEED + at, random.pick(USUAL), 'none')
    const { fields } = invoice
    const own = { name: fields.seller_name!, taxId: fields.seller_tax_id! }
    const seal = sealTexts(random, other ?? own)
    const change = spoil(random)(marks.filter((mark) => mark.kind === 'text'))
    const known = knownFrom(codeOf(invoice))
    const read = answered(extractFields(linesOf([...marks.flatMap(change), ...seal]), 'text', { known }))
    for (const field of CHECKED) {
      const value = read[field]?.value ?? null
      if (value !== null) assert.equal(value, fields[field], `seed ${SEED + at}, ${field}`)
    }
    for (const field of NUMBERS) {
      const value = read[field]?.value
      if (value !== undefined && value !== fields[field])
        assert.ok(!seal.some(({ text }) => text.includes(value)), `seed ${SEED + at}, ${field}: ${value}`)
    }
  }
}

test('REC-2: the seal of the seller, wherever it is stamped, becomes no value of another field and no number', () =>
  checkSealed(losing, null))

test('REC-2: the seal of another firm becomes no party and no number', () =>
  checkSealed(losing, { name: '深圳远航票务代理有限公司', taxId: OTHER_ID }))

test('REC-2 REC-11: a misread id of the seller is replaced by the one in its seal, not by that of another seal', () => {
  const random = seeded(SEED)
  const { marks, invoice } = drawSeeded(SEED, '01', 'none')
  const id = invoice.fields.seller_tax_id!
  const misread = `${id.slice(0, 10)}${id[10] === '4' ? '7' : '4'}${id.slice(11)}`
  const printed = marks.map((mark) =>
    mark.kind === 'text' ? { ...mark, text: mark.text.replace(id, misread) } : mark,
  )
  const answerWith = (taxId: string) => {
    const seal = sealTexts(random, { name: invoice.fields.seller_name!, taxId })
    const bottom = seal.map((mark, at) => ({
      ...mark,
      x: SEAL_X,
      y: PAGE_HEIGHT - SEAL_LINE * (seal.length - at),
    }))
    const { seller_tax_id: read } = extractFields(linesOf([...printed, ...bottom]), 'text', {
      known: knownFrom(codeOf(invoice)),
    })
    return read?.value
  }
  assert.equal(answerWith(id), id)
  assert.equal(answerWith(OTHER_ID), misread)
})

test('REC-3 REC-4: a sum with a misread digit is not answered, or the sums do not add up', () => {
  const random = seeded(SEED)
  for (let at = 0; at < CASES; at += 1) {
    const seed = SEED + at
    let misread = ''
    const { read: all, fields } = readSpoiled(seed, random, (texts) => {
      const sums = texts.filter((mark) => mark.kind === 'text' && /^¥.*\d/.test(mark.text))
      const one = random.pick(sums)
      return (mark) => {
        if (mark !== one || mark.kind !== 'text') return [mark]
        const digits = [...mark.text.matchAll(/\d/g)].map(({ index }) => index)
        const place = random.pick(digits)
        const digit = String((Number(mark.text[place]) + 1 + random.below(9)) % 10)
        misread = mark.text.slice(0, place) + digit + mark.text.slice(place + 1)
        return [{ ...mark, text: misread }]
      }
    })
    const read = answered(all)
    for (const field of ['amount', 'tax_amount'] as const) {
      const value = read[field]?.value ?? null
      if (value !== null && value !== fields[field])
        assert.ok(
          (read[field]?.confidence ?? 1) < 0.8,
          `seed ${seed}, ${field}: ${value} for ${fields[field]} (${misread})`,
        )
    }
  }
})
