import { openArchive, type ArchiveLimits } from '@consilium/archive/open-archive.ts'
import { officeKindOf, type OfficeKind } from './office-type.ts'

/** What a ZIP is; null for one that is damaged, or asks for more than a document does. */
export type ZipKind = OfficeKind | 'ofd' | 'archive' | null

/** Beyond documents of thousands of pages with pictures; a file of more is no document to keep. */
const DOCUMENT_LIMITS: ArchiveLimits = {
  entries: 10_000,
  entryBytes: 256 * 1024 * 1024,
  totalBytes: 1024 * 1024 * 1024,
}
/** The part that every OFD document begins with (GB/T 33190, 7.3). */
const OFD_PART = 'OFD.xml'

/** Reads the directory, and of an Office document the part that names its types. */
export async function zipKindOf(bytes: Buffer): Promise<ZipKind> {
  try {
    const entries = await openArchive(bytes, DOCUMENT_LIMITS)
    if (entries.some(({ name }) => name === OFD_PART)) return 'ofd'
    return (await officeKindOf(entries)) ?? 'archive'
  } catch {
    return null
  }
}
