import { errorMessage, type Language } from '@consilium/contract/errors.ts'
import { NAME_MAX } from '@consilium/contract/fields.ts'
import { HOSPITAL_LEVEL_LABELS, HOSPITAL_LEVELS } from '@consilium/contract/hospitals/hospital-record.ts'
import { HospitalCreate } from '@consilium/contract/hospitals/hospitals.ts'
import { describeIssues } from '@consilium/contract/issues.ts'
import type { TextRow } from '../../infra/spreadsheet/sheet-text.ts'
import { IMPORT_COLUMNS, type HospitalField } from './import-columns.ts'

/** A row of the file: either a valid hospital or the reason for refusal. */
export type Candidate = { rowNumber: number; name: string | null } & (
  | { hospital: HospitalCreate; message: '' }
  | { hospital: null; message: string }
)

/** Longer texts are cut before they are checked, and are still too long for their column. */
const CELL_READ_MAX = 5000
const SEPARATORS = /[、；;，,\n]/
const UNSHOWN = /\p{Cc}/gu

/** A level by its name or its label in either language. Other text is returned unchanged, and validation refuses it. */
function levelOf(text: string): string {
  const given = text.slice(0, NAME_MAX).normalize('NFKC').toLowerCase()
  const isMeant = (name: string) => name.toLowerCase() === given
  return (
    HOSPITAL_LEVELS.find((level) => [level, ...Object.values(HOSPITAL_LEVEL_LABELS[level])].some(isMeant)) ??
    text
  )
}

const READINGS: Partial<Record<HospitalField, (text: string) => unknown>> = {
  level: levelOf,
  aliases: (text) =>
    text
      .split(SEPARATORS)
      .map((each) => each.trim())
      .filter((each) => each !== ''),
}

export const titleOf = (field: HospitalField, language: Language): string =>
  IMPORT_COLUMNS.find((column) => column.field === field)?.title[language] ?? field

/** Validates a row by the rules for adding a hospital. Empty cells say nothing. */
export function readRow(
  columns: ReadonlyMap<HospitalField, number>,
  { number, cells }: TextRow,
  language: Language,
): Candidate {
  const values: Record<string, unknown> = {}
  for (const { field } of IMPORT_COLUMNS) {
    const text = cells[columns.get(field) ?? -1]?.slice(0, CELL_READ_MAX) ?? null
    if (text !== null) values[field] = READINGS[field]?.(text) ?? text
  }
  const shown = typeof values['name'] === 'string' ? values['name'].toWellFormed().replace(UNSHOWN, '') : null
  const line = { rowNumber: number, name: shown?.slice(0, NAME_MAX) ?? null }
  const checked = HospitalCreate.safeParse(values, { reportInput: true })
  if (checked.success) return { ...line, hospital: checked.data, message: '' }
  const colon = language === 'en' ? ': ' : '：'
  const message = describeIssues(checked.error.issues, language)
    .map(({ field, message: problem }) => {
      const [first = ''] = field.split(/[.[]/)
      return `${titleOf(first as HospitalField, language)}${colon}${problem}`
    })
    .join(language === 'en' ? '; ' : '；')
  return { ...line, hospital: null, message: message || errorMessage('VALIDATION_FAILED', language) }
}
