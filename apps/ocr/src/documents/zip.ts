import { ArchiveError, type ArchiveFault } from '@consilium/archive/archive-error.ts'
import { openArchive, type ArchiveEntry } from '@consilium/archive/open-archive.ts'
import {
  ARCHIVE_MAX_BYTES,
  ARCHIVE_MAX_ENTRIES,
  RECOGNITION_FILE_MAX_BYTES,
  type RecognitionError,
} from '@consilium/contract/recognition/recognition.ts'
import { asUnreadable, Unreadable } from './unreadable.ts'

/** A file in a ZIP. `index` is its place in the ZIP's directory, which counts folders as well. */
export type ZipMember = Pick<ArchiveEntry, 'index' | 'name' | 'isLink'> & {
  /** Throws Unreadable. */
  read(maxBytes: number): Promise<Buffer>
}

const LIMITS = {
  entries: ARCHIVE_MAX_ENTRIES,
  entryBytes: RECOGNITION_FILE_MAX_BYTES,
  totalBytes: ARCHIVE_MAX_BYTES,
}

const CODES: Readonly<Record<ArchiveFault, RecognitionError>> = {
  DAMAGED: 'FILE_DAMAGED',
  ENCRYPTED: 'FILE_ENCRYPTED',
  UNSUPPORTED: 'FORMAT_UNSUPPORTED',
  TOO_MANY_ENTRIES: 'ARCHIVE_TOO_MANY_ENTRIES',
  ENTRY_TOO_LARGE: 'FILE_TOO_LARGE',
  TOO_LARGE: 'ARCHIVE_TOO_LARGE',
  OVERLAP: 'ARCHIVE_OVERLAP',
  // No program creates such an archive, so it is malformed like one with overlapping entries.
  REPEATED_NAME: 'ARCHIVE_OVERLAP',
  UNSAFE_NAME: 'ARCHIVE_UNSAFE_NAME',
}

const refuse = (error: unknown): never => {
  throw error instanceof ArchiveError ? new Unreadable(CODES[error.fault], error) : asUnreadable(error)
}

/** The files of a ZIP that keeps the limits. Throws Unreadable. */
export async function openZip(bytes: Buffer): Promise<ZipMember[]> {
  const entries = await openArchive(bytes, LIMITS).catch(refuse)
  return entries
    .filter(({ isFolder }) => !isFolder)
    .map(({ index, name, isLink, read }) => ({
      index,
      name,
      isLink,
      read: (maxBytes) => read(maxBytes).catch(refuse),
    }))
}
