import type { ArchiveEntry } from '@consilium/archive/open-archive.ts'

const OPEN_XML = 'application/vnd.openxmlformats-officedocument'

/** Content types of the main parts of Office Open XML documents (ECMA-376-1, 11.2, 12.2, 13.2). */
const MAIN_TYPES = {
  docx: `${OPEN_XML}.wordprocessingml.document`,
  xlsx: `${OPEN_XML}.spreadsheetml.sheet`,
  pptx: `${OPEN_XML}.presentationml.presentation`,
} as const
export type OfficeKind = keyof typeof MAIN_TYPES

/** The part that lists the types of all others (ECMA-376-2, 10.1.2). */
const CONTENT_TYPES = '[Content_Types].xml'
/** More than documents with thousands of slides have. */
const CONTENT_TYPES_MAX_BYTES = 64 * 1024
const MACROS = /macroEnabled|vbaProject/i

const OFFICE_KINDS = Object.keys(MAIN_TYPES) as OfficeKind[]

/** Returns the kind of an Office document without macros; undefined for any other archive. */
export async function officeKindOf(entries: readonly ArchiveEntry[]): Promise<OfficeKind | undefined> {
  const types = entries.find(({ name }) => name === CONTENT_TYPES)
  if (!types) return undefined
  const contentTypes = (await types.read(CONTENT_TYPES_MAX_BYTES)).toString()
  if (MACROS.test(contentTypes)) return undefined
  return OFFICE_KINDS.find((kind) => contentTypes.includes(`"${MAIN_TYPES[kind]}.main+xml"`))
}

export const officeMediaTypes: Readonly<Record<OfficeKind, string>> = MAIN_TYPES
