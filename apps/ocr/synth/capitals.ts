const DIGITS = '零壹贰叁肆伍陆柒捌玖'
const PLACES = ['仟', '佰', '拾', '']
const GROUPS = ['亿', '万', '']
const GROUP_LENGTH = 4
const CENTS_PER_UNIT = 100

function spellGroup(group: string): string {
  const spelled = [...group].map((digit, place) =>
    digit === '0' ? '零' : DIGITS[Number(digit)]! + PLACES[place]!,
  )
  return spelled.join('').replace(/零+$/, '').replace(/零+/g, '零')
}

function spellUnits(units: number): string {
  const figures = String(units).padStart(GROUPS.length * GROUP_LENGTH, '0')
  const spelled = GROUPS.map((name, place) => {
    const group = spellGroup(figures.slice(place * GROUP_LENGTH, (place + 1) * GROUP_LENGTH))
    return group === '' ? '零' : group + name
  })
  return spelled
    .join('')
    .replace(/零+/g, '零')
    .replace(/^零|零$/g, '')
}

/** Writes an amount in the capital figures of Chinese accounting, such as 壹佰零贰圆伍角整. */
export function inCapitals(cents: number): string {
  const units = Math.floor(cents / CENTS_PER_UNIT)
  const [tenths = 0, hundredths = 0] = [...String(cents % CENTS_PER_UNIT).padStart(2, '0')].map(Number)
  const whole = units === 0 ? '' : `${spellUnits(units)}圆`
  if (tenths === 0 && hundredths === 0) return `${whole || '零圆'}整`
  const jiao = tenths === 0 ? (whole === '' ? '' : '零') : `${DIGITS[tenths]}角`
  return whole + jiao + (hundredths === 0 ? '整' : `${DIGITS[hundredths]}分`)
}

/** The amount as it is printed after its label. Red-letter invoices say that it is negative. */
export const printCapitals = (cents: number): string =>
  cents < 0 ? `（负数）⊗${inCapitals(-cents)}` : `⊗${inCapitals(cents)}`
