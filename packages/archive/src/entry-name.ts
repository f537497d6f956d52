import type { Entry } from 'yauzl'

/** General purpose bit 11 (APPNOTE 6.3.10, 4.4.4): the name is UTF-8. */
const UTF8_FLAG = 1 << 11
const UNSAFE = /^\/|^[A-Za-z]:|(?:^|\/)\.\.(?:\/|$)|[\u0000-\u001f]/

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const looseUtf8 = new TextDecoder('utf-8')
const gb18030 = new TextDecoder('gb18030')

/**
 * Decodes a name as UTF-8 if the flag is set or the bytes are valid UTF-8, otherwise as GB18030, which Chinese Windows
 * writes.
 */
function decode({ fileNameRaw, generalPurposeBitFlag }: Entry): string {
  if ((generalPurposeBitFlag & UTF8_FLAG) !== 0) return looseUtf8.decode(fileNameRaw)
  try {
    return strictUtf8.decode(fileNameRaw)
  } catch {
    return gb18030.decode(fileNameRaw)
  }
}

/** The path of an entry with `/` between its parts; Windows programs write `\`. A folder keeps the `/` at its end. */
export const nameOf = (entry: Entry): string =>
  decode(entry)
    .replaceAll('\\', '/')
    .replaceAll(/\/{2,}/g, '/')

/** True for paths that lead out of the archive (path traversal) or contain control characters. */
export const isUnsafe = (name: string): boolean => UNSAFE.test(name)

/** Normal form of a path; two entries with the same key would overwrite each other when unpacked. */
export const keyOf = (name: string): string =>
  name
    .split('/')
    .filter((part) => part !== '.' && part !== '')
    .join('/')
    .normalize('NFC')
