import { Money } from './money.ts'

const DIGITS = '零壹贰叁肆伍陆柒捌玖'
const PLACES = ['仟', '佰', '拾', ''] as const
const GROUP = PLACES.length
const GROUP_NAMES = ['', '万', '亿', '万亿'] as const
/** Whole yuan that the names above can express. */
const MAX_DIGITS = GROUP * GROUP_NAMES.length

/** Four digits; zeros between two digits are read once. */
function groupInCapitals(digits: string): string {
  return [...digits]
    .map((digit, at) => (digit === '0' ? '零' : `${DIGITS[Number(digit)]}${PLACES[at]}`))
    .join('')
    .replace(/零+/g, '零')
    .replace(/零$/, '')
}

function yuanInCapitals(yuan: string): string {
  const count = Math.ceil(yuan.length / GROUP)
  const padded = yuan.padStart(count * GROUP, '0')
  let text = ''
  for (let at = 0; at < count; at++) {
    const group = padded.slice(at * GROUP, (at + 1) * GROUP)
    if (Number(group) === 0) {
      if (text !== '' && !text.endsWith('零')) text += '零'
    } else {
      // A group without thousands is joined by 零, which also stands for a group of zeros before it.
      const isJoined = text !== '' && !text.endsWith('零') && group.startsWith('0')
      const read = groupInCapitals(group).replace(/^零/, '')
      text += `${isJoined ? '零' : ''}${read}${GROUP_NAMES[count - 1 - at]}`
    }
  }
  return text.replace(/零$/, '')
}

/**
 * An amount in yuan as Chinese capitals, the form for contracts and bills in which no digit can be altered (Payment and
 * Settlement Measures, 银发〔1997〕393号, annex 1): `12000.00` is 壹万贰仟元整. Throws RangeError for negative amounts and
 * those of more than sixteen digits.
 */
export function inCapitals(amount: string): string {
  const fixed = Money(amount).toFixed(2)
  const [yuan = '', cents = ''] = fixed.split('.')
  if (fixed.startsWith('-') || yuan.length > MAX_DIGITS) throw new RangeError(`No capitals for ${amount}`)
  const [jiao, fen] = [Number(cents[0]), Number(cents[1])]
  const whole = Number(yuan) === 0 ? '' : `${yuanInCapitals(yuan)}元`
  if (jiao === 0 && fen === 0) return `${whole || '零元'}整`
  const tenths = jiao === 0 ? whole && '零' : `${DIGITS[jiao]}角`
  return `${whole}${tenths}${fen === 0 ? '整' : `${DIGITS[fen]}分`}`
}
