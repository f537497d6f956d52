import { errorMessage, type Language } from '@consilium/contract/errors.ts'
import { NAME_MAX } from '@consilium/contract/fields.ts'
import { describeIssues } from '@consilium/contract/issues.ts'
import { PERSON_ROLE_LABELS, PersonImportRow, ROLES_OF_KIND } from '@consilium/contract/persons/persons.ts'
import type { z } from 'zod'
import { isGuessable } from '../../infra/passwords/guessable.ts'
import type { TextRow } from '@consilium/sheets/sheet-text.ts'
import { IMPORT_COLUMNS, type ImportField } from './import-columns.ts'
import { rolesInWords } from './role-names.ts'

/** The texts of a row as they stand in the file, for correction. Passwords are not stored. */
export type Given = Partial<Record<Exclude<ImportField, 'password'>, string>>

/** A row of the file: either a valid person or the reason for refusal. */
export type Candidate = { rowNumber: number; name: string | null; phone: string | null; given: Given } & (
  | { person: PersonImportRow }
  | { person: null; message: string }
)

/** Invisible marks in phones copied from address books, and separators that people type between digits. */
const BETWEEN_DIGITS = /[\p{Cf}\s-]/gu
const COUNTRY_CODE = /^(\+|00)?86(?=1\d{10}$)/
const UNSHOWN = /\p{Cc}/gu
/** Longer than any column allows; a cell may contain a whole book. */
const GIVEN_MAX = 500
/** Longer texts are cut before they are checked, and are still too long for their column. */
const CELL_READ_MAX = 1000

/** Longer texts are not normalized, because one character may expand to eighteen; no phone or role is this long. */
const READ_MAX = 64

/** The digits of a phone typed with full-width digits, spaces or the country code. */
const phoneOf = (text: string) =>
  text.length > READ_MAX ? text : text.normalize('NFKC').replace(BETWEEN_DIGITS, '').replace(COUNTRY_CODE, '')

/**
 * Finds a role by its name or its label in either language. Other text is returned unchanged, and validation refuses
 * it.
 */
function roleOf(text: string): string {
  const given = text.slice(0, READ_MAX).normalize('NFKC').toLowerCase()
  const isMeant = (name: string) => name.toLowerCase() === given
  const role = ROLES_OF_KIND.executor.find((one) =>
    [one, ...Object.values(PERSON_ROLE_LABELS[one])].some(isMeant),
  )
  return role ?? text
}

const READINGS: Partial<Record<ImportField, (text: string) => string>> = { phone: phoneOf, role: roleOf }
const REQUIRED: readonly ImportField[] = ['name', 'phone', 'userName', 'role']

/** Values of a row. An empty cell is missing in a required column, and null in any other. */
function valuesOf(columns: ReadonlyMap<ImportField, number>, { cells }: TextRow) {
  const values: Partial<Record<ImportField, string | null>> = {}
  for (const { field } of IMPORT_COLUMNS) {
    const text = cells[columns.get(field) ?? -1]?.slice(0, CELL_READ_MAX) ?? null
    if (text !== null) values[field] = READINGS[field]?.(text) ?? text
    else if (!REQUIRED.includes(field)) values[field] = null
  }
  return values
}

const cleaned = (text: string) => text.toWellFormed().replace(UNSHOWN, '')
const shown = (text: string | null | undefined) => (text ? cleaned(text).slice(0, NAME_MAX) : null)

type Values = ReturnType<typeof valuesOf>

function givenOf(columns: ReadonlyMap<ImportField, number>, { cells }: TextRow): Given {
  const given: Given = {}
  for (const { field } of IMPORT_COLUMNS) {
    const text = cells[columns.get(field) ?? -1]?.slice(0, CELL_READ_MAX) ?? null
    if (text !== null && field !== 'password') given[field] = cleaned(text).slice(0, GIVEN_MAX)
  }
  return given
}

/** Words the errors for people who fill in spreadsheets, not for API clients. */
function messageOf(issues: readonly z.core.$ZodIssue[], values: Values, language: Language): string {
  const roles = rolesInWords('executor', language)
  const colon = language === 'en' ? ': ' : '：'
  const own: Partial<Record<string, string>> = {
    phone: errorMessage('PHONE_UNREADABLE', language),
    role: errorMessage('PERSON_ROLE_UNKNOWN', language, { roles }),
  }
  const problems = new Map(describeIssues(issues, language).map(({ field, message }) => [field, message]))
  return IMPORT_COLUMNS.flatMap(({ field, title }) => {
    const problem = problems.get(field)
    if (problem === undefined) return []
    return [`${title[language]}${colon}${(field in values ? own[field] : undefined) ?? problem}`]
  }).join(language === 'en' ? '; ' : '；')
}

/**
 * Validates the rows of one file, in order, by the rules for creating a person. Of rows with the same phone or user
 * name the first valid one counts.
 */
export function createRowCheck(columns: ReadonlyMap<ImportField, number>, language: Language) {
  const seen = { phone: new Map<string, number>(), userName: new Map<string, number>() }

  function repeated(person: PersonImportRow, rowNumber: number): string | null {
    const keys = { phone: person.phone, userName: person.userName.toLowerCase() }
    for (const field of ['phone', 'userName'] as const) {
      const first = seen[field].get(keys[field])
      if (first === undefined) continue
      const column = IMPORT_COLUMNS.find((one) => one.field === field)?.title[language] ?? field
      return errorMessage('SHEET_ROW_REPEATED', language, { column, row: first })
    }
    seen.phone.set(keys.phone, rowNumber)
    seen.userName.set(keys.userName, rowNumber)
    return null
  }

  return (row: TextRow): Candidate => {
    const values = valuesOf(columns, row)
    const line = {
      rowNumber: row.number,
      name: shown(values.name),
      phone: shown(values.phone),
      given: givenOf(columns, row),
    }
    const checked = PersonImportRow.safeParse(values, { reportInput: true })
    if (!checked.success)
      return { ...line, person: null, message: messageOf(checked.error.issues, values, language) }
    const { password, userName, phone, name } = checked.data
    if (password !== null && isGuessable(password, [userName, phone, name]))
      return { ...line, person: null, message: errorMessage('PASSWORD_GUESSABLE', language) }
    const message = repeated(checked.data, row.number)
    return message === null ? { ...line, person: checked.data } : { ...line, person: null, message }
  }
}
