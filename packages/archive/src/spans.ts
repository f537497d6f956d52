import type { Entry } from 'yauzl'
import { ArchiveError } from './archive-error.ts'

/** Signature of a local file header (APPNOTE 6.3.10, 4.3.7). */
const LOCAL_HEADER = 0x04034b50
const LOCAL_HEADER_BYTES = 30
const NAME_LENGTH_AT = 26
const EXTRA_LENGTH_AT = 28

/** Returns the byte range of an entry with its header; the lengths in the local header are authoritative. */
function spanOf(bytes: Buffer, { relativeOffsetOfLocalHeader: start, compressedSize }: Entry) {
  const dataEarliest = start + LOCAL_HEADER_BYTES
  if (dataEarliest > bytes.length || bytes.readUInt32LE(start) !== LOCAL_HEADER)
    throw new ArchiveError('DAMAGED')
  const name = bytes.readUInt16LE(start + NAME_LENGTH_AT)
  const extra = bytes.readUInt16LE(start + EXTRA_LENGTH_AT)
  const end = dataEarliest + name + extra + compressedSize
  if (end > bytes.length) throw new ArchiveError('DAMAGED')
  return { start, end }
}

/** Throws ArchiveError OVERLAP if entries share bytes, which lets a small file unpack to any size, or DAMAGED. */
export function requireApart(bytes: Buffer, entries: readonly Entry[]): void {
  const spans = entries.map((entry) => spanOf(bytes, entry)).toSorted((one, other) => one.start - other.start)
  let end = 0
  for (const span of spans) {
    if (span.start < end) throw new ArchiveError('OVERLAP')
    end = span.end
  }
}
