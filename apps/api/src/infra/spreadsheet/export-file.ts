import type { Language } from '@consilium/contract/errors.ts'
import type { DeclaredRecord, Fields } from '@consilium/contract/record.ts'
import { XLSX } from '@consilium/contract/spreadsheet.ts'
import type { Batch, Cursor } from '@consilium/lists/select-batch.ts'
import type { FileAnswer } from '../http/file-answer.ts'
import type { CellKind, CellValue } from '@consilium/sheets/sheet-xml.ts'
import { writeWorkbook, type SheetRow } from '@consilium/sheets/xlsx-writer.ts'

type Title = Readonly<Record<Language, string>>

export interface ExportColumn<Row> {
  title: Title
  /** In characters of the usual font; a Chinese character takes two. */
  width: number
  kind?: CellKind
  value: (row: Row) => CellValue
}

type CellField<Row> = { [K in keyof Row]: Row[K] extends CellValue ? K : never }[keyof Row]
/** How a column is shown. A field that is no value of a cell is converted to one. */
type Shown<Row, K> = Pick<ExportColumn<Row>, 'width' | 'kind'> &
  (K extends CellField<Row> ? Partial<Pick<ExportColumn<Row>, 'value'>> : Pick<ExportColumn<Row>, 'value'>)

/** Makes columns of the fields that a record declares, titled as it says there. */
export const fieldColumns =
  <Row>() =>
  <F extends Fields>({ fields }: DeclaredRecord<F>) =>
  <K extends keyof F & keyof Row>(name: K, shown: Shown<Row, K>): ExportColumn<Row> => {
    const { label, title: [zh, en] = label } = fields[name]!
    return { title: { 'zh-CN': zh, en }, value: (row) => row[name] as CellValue, ...shown }
  }

export interface Export<Row> {
  /** Name of the file, without date and extension, and of its sheet. */
  name: Title
  language: Language
  /** `yyyy-MM-dd`, for the file name. */
  today: string
  columns: readonly ExportColumn<Row>[]
  /** Returns the rows after a cursor, in the order of the list. */
  batch(after: Cursor | null): Promise<Batch<Row>>
}

/** Reads the next batch only after the rows of this one have been written. */
async function* cells<Row>({ columns, batch }: Export<Row>, first: Batch<Row>): AsyncGenerator<SheetRow> {
  for (let current = first; ; current = await batch(current.next)) {
    for (const row of current.rows) yield columns.map(({ value }) => value(row))
    if (current.next === null) return
  }
}

/** A list as an XLSX file, written while it is sent. */
export function exportFile<Row>(source: Export<Row>): FileAnswer {
  const { name, language, today, columns } = source
  return {
    name: `${name[language]}-${today}.xlsx`,
    mediaType: XLSX,
    size: null,
    inline: false,
    async open() {
      // The first batch is read before anything is sent, so that a refusal is answered as an error and not as a broken
      // file.
      const first = await source.batch(null)
      const headers = columns.map(({ title, width, kind }) => ({
        title: title[language],
        width,
        ...(kind ? { kind } : {}),
      }))
      return writeWorkbook([{ name: name[language], columns: headers, rows: cells(source, first) }])
    },
  }
}
