/** The values of a signature dictionary (ISO 32000-2, 12.8.1). */
const BYTE_RANGE = /\/ByteRange\s*\[\s*(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/g
/** As our own writers write it: another case of a digit would be a change that no signature finds. */
const HEX = /^<([0-9a-f]*)>$/
const SEQUENCE = 0x30
const LONG_FORM = 0x80
const LENGTH_BYTES_MAX = 4

/** A signature of a PDF with the bytes that it covers. */
export interface PdfSignature {
  /** CMS as DER, without the padding after it. */
  envelope: Buffer
  /** The rest of the reserved space, which the signature does not cover. */
  padding: Buffer
  /** Offset and length of the hexadecimal digits of both. */
  digits: { at: number; length: number }
  signed: Buffer
  /** When it was made, as its dictionary states; null if it states none. */
  statedTime: Date | null
  /** Where the covered revision of the file ends. */
  end: number
}

/** The length of a DER value with its header; 0 if there is none. */
function derLength(bytes: Buffer): number {
  const [tag, first] = bytes
  if (tag !== SEQUENCE || first === undefined) return 0
  if (first < LONG_FORM) return 2 + first
  const count = first - LONG_FORM
  if (count < 1 || count > LENGTH_BYTES_MAX || bytes.length < 2 + count) return 0
  return 2 + count + bytes.readUIntBE(2, count)
}

/** In UTC (ISO 32000-2, 7.9.4), as our own writers put it after the signature's value. */
const TIME = /\/M \(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z\)/
/** Longer than the rest of a signature dictionary. */
const DICTIONARY_MAX = 4000

function statedTimeIn(dictionary: string): Date | null {
  const [, year, month, day, hour, minute, second] = TIME.exec(dictionary) ?? []
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time.getTime()) ? null : time
}

function signatureAt(pdf: Buffer, numbers: readonly number[]): PdfSignature | null {
  const [start, length, next, rest] = numbers as [number, number, number, number]
  const end = next + rest
  if (start !== 0 || length >= next || end > pdf.length) return null
  const hex = HEX.exec(pdf.subarray(length, next).toString('latin1'))?.[1]
  if (hex === undefined) return null
  const contents = Buffer.from(hex, 'hex')
  const size = derLength(contents)
  return {
    envelope: contents.subarray(0, size),
    padding: contents.subarray(size),
    digits: { at: length + 1, length: hex.length },
    signed: Buffer.concat([pdf.subarray(0, length), pdf.subarray(next, end)]),
    statedTime: statedTimeIn(pdf.subarray(next, Math.min(end, next + DICTIONARY_MAX)).toString('latin1')),
    end,
  }
}

/** The signatures of a PDF in the order of their revisions; null where one cannot be read, as in a forged file. */
export function signaturesOf(pdf: Buffer): (PdfSignature | null)[] {
  const found = [...pdf.toString('latin1').matchAll(BYTE_RANGE)]
  return found.map(([, ...numbers]) => signatureAt(pdf, numbers.map(Number)))
}

/** The last signature. Throws RangeError if there is none. */
export function lastSignature(pdf: Buffer): PdfSignature {
  const last = signaturesOf(pdf).at(-1)
  if (!last) throw new RangeError('The file has no signature')
  return last
}

/** Returns the file with another CMS in the space of its last signature. Throws RangeError if it does not fit. */
export function withEnvelope(pdf: Buffer, envelope: Buffer): Buffer {
  const { at, length } = lastSignature(pdf).digits
  const hex = envelope.toString('hex')
  if (hex.length > length) throw new RangeError('The signature does not fit into the reserved space')
  const changed = Buffer.from(pdf)
  changed.write(hex.padEnd(length, '0'), at, 'latin1')
  return changed
}
