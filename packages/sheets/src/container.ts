/** Kind of an upload by its first bytes, whatever its name. */
export type Container = 'zip' | 'encryptedWorkbook' | 'oldWorkbook' | 'text'

const ZIP_START = Buffer.from('PK\x03\x04', 'latin1')
// Compound file of old Office formats ([MS-CFB] 2.2), which may contain an encrypted workbook ([MS-OFFCRYPTO] 2.3.4.4).
const COMPOUND_FILE_START = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le')

export function containerOf(bytes: Buffer): Container {
  if (bytes.subarray(0, ZIP_START.length).equals(ZIP_START)) return 'zip'
  if (!bytes.subarray(0, COMPOUND_FILE_START.length).equals(COMPOUND_FILE_START)) return 'text'
  return bytes.includes(ENCRYPTED_STREAM) ? 'encryptedWorkbook' : 'oldWorkbook'
}
