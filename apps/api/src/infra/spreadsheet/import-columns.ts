import type { Language } from '@consilium/contract/errors.ts'
import { XLSX } from '@consilium/contract/spreadsheet.ts'
import type { FileAnswer } from '../http/file-answer.ts'
import { Refusal } from '../refusal.ts'
import type { TextRow } from '@consilium/sheets/sheet-text.ts'
import { writeWorkbook } from '@consilium/sheets/xlsx-writer.ts'

type Words = Readonly<Record<Language, string>>

/** A column of an import. An uploaded file may have the columns in any order and may have additional ones. */
export interface ImportColumn<Field extends string> {
  field: Field
  title: Words
  /** Other titles that users give the column, in lower case and without spaces and brackets. */
  aliases: readonly string[]
  width: number
  hint: Words
  /** The file may lack the column. */
  optional?: true
}

/** Longer than any title with its remarks. */
const TITLE_MAX = 100
const BRACKETED = /\([^()]*\)/g
const DECORATION = /[\s_*:-]/g

/** Normalizes a title for comparison: character width, case, spaces, asterisks and remarks in brackets are ignored. */
const plain = (title: string) =>
  title.slice(0, TITLE_MAX).normalize('NFKC').toLowerCase().replace(BRACKETED, '').replace(DECORATION, '')

const titlesOf = <Field extends string>(columns: readonly ImportColumn<Field>[], language: Language) =>
  columns.map(({ title }) => title[language]).join(language === 'en' ? ', ' : '、')

/**
 * Finds the column of each field in a header row. The function refuses SHEET_COLUMN_MISSING and SHEET_COLUMN_TWICE, naming
 * the columns.
 */
export function columnFinder<Field extends string>(columns: readonly ImportColumn<Field>[]) {
  const fieldOfTitle = new Map(
    columns.flatMap(({ field, title, aliases }) =>
      [field, ...Object.values(title), ...aliases].map((name) => [plain(name), field] as const),
    ),
  )
  return (header: TextRow['cells'], language: Language): ReadonlyMap<Field, number> => {
    const found = header.map((title) => (title === null ? undefined : fieldOfTitle.get(plain(title))))
    const missing = columns.filter(({ field, optional }) => !optional && !found.includes(field))
    if (missing.length > 0)
      throw new Refusal('SHEET_COLUMN_MISSING', { params: { columns: titlesOf(missing, language) } })
    const twice = columns.filter(({ field }) => found.indexOf(field) !== found.lastIndexOf(field))
    if (twice.length > 0)
      throw new Refusal('SHEET_COLUMN_TWICE', { params: { columns: titlesOf(twice, language) } })
    return new Map(found.flatMap((field, index) => (field ? [[field, index] as const] : [])))
  }
}

const GUIDE = { 'zh-CN': '填写说明', en: 'How to fill in' }
const COLUMN = { 'zh-CN': '列', en: 'Column' }
const MEANING = { 'zh-CN': '说明', en: 'Meaning' }
const GUIDE_WIDTHS = { column: 28, meaning: 60 }

interface Template<Field extends string> {
  /** Name of the file. */
  name: Words
  sheet: Words
  columns: readonly ImportColumn<Field>[]
  /** What may be chosen in a column. */
  choices?: Partial<Record<Field, readonly string[]>>
}

/**
 * The data sheet has no sample rows, so that none is imported by accident; the instructions are on a second sheet,
 * which is not read.
 */
export function importTemplate<Field extends string>(
  { name, sheet, columns, choices = {} }: Template<Field>,
  language: Language,
): FileAnswer {
  const rows = {
    name: sheet[language],
    columns: columns.map(({ field, title, width }) => {
      const offered = choices[field]
      return { title: title[language], width, ...(offered ? { choices: offered } : {}) }
    }),
    rows: [],
  }
  const guide = {
    name: GUIDE[language],
    columns: [
      { title: COLUMN[language], width: GUIDE_WIDTHS.column },
      { title: MEANING[language], width: GUIDE_WIDTHS.meaning },
    ],
    rows: columns.map(({ title, hint }) => [title[language], hint[language]]),
  }
  return {
    name: `${name[language]}.xlsx`,
    mediaType: XLSX,
    size: null,
    inline: false,
    open: () => Promise.resolve(writeWorkbook([rows, guide])),
  }
}
