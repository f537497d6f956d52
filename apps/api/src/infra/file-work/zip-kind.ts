import { openArchive, type ArchiveLimits } from '@consilium/archive/open-archive.ts'
import { officeKindOf, type OfficeKind } from './office-type.ts'

/** Kind of a ZIP; null if it is damaged or exceeds the limits of a document. */
export type ZipKind = OfficeKind | 'ofd' | 'archive' | null

/** More than documents of thousands of pages with pictures have; larger files are refused. */
const DOCUMENT_LIMITS: ArchiveLimits = {
  entries: 10_000,
  entryBytes: 256 * 1024 * 1024,
  totalBytes: 1024 * 1024 * 1024,
}
/** The first part of every OFD document (GB/T 33190, 7.3). */
const OFD_PART = 'OFD.xml'

/** Reads the ZIP directory, and for Office documents the list of content types. */
export async function zipKindOf(bytes: Buffer): Promise<ZipKind> {
  try {
    const entries = await openArchive(bytes, DOCUMENT_LIMITS)
    if (entries.some(({ name }) => name === OFD_PART)) return 'ofd'
    return (await officeKindOf(entries)) ?? 'archive'
  } catch {
    return null
  }
}
