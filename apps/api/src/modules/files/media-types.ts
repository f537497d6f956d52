import type { FileWork } from '../../infra/file-work/file-work.ts'
import { officeMediaTypes, type OfficeKind } from '../../infra/file-work/office-type.ts'

interface Signature {
  mediaType: string
  extension: string
  /** Magic bytes of the type, by offset. */
  marks: readonly { offset: number; bytes: Buffer }[]
}

const PDF = 'application/pdf'
const ZIP = 'application/zip'
const OFD = 'application/ofd'
const XML = 'application/xml'

const mark = (text: string, offset = 0) => ({ offset, bytes: Buffer.from(text, 'latin1') })

/**
 * Types that are shown in the browser, recognized by their first bytes: PNG (ISO/IEC 15948, 5.2), JPEG (ITU-T T.81,
 * B.1.1.3), WebP (RFC 9649, 2.4), PDF (ISO 32000-2, 7.5.2). The file name and the Content-Type of the client are
 * ignored.
 */
const SIGNATURES: readonly Signature[] = [
  { mediaType: 'image/jpeg', extension: 'jpg', marks: [mark('\xff\xd8\xff')] },
  { mediaType: 'image/png', extension: 'png', marks: [mark('\x89PNG\r\n\x1a\n')] },
  { mediaType: 'image/webp', extension: 'webp', marks: [mark('RIFF'), mark('WEBP', 8)] },
  { mediaType: PDF, extension: 'pdf', marks: [mark('%PDF-')] },
]

const signatureOf = (signatures: readonly Signature[], bytes: Buffer): Signature | undefined =>
  signatures.find(({ marks }) =>
    marks.every((part) => bytes.subarray(part.offset, part.offset + part.bytes.length).equals(part.bytes)),
  )

/** Only these types are shown in the browser; all others are downloaded. */
export const isShown = (mediaType: string): boolean =>
  SIGNATURES.some((signature) => signature.mediaType === mediaType)

/**
 * Further types that an invoice may have: TIFF in either byte order (TIFF 6.0, section 2), GIF, BMP, HEIC and AVIF (ISO/IEC
 * 23008-12), the XML of digital invoices, and archives.
 */
const SCANS: readonly Signature[] = [
  ...SIGNATURES,
  { mediaType: 'image/tiff', extension: 'tif', marks: [mark('II*\0')] },
  { mediaType: 'image/tiff', extension: 'tif', marks: [mark('MM\0*')] },
  { mediaType: 'image/gif', extension: 'gif', marks: [mark('GIF8')] },
  { mediaType: 'image/bmp', extension: 'bmp', marks: [mark('BM'), mark('\0\0\0\0', 6)] },
  ...['heic', 'heix', 'hevc', 'mif1', 'msf1'].map((brand) => ({
    mediaType: 'image/heic',
    extension: 'heic',
    marks: [mark(`ftyp${brand}`, 4)],
  })),
  { mediaType: 'image/avif', extension: 'avif', marks: [mark('ftypavif', 4)] },
  { mediaType: XML, extension: 'xml', marks: [mark('<?xml')] },
  { mediaType: XML, extension: 'xml', marks: [mark('\xef\xbb\xbf<?xml')] },
  { mediaType: XML, extension: 'xml', marks: [mark('<EInvoice')] },
  { mediaType: ZIP, extension: 'zip', marks: [mark('PK\x03\x04')] },
  { mediaType: ZIP, extension: 'zip', marks: [mark('PK\x05\x06')] },
]

/** Readers accept a PDF whose header lies within the first kilobyte (ISO 32000-1, annex H.3.4.1). */
const PDF_MARK_WITHIN = 1024

const OFFICE_KINDS = Object.entries(officeMediaTypes)
const officeTypeOf = (kind: string | null): string | undefined => officeMediaTypes[kind as OfficeKind]

/**
 * Detects media types by content. ZIPs are opened in a worker thread, and only if their first bytes are those of a
 * ZIP.
 */
export function createMediaTypes({ zipKindOf }: Pick<FileWork, 'zipKindOf'>) {
  return {
    /** The media type of a file that may be stored, including Office documents; undefined for any other. */
    async ofUpload(bytes: Buffer): Promise<string | undefined> {
      const known = signatureOf(SCANS, bytes)?.mediaType
      if (known === ZIP) return officeTypeOf(await zipKindOf(bytes))
      return signatureOf(SIGNATURES, bytes)?.mediaType
    },

    /** The media type of a file that may contain an invoice; OFD is the only accepted document in ZIP format. */
    async ofScan(bytes: Buffer): Promise<string | undefined> {
      const known = signatureOf(SCANS, bytes)?.mediaType
      if (known !== ZIP)
        return known ?? (bytes.subarray(0, PDF_MARK_WITHIN).includes('%PDF-') ? PDF : undefined)
      const kind = await zipKindOf(bytes)
      return kind === 'ofd' ? OFD : kind === 'archive' ? ZIP : undefined
    },
  }
}

export const isPicture = (mediaType: string): boolean => mediaType.startsWith('image/')

/** Without the dot; `bin` for a type that is not stored. */
export const extensionOf = (mediaType: string): string =>
  SCANS.find((signature) => signature.mediaType === mediaType)?.extension ??
  OFFICE_KINDS.find(([, officeType]) => officeType === mediaType)?.[0] ??
  (mediaType === OFD ? 'ofd' : mediaType.startsWith('text/csv') ? 'csv' : 'bin')
