import { ARCHIVE_MAX_BYTES, ARCHIVE_MAX_ENTRIES } from '@consilium/contract/recognition.ts'
import { crc32 } from 'node:zlib'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { asUnreadable, Unreadable } from './unreadable.ts'

/** A file in a ZIP. */
export interface ZipMember {
  name: string
  /** Inflates the member while counting. Throws Unreadable. */
  read(maxBytes: number): Promise<Buffer>
  isLink: boolean
}

const UTF8_FLAG = 1 << 11
/** The high byte of "version made by": attributes are those of Unix. */
const MADE_ON_UNIX = 3
const FILE_TYPE = 0o170000
const LINK = 0o120000
const LOCAL_HEADER_BYTES = 30
const UNSAFE_NAME = /^\/|^[A-Za-z]:|(?:^|\/)\.\.(?:\/|$)|[\u0000-\u001f]/

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const looseUtf8 = new TextDecoder('utf-8')
const gb18030 = new TextDecoder('gb18030')

/** By the flag, else as UTF-8 where it is that, else as Chinese Windows writes names. */
function decodeName({ fileNameRaw, generalPurposeBitFlag }: Entry): string {
  if (generalPurposeBitFlag & UTF8_FLAG) return looseUtf8.decode(fileNameRaw)
  try {
    return strictUtf8.decode(fileNameRaw)
  } catch {
    return gb18030.decode(fileNameRaw)
  }
}

function isLink({ versionMadeBy, externalFileAttributes }: Entry): boolean {
  const mode = externalFileAttributes >>> 16
  return versionMadeBy >> 8 === MADE_ON_UNIX && (mode & FILE_TYPE) === LINK
}

async function inflate(zip: ZipFile, entry: Entry, maxBytes: number): Promise<Buffer> {
  if (entry.isEncrypted()) throw new Unreadable('FILE_ENCRYPTED')
  if (!entry.canDecodeFileData()) throw new Unreadable('FORMAT_UNSUPPORTED')
  if (entry.uncompressedSize > maxBytes) throw new Unreadable('FILE_TOO_LARGE')
  const chunks: Buffer[] = []
  let [size, crc] = [0, 0]
  for await (const piece of await zip.openReadStreamPromise(entry)) {
    const chunk = piece as Buffer
    size += chunk.length
    if (size > maxBytes) throw new Unreadable('FILE_TOO_LARGE')
    crc = crc32(chunk, crc)
    chunks.push(chunk)
  }
  if (crc !== entry.crc32) throw new Unreadable('FILE_DAMAGED')
  return Buffer.concat(chunks)
}

/** Members that share bytes make a small file unpack to any size. */
function holdApart(entries: readonly Entry[]): void {
  const inOrder = entries.toSorted(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  )
  let end = 0
  for (const { relativeOffsetOfLocalHeader: start, compressedSize, fileNameLength } of inOrder) {
    if (start < end) throw new Unreadable('ARCHIVE_OVERLAP')
    end = start + LOCAL_HEADER_BYTES + fileNameLength + compressedSize
  }
}

async function readDirectory(zip: ZipFile): Promise<ZipMember[]> {
  if (zip.entryCount > ARCHIVE_MAX_ENTRIES) throw new Unreadable('ARCHIVE_TOO_MANY_ENTRIES')
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) {
    entries.push(entry)
    if (entries.length > ARCHIVE_MAX_ENTRIES) throw new Unreadable('ARCHIVE_TOO_MANY_ENTRIES')
  }
  holdApart(entries)
  const members = entries.map((entry) => ({
    name: decodeName(entry).replaceAll('\\', '/'),
    isLink: isLink(entry),
    read: (maxBytes: number) =>
      inflate(zip, entry, maxBytes).catch((error: unknown) => {
        throw asUnreadable(error)
      }),
  }))
  if (members.some(({ name }) => UNSAFE_NAME.test(name))) throw new Unreadable('ARCHIVE_UNSAFE_NAME')
  const declared = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (declared > ARCHIVE_MAX_BYTES) throw new Unreadable('ARCHIVE_TOO_LARGE')
  return members.filter(({ name }) => !name.endsWith('/'))
}

/** The files of a ZIP, its names decoded and its limits held. Throws Unreadable. */
export async function openZip(bytes: Buffer): Promise<ZipMember[]> {
  try {
    return await readDirectory(await fromBufferPromise(bytes, { decodeStrings: false }))
  } catch (error) {
    throw asUnreadable(error)
  }
}
