/** The kind of a file by its first bytes, regardless of its name and of the media type that was sent. */
export type FileKind = 'png' | 'jpeg' | 'webp' | 'tiff' | 'gif' | 'bmp' | 'pdf' | 'zip'
export type ImageKind = Exclude<FileKind, 'pdf' | 'zip'>

const latin = (text: string) => Buffer.from(text, 'latin1')
const SIGNATURES: readonly [FileKind, Buffer][] = [
  ['png', latin('\x89PNG\r\n\x1a\n')],
  ['jpeg', latin('\xff\xd8\xff')],
  ['tiff', latin('II*\0')],
  ['tiff', latin('MM\0*')],
  ['gif', latin('GIF87a')],
  ['gif', latin('GIF89a')],
  ['bmp', latin('BM')],
  ['zip', latin('PK\x03\x04')],
  // An archive without entries begins with its end record.
  ['zip', latin('PK\x05\x06')],
]
const PDF_MARK = latin('%PDF-')
/** Readers accept a PDF whose header lies within the first kilobyte (ISO 32000-1, annex H.3.4.1). */
const PDF_MARK_WITHIN = 1024
const RIFF = latin('RIFF')
const WEBP = latin('WEBP')
const WEBP_AT = 8

const startsWith = (bytes: Buffer, mark: Buffer, at = 0) => bytes.subarray(at, at + mark.length).equals(mark)

/** Returns null for files that are not supported. */
export function sniff(bytes: Buffer): FileKind | null {
  if (startsWith(bytes, RIFF) && startsWith(bytes, WEBP, WEBP_AT)) return 'webp'
  const known = SIGNATURES.find(([, mark]) => startsWith(bytes, mark))
  if (known) return known[0]
  return bytes.subarray(0, PDF_MARK_WITHIN).includes(PDF_MARK) ? 'pdf' : null
}
