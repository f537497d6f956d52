import { toCents } from './money.ts'

const DIGITS: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  壹: 1,
  壱: 1,
  贰: 2,
  貳: 2,
  叁: 3,
  叄: 3,
  肆: 4,
  伍: 5,
  陆: 6,
  陸: 6,
  柒: 7,
  捌: 8,
  玖: 9,
}
const PLACES: Readonly<Record<string, number>> = { 拾: 10, 佰: 100, 仟: 1000 }
const GROUPS: Readonly<Record<string, number>> = { 万: 10_000, 萬: 10_000, 亿: 100_000_000, 億: 100_000_000 }
const YUAN = /[圆元园]/
const TENTH_CENTS = 10
const NEGATIVE = /^[([（]?负数?[)\]）]?/

/** Matches an amount in capital figures inside a text. */
export const CAPITALS =
  /(?:[([]?负数?[)\]]?)?(?<![零〇壹壱贰貳叁叄肆伍陆陸柒捌玖拾佰仟万萬亿億])(?<![零〇壹壱贰貳叁叄肆伍陆陸柒捌玖拾佰仟万萬亿億]\s)(?:[零〇壹壱贰貳叁叄肆伍陆陸柒捌玖拾佰仟万萬亿億]\s?)+[圆元园](?:\s?[零〇壹壱贰貳叁叄肆伍陆陸柒捌玖角分整正])*/gu

/** Whole units; undefined for a character that is not a figure. */
function readUnits(text: string): number | undefined {
  let [sum, group, digit] = [0, 0, 0]
  for (const character of text) {
    if (DIGITS[character] !== undefined) digit = DIGITS[character]
    else if (PLACES[character] !== undefined) {
      group += (digit || 1) * PLACES[character]
      digit = 0
    } else if (GROUPS[character] !== undefined) {
      const unit = GROUPS[character]
      sum = unit > sum ? (sum + group + digit) * unit : sum + (group + digit) * unit
      ;[group, digit] = [0, 0]
    } else return undefined
  }
  return sum + group + digit
}

/** The cents of an amount in capital figures; null for other text. */
export function readCapitals(text: string): number | null {
  const negative = NEGATIVE.test(text)
  const [whole = '', rest] = text.replace(NEGATIVE, '').replaceAll(/\s/g, '').split(YUAN, 2)
  if (rest === undefined) return null
  const units = readUnits(whole)
  const tenths = /([^零])角/u.exec(rest)?.[1] ?? '零'
  const hundredths = /([^零])分/u.exec(rest)?.[1] ?? '零'
  if (units === undefined || DIGITS[tenths] === undefined || DIGITS[hundredths] === undefined) return null
  const cents = (toCents(`${units}.00`) ?? 0) + DIGITS[tenths] * TENTH_CENTS + DIGITS[hundredths]
  return negative ? -cents : cents
}
