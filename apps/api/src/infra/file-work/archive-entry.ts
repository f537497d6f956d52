import { openArchive } from '@consilium/archive/open-archive.ts'
import {
  ARCHIVE_MAX_BYTES,
  ARCHIVE_MAX_ENTRIES,
  RECOGNITION_FILE_MAX_BYTES,
} from '@consilium/contract/recognition/recognition.ts'

/** The same limits as in the recognition service, so that an entry read there can be read here. */
const LIMITS = {
  entries: ARCHIVE_MAX_ENTRIES,
  entryBytes: RECOGNITION_FILE_MAX_BYTES,
  totalBytes: ARCHIVE_MAX_BYTES,
}

/**
 * Returns content and path of one entry of a recognized archive. Throws ArchiveError, and RangeError if there is no
 * such entry.
 */
export async function readArchiveEntry(zip: Buffer, index: number): Promise<{ name: string; bytes: Buffer }> {
  const entry = (await openArchive(zip, LIMITS))[index]
  if (!entry) throw new RangeError(`the archive has no entry ${index}`)
  return { name: entry.name, bytes: await entry.read() }
}
