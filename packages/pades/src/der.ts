/** One element of DER (X.690): its tag and the places of its contents. */
export interface Element {
  tag: number
  contents: Buffer
}

export const TAGS = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  sequence: 0x30,
  version: 0xa0,
} as const

const LONG_FORM = 0x80
const LENGTH_BYTES_MAX = 3

function lengthAt(der: Buffer, at: number): { length: number; next: number } {
  const first = der.readUInt8(at)
  if (first < LONG_FORM) return { length: first, next: at + 1 }
  const bytes = first - LONG_FORM
  if (bytes === 0 || bytes > LENGTH_BYTES_MAX) throw new RangeError('Not a length of DER')
  return { length: der.readUIntBE(at + 1, bytes), next: at + 1 + bytes }
}

/**
 * Returns the elements that stand one after the other, without looking into them, so that the cost is that of one pass
 * over them. Throws RangeError if they do not fill the bytes exactly.
 */
export function elementsOf(der: Buffer): Element[] {
  const elements: Element[] = []
  for (let at = 0; at < der.length;) {
    const { length, next } = lengthAt(der, at + 1)
    if (next + length > der.length) throw new RangeError('An element ends outside of its bytes')
    elements.push({ tag: der.readUInt8(at), contents: der.subarray(next, next + length) })
    at = next + length
  }
  return elements
}

/** The contents of an element of this kind. Throws RangeError for another one. */
export function contentsOf(element: Element | undefined, tag: number): Buffer {
  if (element?.tag !== tag) throw new RangeError('Another element was expected')
  return element.contents
}

/** The elements of the one sequence that the bytes are. */
export const sequenceOf = (der: Buffer): Element[] =>
  elementsOf(contentsOf(elementsOf(der)[0], TAGS.sequence))

/** The bits of a positive integer. */
export function bitsOf(contents: Buffer): number {
  const first = contents.findIndex((byte) => byte !== 0)
  if (first < 0) return 0
  return (contents.length - first) * 8 - Math.clz32(contents[first] ?? 0) + 24
}
