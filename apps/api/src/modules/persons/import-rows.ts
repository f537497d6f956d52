import { errorMessage, type Language } from '@consilium/contract/errors.ts'
import { NAME_MAX } from '@consilium/contract/fields.ts'
import { describeIssues } from '@consilium/contract/issues.ts'
import { PERSON_ROLE_LABELS, PersonImportRow, ROLES_OF_KIND } from '@consilium/contract/persons.ts'
import type { z } from 'zod'
import { isGuessable } from '../../infra/guessable.ts'
import type { TextRow } from '../../infra/spreadsheet/sheet-text.ts'
import { IMPORT_COLUMNS, roleLabels, type ImportField } from './import-columns.ts'

/** The texts of a row as the file has them, for it to be put right. A password is not kept. */
export type Given = Partial<Record<Exclude<ImportField, 'password'>, string>>

/** A row of the file: the person that it means, or why it means none. */
export type Candidate = { rowNumber: number; name: string | null; phone: string | null; given: Given } & (
  | { person: PersonImportRow }
  | { person: null; message: string }
)

/** Marks that phones copied from address books carry, and what people put between the digits. */
const BETWEEN_DIGITS = /[\p{Cf}\s-]/gu
const COUNTRY_CODE = /^(\+|00)?86(?=1\d{10}$)/
const UNSHOWN = /\p{Cc}/gu
/** More than any column takes; a cell may hold a book. */
const GIVEN_MAX = 500
/** A longer text is cut before it is looked at, and is still too long for its column. */
const CELL_READ_MAX = 1000

/** Of what is longer than a phone or a role with all its marks, nothing is made: one character may become eighteen. */
const READ_MAX = 64

/** The digits of a phone, however it was typed: wide, with spaces, or with the country's code. */
const phoneOf = (text: string) =>
  text.length > READ_MAX ? text : text.normalize('NFKC').replace(BETWEEN_DIGITS, '').replace(COUNTRY_CODE, '')

/** A role by its name or its label in either language; other text stays, for the check to refuse. */
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

/** Empty cells: what is required is missing, everything else has no value. */
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

/** Says what is wrong as people fill in tables, not as programs call a service. */
function messageOf(issues: readonly z.core.$ZodIssue[], values: Values, language: Language): string {
  const roles = roleLabels(language).join(language === 'en' ? ' / ' : '或')
  const own: Partial<Record<string, string>> = {
    phone: errorMessage('PHONE_UNREADABLE', language),
    role: errorMessage('PERSON_ROLE_UNKNOWN', language, { roles }),
  }
  const problems = new Map(describeIssues(issues, language).map(({ field, message }) => [field, message]))
  return IMPORT_COLUMNS.flatMap(({ field, title }) => {
    const problem = problems.get(field)
    if (problem === undefined) return []
    return [`${title[language]}: ${(field in values ? own[field] : undefined) ?? problem}`]
  }).join('; ')
}

/**
 * Checks the rows of one file, in order, by the rules for creating a person. Of rows with the same phone or user name
 * the first counts, unless it could not be taken itself.
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
