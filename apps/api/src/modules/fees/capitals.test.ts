import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inCapitals } from './capitals.ts'

const CASES: readonly (readonly [string, string])[] = [
  ['0.00', '零元整'],
  ['0.05', '伍分'],
  ['0.50', '伍角整'],
  ['0.55', '伍角伍分'],
  ['1.00', '壹元整'],
  ['1.05', '壹元零伍分'],
  ['10.00', '壹拾元整'],
  ['11.00', '壹拾壹元整'],
  ['100.00', '壹佰元整'],
  ['101.00', '壹佰零壹元整'],
  ['110.10', '壹佰壹拾元壹角整'],
  ['325.04', '叁佰贰拾伍元零肆分'],
  ['1001.00', '壹仟零壹元整'],
  ['1010.00', '壹仟零壹拾元整'],
  ['1409.50', '壹仟肆佰零玖元伍角整'],
  ['4155.45', '肆仟壹佰伍拾伍元肆角伍分'],
  ['6007.14', '陆仟零柒元壹角肆分'],
  ['10000.00', '壹万元整'],
  ['10001.00', '壹万零壹元整'],
  ['10100.00', '壹万零壹佰元整'],
  ['12000.00', '壹万贰仟元整'],
  ['16409.02', '壹万陆仟肆佰零玖元零贰分'],
  ['100000.00', '壹拾万元整'],
  ['107000.53', '壹拾万柒仟元伍角叁分'],
  ['100500.00', '壹拾万零伍佰元整'],
  ['1000000.00', '壹佰万元整'],
  ['9999999.99', '玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分'],
  ['10000001.00', '壹仟万零壹元整'],
  ['100000000.00', '壹亿元整'],
  ['100001000.00', '壹亿零壹仟元整'],
  ['100010000.00', '壹亿零壹万元整'],
  ['1000000000000.00', '壹万亿元整'],
]

/** Reads capitals back, digit by digit, so that no amount can be written like another. */
function amountOf(capitals: string): number {
  const unit: Record<string, number> = { 拾: 10, 佰: 100, 仟: 1000 }
  let [sum, section, digit] = [0, 0, 0]
  for (const sign of capitals) {
    const value = '零壹贰叁肆伍陆柒捌玖'.indexOf(sign)
    if (value >= 0) digit = value
    else if (sign === '角') [sum, digit] = [sum + digit * 10, 0]
    else if (sign === '分') [sum, digit] = [sum + digit, 0]
    else if (unit[sign]) [section, digit] = [section + digit * unit[sign], 0]
    else if (sign === '万') [sum, section, digit] = [sum + (section + digit) * 1_000_000, 0, 0]
    else if (sign === '元') [sum, section, digit] = [sum + (section + digit) * 100, 0, 0]
  }
  return sum
}

describe('amounts in Chinese capitals', () => {
  it('TRU-9: are written as the rules for bills ask, at every boundary', () => {
    for (const [amount, capitals] of CASES) assert.equal(inCapitals(amount), capitals, amount)
  })

  it('TRU-9: read back as the same amount', () => {
    for (let cents = 1; cents < 1_000_000_000; cents = Math.ceil(cents * 1.013) + 7)
      assert.equal(
        amountOf(inCapitals((cents / 100).toFixed(2))),
        cents,
        inCapitals((cents / 100).toFixed(2)),
      )
  })

  it('TRU-9: do not exist for negative amounts and unreadably large ones', () => {
    for (const amount of ['-0.01', `1${'0'.repeat(16)}`]) assert.throws(() => inCapitals(amount), RangeError)
  })
})
