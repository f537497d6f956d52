import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawSeeded } from '../../synth/generate.ts'
import type { Mark } from '../../synth/drawing.ts'
import { type Random, seeded } from '../../synth/random.ts'
import { linesOf } from '../../synth/lines-of.ts'
import { toCents } from './money.ts'
import { extractFields, type ExtractedFields } from './extract.ts'
import { answered, type Known } from './fields.ts'

const SEED = 4242
const CASES = 300
const LOST_MAX = 8
const CHECKED = [
  'buyer_name',
  'buyer_tax_id',
  'seller_name',
  'seller_tax_id',
  'amount',
  'tax_amount',
] as const

const fieldsOf = (marks: readonly Mark[], known: Known): ExtractedFields =>
  answered(extractFields(linesOf(marks), 'text', { known }))

/** A page with the texts that `spoil` makes of its texts, and its fields as they are read from it. */
function readSpoiled(seed: number, random: Random, spoil: (texts: Mark[]) => (mark: Mark) => Mark[]) {
  const kind = random.pick(['01', '10', '31', '32'] as const)
  const { marks, invoice } = drawSeeded(seed, kind, 'none')
  const digital = kind === '31' || kind === '32'
  const known = {
    invoiceType: kind,
    amount: digital ? null : toCents(invoice.fields.amount),
    total: digital ? toCents(invoice.fields.total_amount) : null,
  }
  const change = spoil(marks.filter((mark) => mark.kind === 'text'))
  return { read: fieldsOf(marks.flatMap(change), known), fields: invoice.fields }
}

test('REC-2 REC-3: whichever texts of a page are lost, no value is answered for another field', () => {
  const random = seeded(SEED)
  for (let at = 0; at < CASES; at += 1) {
    const seed = SEED + at
    const { read, fields } = readSpoiled(seed, random, (texts) => {
      const lost = Array.from({ length: random.below(LOST_MAX) + 1 }, () => random.pick(texts))
      return (mark) => (lost.includes(mark) ? [] : [mark])
    })
    for (const field of CHECKED) {
      const value = read[field]?.value ?? null
      if (value !== null) assert.equal(value, fields[field], `seed ${seed}, ${field}`)
    }
  }
})

test('REC-3 REC-4: a sum with a misread digit is not answered, or the sums do not add up', () => {
  const random = seeded(SEED)
  for (let at = 0; at < CASES; at += 1) {
    const seed = SEED + at
    let misread = ''
    const { read, fields } = readSpoiled(seed, random, (texts) => {
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
