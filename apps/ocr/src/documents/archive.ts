import {
  ARCHIVE_MAX_BYTES,
  RECOGNITION_FILE_MAX_BYTES,
  type RecognitionError,
} from '@consilium/contract/recognition/recognition.ts'
import { sniff } from './sniff.ts'
import { asUnreadable, Unreadable } from './unreadable.ts'
import { openZip, type ZipMember } from './zip.ts'

/** A file of an archive: its index in the directory, and its bytes or the reason why it cannot be read. */
export type Unpacked = { name: string; member: number } & ({ bytes: Buffer } | { error: RecognitionError })

const OFD_ROOT = 'OFD.xml'
const OFFICE_ROOT = '[Content_Types].xml'
/** Files that operating systems add to archives. */
const SYSTEM_FILES = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i

export type ZipKind = 'archive' | 'ofd' | 'office'

export function kindOfZip(members: readonly ZipMember[]): ZipKind {
  if (members.some(({ name }) => name === OFD_ROOT)) return 'ofd'
  return members.some(({ name }) => name === OFFICE_ROOT) ? 'office' : 'archive'
}

/** Throws Unreadable for an archive or an office document. An OFD is a ZIP as well, and is allowed. */
async function refuseNested(bytes: Buffer): Promise<void> {
  if (sniff(bytes) !== 'zip') return
  const kind = kindOfZip(await openZip(bytes))
  if (kind === 'archive') throw new Unreadable('ARCHIVE_NESTED')
  if (kind === 'office') throw new Unreadable('FORMAT_UNSUPPORTED')
}

async function unpackMember(member: ZipMember, left: number): Promise<Buffer> {
  if (member.isLink) throw new Unreadable('ARCHIVE_LINK')
  const bytes = await member.read(Math.min(left, RECOGNITION_FILE_MAX_BYTES))
  await refuseNested(bytes)
  return bytes
}

/**
 * Unpacks the files of an archive one after the other, so that only one is in memory. A file that cannot be read is
 * yielded with its error. Throws Unreadable for errors of the whole archive.
 */
export async function* unpack(members: readonly ZipMember[]): AsyncGenerator<Unpacked> {
  const files = members.filter(({ name }) => !SYSTEM_FILES.test(name))
  if (files.length === 0) throw new Unreadable('ARCHIVE_EMPTY')
  let left = ARCHIVE_MAX_BYTES
  for (const file of files) {
    const { name, index: member } = file
    try {
      const bytes = await unpackMember(file, left)
      left -= bytes.length
      yield { name, member, bytes }
    } catch (error) {
      const { code } = asUnreadable(error)
      if (code === 'FILE_TOO_LARGE' && left < RECOGNITION_FILE_MAX_BYTES)
        throw new Unreadable('ARCHIVE_TOO_LARGE', error)
      yield { name, member, error: code }
    }
  }
}
