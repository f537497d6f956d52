/** The kind of a file by its first bytes, regardless of its name and of the media type that was sent. */
export type FileKind =
  | 'png'
  | 'jpeg'
  | 'webp'
  | 'tiff'
  | 'gif'
  | 'bmp'
  | 'heic'
  | 'avif'
  | 'pdf'
  | 'zip'
  | 'xml'
export type ImageKind = Exclude<FileKind, 'pdf' | 'zip' | 'xml'>

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

const FILE_TYPE = latin('ftyp')
const FILE_TYPE_AT = 4
/** The brands of ISO/IEC 23008-12: pictures coded with HEVC, and with AV1. */
const BRANDS_AT = 8
const BRANDS_MAX = 16
const BRAND_BYTES = 4
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']
const AVIF_BRANDS = ['avif', 'avis']
/** XML begins with its declaration or with an element, perhaps after a byte-order mark and spaces. */
const UTF16 = ['\xff\xfe<\0', '\xfe\xff\0<', '<\0?\0', '\0<\0?'].map(latin)
const XML = /^(?:\u00ef\u00bb\u00bf)?\s{0,64}<(?:\?xml\s|[A-Za-z_])/

const startsWith = (bytes: Buffer, mark: Buffer, at = 0) => bytes.subarray(at, at + mark.length).equals(mark)

function sniffHeif(bytes: Buffer): FileKind | null {
  if (!startsWith(bytes, FILE_TYPE, FILE_TYPE_AT)) return null
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, BRANDS_AT + BRANDS_MAX * BRAND_BYTES)
  const brands = bytes.toString('latin1', BRANDS_AT, end).match(/.{4}/gs) ?? []
  if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return 'avif'
  return brands.some((brand) => HEIC_BRANDS.includes(brand)) ? 'heic' : null
}

/** Returns null for files that are not supported. */
export function sniff(bytes: Buffer): FileKind | null {
  if (startsWith(bytes, RIFF) && startsWith(bytes, WEBP, WEBP_AT)) return 'webp'
  const known = SIGNATURES.find(([, mark]) => startsWith(bytes, mark))
  if (known) return known[0]
  const heif = sniffHeif(bytes)
  if (heif) return heif
  const head = bytes.subarray(0, PDF_MARK_WITHIN)
  if (head.includes(PDF_MARK)) return 'pdf'
  const isXml = XML.test(head.toString('latin1')) || UTF16.some((mark) => startsWith(bytes, mark))
  return isXml ? 'xml' : null
}
