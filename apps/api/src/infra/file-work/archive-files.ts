import { ArchiveError, type ArchiveFault } from '@consilium/archive/archive-error.ts'
import { openArchive, type ArchiveLimits } from '@consilium/archive/open-archive.ts'

/** A file of an archive; without bytes if it could not be unpacked. */
export interface ArchiveFile {
  name: string
  bytes: Uint8Array | null
}

/** All files of an archive in the order of its directory, or why the archive is refused. */
export type ArchiveFiles = { files: ArchiveFile[] } | { fault: ArchiveFault }

/** One file that is damaged or encrypted keeps nobody from the others. */
async function unpacked(read: () => Promise<Buffer>): Promise<Buffer | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ArchiveError && error.fault !== 'ENTRY_TOO_LARGE') return null
    throw error
  }
}

/** Unpacks the files of an untrusted archive; folders and links are left out. */
export async function readArchiveFiles(zip: Buffer, limits: ArchiveLimits): Promise<ArchiveFiles> {
  try {
    const files: ArchiveFile[] = []
    for (const entry of await openArchive(zip, limits))
      if (!entry.isFolder && !entry.isLink)
        files.push({ name: entry.name, bytes: await unpacked(() => entry.read()) })
    return { files }
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
    return { fault: error.fault }
  }
}
