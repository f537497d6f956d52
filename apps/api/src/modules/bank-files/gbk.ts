const LEAD = { first: 0x81, last: 0xfe } as const
const TRAIL = { first: 0x40, last: 0xfe } as const
const BITS_OF_BYTE = 8
const ASCII_END = 0x80
const UNKNOWN = '\u{fffd}'

let table: ReadonlyMap<string, number> | undefined

/** The platform decodes GBK only, so its decoder is asked once what each pair of bytes means. */
function pairs(): ReadonlyMap<string, number> {
  if (table) return table
  const decoder = new TextDecoder('gbk')
  const made = new Map<string, number>()
  for (let lead: number = LEAD.first; lead <= LEAD.last; lead++)
    for (let trail: number = TRAIL.first; trail <= TRAIL.last; trail++) {
      const sign = decoder.decode(Uint8Array.of(lead, trail))
      // Two signs are a wrong pair; the first pair of a sign is its usual one, and private signs mean nothing to a bank.
      const isSign = [...sign].length === 1 && sign !== UNKNOWN && !/\p{Co}/u.test(sign)
      if (isSign && !made.has(sign)) made.set(sign, (lead << BITS_OF_BYTE) | trail)
    }
  table = made
  return made
}

/** Whether GBK has every character of a text. */
export const isInGbk = (text: string): boolean =>
  [...text].every((sign) => sign.codePointAt(0)! < ASCII_END || pairs().has(sign))

/** A text in GBK; what that lacks becomes a question mark. */
export function toGbk(text: string): Buffer {
  const bytes: number[] = []
  for (const sign of text) {
    const code = sign.codePointAt(0)!
    const pair = code < ASCII_END ? undefined : (pairs().get(sign) ?? null)
    if (pair === undefined) bytes.push(code)
    else if (pair === null) bytes.push('?'.codePointAt(0)!)
    else bytes.push(pair >> BITS_OF_BYTE, pair & 0xff)
  }
  return Buffer.from(bytes)
}
