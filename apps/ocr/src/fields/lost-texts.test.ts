import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawSeeded } from '../../synth/generate.ts'
import type { Mark } from '../../synth/drawing.ts'
import { type Form, FORMS } from '../../synth/forms.ts'
import { type Random, seeded } from '../../synth/random.ts'
import { linesOf } from '../../synth/lines-of.ts'
import { extractFields } from './extract.ts'
import { answered } from './fields.ts'
import { fuse, knownFrom } from '../result.ts'
import { parseQrPayload, type QrReading } from '../qr-payload.ts'
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
