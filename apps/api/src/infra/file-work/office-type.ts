import type { ArchiveEntry } from '@consilium/archive/open-archive.ts'

const OPEN_XML = 'application/vnd.openxmlformats-officedocument'

/** Office Open XML documents (ECMA-376-1, 11.2, 12.2, 13.2), told by the type of their main part. */
const MAIN_TYPES = {
  docx: `${OPEN_XML}.wordprocessingml.document`,
  xlsx: `${OPEN_XML}.spreadsheetml.sheet`,
  pptx: `${OPEN_XML}.presentationml.presentation`,
} as const
export type OfficeKind = keyof typeof MAIN_TYPES

/** ECMA-376-2, 10.1.2: the part that names the types of all others. */
const CONTENT_TYPES = '[Content_Types].xml'
/** Beyond what documents of thousands of slides have. */
const CONTENT_TYPES_MAX_BYTES = 64 * 1024
const MACROS = /macroEnabled|vbaProject/i

const OFFICE_KINDS = Object.keys(MAIN_TYPES) as OfficeKind[]

/** The kind of an Office document without macros; undefined for any other archive. */
export async function officeKindOf(entries: readonly ArchiveEntry[]): Promise<OfficeKind | undefined> {
  const types = entries.find(({ name }) => name === CONTENT_TYPES)
  if (!types) return undefined
  const contentTypes = (await types.read(CONTENT_TYPES_MAX_BYTES)).toString()
  if (MACROS.test(contentTypes)) return undefined
  return OFFICE_KINDS.find((kind) => contentTypes.includes(`"${MAIN_TYPES[kind]}.main+xml"`))
}

export const officeMediaTypes: Readonly<Record<OfficeKind, string>> = MAIN_TYPES
