import { unzipSync } from 'fflate'

interface OfficeType {
  mediaType: string
  extension: string
}

const OPEN_XML = 'application/vnd.openxmlformats-officedocument'

/** Office Open XML documents (ECMA-376-1, 11.2, 12.2, 13.2), told by the type of their main part. */
const DOCUMENTS: readonly OfficeType[] = [
  { mediaType: `${OPEN_XML}.wordprocessingml.document`, extension: 'docx' },
  { mediaType: `${OPEN_XML}.spreadsheetml.sheet`, extension: 'xlsx' },
  { mediaType: `${OPEN_XML}.presentationml.presentation`, extension: 'pptx' },
]

const ZIP_START = Buffer.from('PK\x03\x04', 'latin1')
/** ECMA-376-2, 10.1.2: the part that names the types of all others. */
const CONTENT_TYPES = '[Content_Types].xml'
/** Beyond what documents of thousands of slides have; it also bounds what is inflated, which is a thousandfold at most. */
const CONTENT_TYPES_MAX_BYTES = 64 * 1024
const PARTS_MAX = 10_000
const MACROS = /macroEnabled|vbaProject/i

/** The part that names the types of the others; the sizes that the ZIP states are not trusted. */
function contentTypesOf(bytes: Buffer): string {
  let parts = 0
  const { [CONTENT_TYPES]: types } = unzipSync(bytes, {
    filter: ({ name, size }) => {
      parts += 1
      if (parts > PARTS_MAX) throw new RangeError('more parts than a document has')
      return name === CONTENT_TYPES && size <= CONTENT_TYPES_MAX_BYTES
    },
  })
  return Buffer.from(types ?? []).toString()
}

function mainTypeIn(contentTypes: string): OfficeType | undefined {
  if (MACROS.test(contentTypes)) return undefined
  return DOCUMENTS.find(({ mediaType }) => contentTypes.includes(`"${mediaType}.main+xml"`))
}

/** The kind of an Office document without macros; undefined for anything else, also for a damaged one. */
export function officeTypeOf(bytes: Buffer): OfficeType | undefined {
  if (!bytes.subarray(0, ZIP_START.length).equals(ZIP_START)) return undefined
  try {
    return mainTypeIn(contentTypesOf(bytes))
  } catch {
    return undefined
  }
}

export const officeExtensionOf = (mediaType: string): string | undefined =>
  DOCUMENTS.find((document) => document.mediaType === mediaType)?.extension
