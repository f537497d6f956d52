/** An encoded field of a Protocol Buffers message: a varint as a number, any other type as its bytes. */
export type Field =
  | { number: number; type: typeof VARINT; value: bigint }
  | { number: number; type: typeof FIXED_64 | typeof BYTES | typeof FIXED_32; value: Uint8Array }

export const VARINT = 0
const FIXED_64 = 1
export const BYTES = 2
export const FIXED_32 = 5
const FIXED_SIZES: Readonly<Record<number, number>> = { [FIXED_64]: 8, [FIXED_32]: 4 }
const TYPE_BITS = 3
const TYPE_MASK = 7
const GROUP_BITS = 7n
const GROUP_MASK = 0x7fn
const MORE = 0x80

function readVarint(bytes: Uint8Array, from: number): { value: bigint; end: number } {
  let value = 0n
  for (let at = from, shift = 0n; ; at += 1, shift += GROUP_BITS) {
    const byte = bytes[at]
    if (byte === undefined) throw new RangeError('The message ends inside a number')
    value |= (BigInt(byte) & GROUP_MASK) << shift
    if (byte < MORE) return { value, end: at + 1 }
  }
}

export function readVarints(bytes: Uint8Array): bigint[] {
  const values: bigint[] = []
  for (let at = 0; at < bytes.length;) {
    const { value, end } = readVarint(bytes, at)
    values.push(value)
    at = end
  }
  return values
}

function writeVarint(value: bigint): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest > GROUP_MASK; rest >>= GROUP_BITS) bytes.push(Number(rest & GROUP_MASK) | MORE)
  return Uint8Array.from([...bytes, Number(rest)])
}

/** All fields of a message in their order, so that `writeFields` returns the same message. */
export function readFields(message: Uint8Array): Field[] {
  const fields: Field[] = []
  for (let at = 0; at < message.length;) {
    const { value: key, end } = readVarint(message, at)
    const [number, type] = [Number(key) >> TYPE_BITS, Number(key) & TYPE_MASK]
    if (type === VARINT) {
      const { value, end: next } = readVarint(message, end)
      fields.push({ number, type, value })
      at = next
      continue
    }
    if (type !== FIXED_64 && type !== FIXED_32 && type !== BYTES)
      throw new RangeError(`Unknown wire type ${type}`)
    const length = type === BYTES ? readVarint(message, end) : { value: FIXED_SIZES[type]!, end }
    at = length.end + Number(length.value)
    fields.push({ number, type, value: message.subarray(length.end, at) })
  }
  return fields
}

function writeField({ number, type, value }: Field): Uint8Array[] {
  const key = writeVarint(BigInt((number << TYPE_BITS) | type))
  if (type === VARINT) return [key, writeVarint(value)]
  return type === BYTES ? [key, writeVarint(BigInt(value.length)), value] : [key, value]
}

export const writeFields = (fields: readonly Field[]): Uint8Array => Buffer.concat(fields.flatMap(writeField))
