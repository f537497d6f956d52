/** Writes ASN.1 in DER (ITU-T X.690). */

export function tlv(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const bytes = content.length < 0x80 ? '' : content.length.toString(16)
  const length = Buffer.from(bytes.length % 2 === 0 ? bytes : `0${bytes}`, 'hex')
  const head = length.length === 0 ? [tag, content.length] : [tag, 0x80 | length.length]
  return Buffer.concat([Buffer.from(head), length, content])
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => tlv(0x30, ...parts)
export const set = (...parts: readonly Uint8Array[]): Buffer => tlv(0x31, ...parts)
export const octets = (bytes: Uint8Array): Buffer => tlv(0x04, bytes)
export const bits = (bytes: Uint8Array): Buffer => tlv(0x03, Buffer.of(0), bytes)
export const text = (value: string): Buffer => tlv(0x0c, Buffer.from(value))
export const tagged = (number: number, ...parts: readonly Uint8Array[]): Buffer =>
  tlv(0xa0 | number, ...parts)

/** A number of zero or above. */
export function integer(value: bigint): Buffer {
  const digits = value.toString(16)
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
  return tlv(0x02, bytes[0]! >= 0x80 ? Buffer.of(0) : Buffer.alloc(0), bytes)
}

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [40 * first + second, ...rest].flatMap((arc) => {
    const groups = [arc & 0x7f]
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      groups.unshift((left & 0x7f) | 0x80)
    return groups
  })
  return tlv(0x06, Buffer.from(bytes))
}
