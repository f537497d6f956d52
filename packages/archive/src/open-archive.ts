import { crc32 } from 'node:zlib'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { ArchiveError, asArchiveError } from './archive-error.ts'
import { isUnsafe, keyOf, nameOf } from './entry-name.ts'
import { requireApart } from './spans.ts'

/** Limits of an archive. Sizes are bytes of unpacked content. */
export interface ArchiveLimits {
  /** Files and folders together. */
  entries: number
  entryBytes: number
  totalBytes: number
}

export interface ArchiveEntry {
  /** Index in the archive's directory, from 0, which identifies the entry. */
  index: number
  /** Its path, with `/` between the parts. */
  name: string
  isFolder: boolean
  isLink: boolean
  isEncrypted: boolean
  /** Unpacks the entry. Throws ENTRY_TOO_LARGE if it is larger than `maxBytes` or the archive's limit. */
  read(maxBytes?: number): Promise<Buffer>
}

/** Minimum size of a directory entry (APPNOTE 6.3.10, 4.3.12). */
const DIRECTORY_ENTRY_BYTES = 46
/** Blank scans and tables of equal rows compress up to 500 times; a higher ratio of the whole archive is a ZIP bomb. */
const RATIO_MAX = 500
const RATIO_JUDGED_FROM_BYTES = 64 * 1024 * 1024
/** High byte of "version made by" for Unix attributes. */
const MADE_ON_UNIX = 3
const FILE_TYPE = 0o170000
const LINK = 0o120000

function isLink({ versionMadeBy, externalFileAttributes }: Entry): boolean {
  const mode = externalFileAttributes >>> 16
  return versionMadeBy >> 8 === MADE_ON_UNIX && (mode & FILE_TYPE) === LINK
}

/**
 * Unpacks an entry. The stream fails once it exceeds the declared size, so checking the declared size is sufficient.
 */
async function unpack(zip: ZipFile, entry: Entry, maxBytes: number): Promise<Buffer> {
  if (entry.isEncrypted()) throw new ArchiveError('ENCRYPTED')
  if (!entry.canDecodeFileData()) throw new ArchiveError('UNSUPPORTED')
  if (entry.uncompressedSize > maxBytes) throw new ArchiveError('ENTRY_TOO_LARGE')
  const chunks: Buffer[] = []
  let crc = 0
  for await (const piece of await zip.openReadStreamPromise(entry)) {
    const chunk = piece as Buffer
    crc = crc32(chunk, crc)
    chunks.push(chunk)
  }
  if (crc !== entry.crc32) throw new ArchiveError('DAMAGED')
  return Buffer.concat(chunks)
}

async function readDirectory(zip: ZipFile, bytes: Buffer, limits: ArchiveLimits): Promise<Entry[]> {
  // A ZIP64 record may claim any number of entries, so it is compared with the file size before reading.
  if (zip.entryCount > limits.entries) throw new ArchiveError('TOO_MANY_ENTRIES')
  if (zip.entryCount * DIRECTORY_ENTRY_BYTES > bytes.length) throw new ArchiveError('DAMAGED')
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  return entries
}

function requireModest(entries: readonly Entry[], bytes: Buffer, { totalBytes }: ArchiveLimits): void {
  const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  const isBomb = unpacked > RATIO_JUDGED_FROM_BYTES && unpacked > bytes.length * RATIO_MAX
  if (unpacked > totalBytes || isBomb) throw new ArchiveError('TOO_LARGE')
}

function requireDistinct(names: readonly string[]): void {
  if (names.some(isUnsafe)) throw new ArchiveError('UNSAFE_NAME')
  if (new Set(names.map(keyOf)).size < names.length) throw new ArchiveError('REPEATED_NAME')
}

/**
 * Opens an untrusted ZIP; folders are entries as well. Before unpacking, the directory is checked against the file and
 * the limits: number of entries, sizes, compression ratio, overlapping entries, repeated names and path traversal.
 * Throws ArchiveError. The cost is bounded by the file and the limits, whatever the file claims; unpack in a worker
 * thread or another process.
 */
export async function openArchive(bytes: Buffer, limits: ArchiveLimits): Promise<ArchiveEntry[]> {
  try {
    const zip = await fromBufferPromise(bytes, { decodeStrings: false })
    const entries = await readDirectory(zip, bytes, limits)
    requireApart(bytes, entries)
    const names = entries.map(nameOf)
    requireDistinct(names)
    requireModest(entries, bytes, limits)
    return entries.map((entry, index) => ({
      index,
      name: names[index] ?? '',
      isFolder: names[index]?.endsWith('/') === true,
      isLink: isLink(entry),
      isEncrypted: entry.isEncrypted(),
      read: (maxBytes = limits.entryBytes) =>
        unpack(zip, entry, Math.min(maxBytes, limits.entryBytes)).catch((error: unknown) => {
          throw asArchiveError(error)
        }),
    }))
  } catch (error) {
    throw asArchiveError(error)
  }
}
