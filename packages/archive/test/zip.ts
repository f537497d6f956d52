import { crc32, deflateRawSync } from 'node:zlib'

/** Contents of a ZIP of a test, any of which may be wrong. */
export interface Member {
  name: string | Buffer
  bytes?: Buffer
  deflated?: boolean
  /** General purpose bits; the UTF-8 bit is set for names that are strings. */
  flags?: number
  /** Unix mode with the file type. */
  mode?: number
  declaredSize?: number
  crc?: number
  /** Index of the member whose local header this one uses. */
  sharesWith?: number
}

const UTF8 = 1 << 11
const STORED = 0
const DEFLATED = 8
const MADE_ON_UNIX = 3 << 8

function header(signature: number, size: number, write: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(size)
  bytes.writeUInt32LE(signature, 0)
  write(bytes)
  return bytes
}

interface Packed {
  name: Buffer
  data: Buffer
  flags: number
  method: number
  crc: number
  size: number
  mode: number
  offset: number
}

function pack(member: Member, offset: number): Packed {
  const { name, bytes = Buffer.alloc(0), deflated = true, flags = 0, mode = 0 } = member
  return {
    name: Buffer.from(name),
    data: deflated ? deflateRawSync(bytes) : bytes,
    flags: flags | (typeof name === 'string' ? UTF8 : 0),
    method: deflated ? DEFLATED : STORED,
    crc: member.crc ?? crc32(bytes),
    size: member.declaredSize ?? bytes.length,
    mode,
    offset,
  }
}

const localHeader = ({ name, data, flags, method, crc, size }: Packed) =>
  header(0x04034b50, 30, (bytes) => {
    bytes.writeUInt16LE(20, 4)
    bytes.writeUInt16LE(flags, 6)
    bytes.writeUInt16LE(method, 8)
    bytes.writeUInt32LE(crc, 14)
    bytes.writeUInt32LE(data.length, 18)
    bytes.writeUInt32LE(size, 22)
    bytes.writeUInt16LE(name.length, 26)
  })

const centralHeader = ({ name, data, flags, method, crc, size, mode, offset }: Packed) =>
  header(0x02014b50, 46, (bytes) => {
    bytes.writeUInt16LE(MADE_ON_UNIX, 4)
    bytes.writeUInt16LE(20, 6)
    bytes.writeUInt16LE(flags, 8)
    bytes.writeUInt16LE(method, 10)
    bytes.writeUInt32LE(crc, 16)
    bytes.writeUInt32LE(data.length, 20)
    bytes.writeUInt32LE(size, 24)
    bytes.writeUInt16LE(name.length, 28)
    bytes.writeUInt32LE((mode << 16) >>> 0, 38)
    bytes.writeUInt32LE(offset, 42)
  })

/** Returns a ZIP with these members. */
export function zip(members: readonly Member[]): Buffer {
  const parts: Buffer[] = []
  const packed: Packed[] = []
  let offset = 0
  for (const member of members) {
    const shared = member.sharesWith === undefined ? undefined : packed[member.sharesWith]
    if (shared) {
      packed.push({ ...shared, name: Buffer.from(member.name) })
      continue
    }
    const one = pack(member, offset)
    packed.push(one)
    const pieces = [localHeader(one), one.name, one.data]
    parts.push(...pieces)
    offset += pieces.reduce((sum, piece) => sum + piece.length, 0)
  }
  const directory = packed.flatMap((one) => [centralHeader(one), one.name])
  const length = directory.reduce((sum, piece) => sum + piece.length, 0)
  const end = header(0x06054b50, 22, (bytes) => {
    bytes.writeUInt16LE(packed.length, 8)
    bytes.writeUInt16LE(packed.length, 10)
    bytes.writeUInt32LE(length, 12)
    bytes.writeUInt32LE(offset, 16)
  })
  return Buffer.concat([...parts, ...directory, end])
}

/**
 * The end records of a ZIP64 that claims entries it does not have (APPNOTE 6.3.10, 4.3.14 to 4.3.16), after the start
 * of a local header. A reader that trusts them counts to `claimed`.
 */
export function zipClaiming(claimed: bigint): Buffer {
  const start = header(0x04034b50, 30, () => {})
  const record = header(0x06064b50, 56, (bytes) => {
    bytes.writeBigUInt64LE(44n, 4)
    bytes.writeUInt16LE(45, 12)
    bytes.writeUInt16LE(45, 14)
    bytes.writeBigUInt64LE(claimed, 24)
    bytes.writeBigUInt64LE(claimed, 32)
  })
  const locator = header(0x07064b50, 20, (bytes) => {
    bytes.writeBigUInt64LE(BigInt(start.length), 8)
    bytes.writeUInt32LE(1, 16)
  })
  const end = header(0x06054b50, 22, (bytes) => bytes.fill(0xff, 8, 20))
  return Buffer.concat([start, record, locator, end])
}
