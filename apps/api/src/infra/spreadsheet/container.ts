/** What the first bytes of an upload say that it is, whatever its name says. */
export type Container = 'zip' | 'encryptedWorkbook' | 'oldWorkbook' | 'text'

const ZIP_START = Buffer.from('PK\x03\x04', 'latin1')
// [MS-CFB] 2.2: the compound file of old Office formats. [MS-OFFCRYPTO] 2.3.4.4: an encrypted workbook lies in one.
const COMPOUND_FILE_START = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le')

export function containerOf(bytes: Buffer): Container {
  if (bytes.subarray(0, ZIP_START.length).equals(ZIP_START)) return 'zip'
  if (!bytes.subarray(0, COMPOUND_FILE_START.length).equals(COMPOUND_FILE_START)) return 'text'
  return bytes.includes(ENCRYPTED_STREAM) ? 'encryptedWorkbook' : 'oldWorkbook'
}
