import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { inCapitals } from '../../synth/capitals.ts'
import { makeTaxId } from '../../synth/parties.ts'
import { seeded } from '../../synth/random.ts'
import { parseMoney } from './amounts.ts'
import { CAPITALS, readCapitals } from './capitals.ts'
import { toDate } from './heading.ts'
import { fromCents, toCents } from './money.ts'
import { toName, toPlainText } from './plain-text.ts'
import { isTaxIdValid, repairTaxId } from './tax-id.ts'

const REAL_ID = '91110000600007156A'

test('OCR-1: tax ids are checked by the checksum of GB 32100; older ids have none', () => {
  assert.equal(isTaxIdValid('91350100M000100Y43'), true, 'the example of the standard')
  assert.equal(isTaxIdValid('91350100M000100Y44'), false)
  assert.equal(isTaxIdValid('9135010OM000100Y43'), false)
  assert.equal(isTaxIdValid('91350100M000100Y4'), false)
  assert.equal(isTaxIdValid('110105600007156'), null)
  assert.equal(isTaxIdValid(null), null)
})

test('OCR-1: O and I in a tax id are replaced by 0 and 1 only if the checksum is right afterwards', () => {
  assert.equal(repairTaxId('9I35O1OOMOOO1OOY43').value, '91350100M000100Y43')
  assert.equal(repairTaxId('91350100M000100Y43').value, '91350100M000100Y43')
  assert.equal(repairTaxId('9I350100M000100Y44').value, '9I350100M000100Y44', 'passes neither way')
  assert.equal(repairTaxId('I1010560000715O').value, 'I1010560000715O', 'has no checksum')
  fc.assert(
    fc.property(fc.integer(), fc.array(fc.boolean(), { minLength: 18, maxLength: 18 }), (seed, flips) => {
      const id = makeTaxId(seeded(seed))
      const swap: Record<string, string> = { 0: 'O', 1: 'I' }
      const misread = [...id].map((one, place) => (flips[place] ? (swap[one] ?? one) : one)).join('')
      assert.equal(repairTaxId(misread).value, id)
    }),
  )
  assert.equal(isTaxIdValid(REAL_ID), isTaxIdValid(repairTaxId(REAL_ID).value))
})

test('OCR-1: amounts in capital figures are read, also inside other text', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
      const written = inCapitals(cents)
      const [found = ''] = `价税合计(大写) ⊗${written} (小写)`.match(CAPITALS) ?? []
      if (cents >= 100) assert.equal(found, written)
      assert.equal(readCapitals(written), cents < 100 && !written.includes('圆') ? null : cents)
    }),
  )
  assert.equal(readCapitals('(负数)壹佰零贰圆叁角整'), -10_230)
  assert.equal(readCapitals('贰拾元正'), 2000)
  assert.equal(readCapitals('拾圆整'), 1000)
})

test('OCR-1: amounts are read with separators, spaces and signs; a comma may be a misread point', () => {
  const sums: Record<string, number | null> = {
    '¥1,234.50': 123_450,
    '¥ 1234.50': 123_450,
    '1234,50': 123_450,
    '-¥12.00': -1200,
    '¥-12.00': -1200,
    '12。34': 1234,
    'CNY 1,000,000.00': 100_000_000,
    '¥': null,
  }
  for (const [text, cents] of Object.entries(sums)) assert.equal(parseMoney(text), cents, text)
})

test('OCR-1: converting cents to a decimal string and back gives the same cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) =>
      assert.equal(toCents(fromCents(cents)), cents),
    ),
  )
  for (const text of ['1', '1.2', '1.234', '1,000.00', '', '¥1.00']) assert.equal(toCents(text), null)
})

test('OCR-1: dates are read in every form and must exist in the calendar', () => {
  for (const text of [
    '2025年03月08日',
    '2025 年 3 月 8 日',
    '2025-03-08',
    '2025/3/8',
    '20250308',
    '２０２５年０３月０８日',
  ])
    assert.equal(toDate(toPlainText(text)), '2025-03-08', text)
  for (const text of ['2025年02月30日', '2025年13月01日', '20251301', '1234'])
    assert.equal(toDate(text), null, text)
})

test('OCR-1: names get full-width brackets and lose the spaces between ideographs', () => {
  assert.equal(toName(toPlainText('北京 康泰（集团）有限 公司')), '北京康泰（集团）有限公司')
  assert.equal(toName(toPlainText('ABC Trading (HK) Co., Ltd')), 'ABC Trading (HK) Co., Ltd')
  assert.equal(toPlainText('⼈⺠'), '人民')
})
