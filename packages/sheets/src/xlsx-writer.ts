import { writeArchive, type ArchivePart } from '@consilium/archive/write-archive.ts'
import { Readable } from 'node:stream'
import {
  cellXml,
  columnName,
  escapeXml,
  headerXml,
  STYLES,
  type CellKind,
  type CellValue,
} from './sheet-xml.ts'
import { SHEET_ROWS_MAX } from './sheet-text.ts'
import {
  closingParts,
  FIXED_PARTS,
  sheetClosing,
  sheetName,
  sheetOpening,
  sheetPath,
} from './workbook-parts.ts'

/**
 * Text written between two turns of the event loop, about one millisecond of work. It exceeds the buffer of the
 * compressor, so that each piece waits for the compressing thread.
 */
const CHUNK_LENGTH = 64 * 1024
const STREAM_BUFFER_BYTES = 64 * 1024

export interface SheetColumn {
  title: string
  /** In characters of the usual font; a Chinese character takes two. */
  width: number
  kind?: CellKind
  /** Offered as a drop-down list in the cells of the column. */
  choices?: readonly string[]
}

export type SheetRow = readonly CellValue[]

export interface Sheet {
  name: string
  columns: readonly SheetColumn[]
  rows: AsyncIterable<SheetRow> | Iterable<SheetRow>
}

/** Rows one at a time, with a check whether there is another one. */
class RowSource {
  readonly #iterator: AsyncIterator<SheetRow> | Iterator<SheetRow>
  #ahead: IteratorResult<SheetRow> | null = null

  constructor(rows: Sheet['rows']) {
    this.#iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  }

  async take(): Promise<SheetRow | null> {
    const next = this.#ahead ?? (await this.#iterator.next())
    this.#ahead = null
    return next.done ? null : next.value
  }

  async isAtEnd(): Promise<boolean> {
    this.#ahead ??= await this.#iterator.next()
    return this.#ahead.done === true
  }

  /** Closes the source, also if not all rows were read. */
  async close(): Promise<void> {
    await this.#iterator.return?.()
  }
}

/** Excel's limit for the list of choices of a cell. */
const CHOICES_LENGTH_MAX = 255

const columnXml = ({ width }: SheetColumn, index: number) =>
  `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${STYLES.text}" customWidth="1"/>`

function choicesXml(columns: readonly SheetColumn[]): string {
  const rules = columns.flatMap(({ choices }, index) => {
    const list = choices?.join(',') ?? ''
    if (list === '' || list.length > CHOICES_LENGTH_MAX) return []
    const range = `${columnName(index)}2:${columnName(index)}${SHEET_ROWS_MAX}`
    return [
      `<dataValidation type="list" allowBlank="1" sqref="${range}"><formula1>"${escapeXml(list)}"</formula1></dataValidation>`,
    ]
  })
  return rules.length === 0
    ? ''
    : `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`
}

/** The XML of one sheet, with up to `rowsMax` rows of the source. */
async function* sheetPart(
  columns: readonly SheetColumn[],
  source: RowSource,
  rowsMax: number,
): AsyncGenerator<Buffer> {
  const letters = columns.map((_column, index) => columnName(index))
  const kinds = columns.map(({ kind }) => kind ?? 'text')
  let text = sheetOpening(columns.map(columnXml).join('')) + headerXml(columns.map(({ title }) => title))
  for (let number = 2; number <= rowsMax; number++) {
    const row = await source.take()
    if (!row) break
    text += `<row r="${number}">`
    for (let index = 0; index < letters.length; index++)
      text += cellXml(`${letters[index]}${number}`, kinds[index]!, row[index] ?? null)
    text += '</row>'
    if (text.length < CHUNK_LENGTH) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text + sheetClosing(choicesXml(columns)))
}

const fixed = ({ name, xml }: { name: string; xml: string }): ArchivePart => ({
  name,
  content: [Buffer.from(xml)],
})

async function* parts(sheets: readonly Sheet[], rowsPerSheet: number): AsyncGenerator<ArchivePart> {
  yield* FIXED_PARTS.map(fixed)
  const names: string[] = []
  for (const { name, columns, rows } of sheets) {
    const source = new RowSource(rows)
    try {
      let part = 0
      do {
        part += 1
        names.push(sheetName(name, part))
        yield { name: sheetPath(names.length), content: sheetPart(columns, source, rowsPerSheet) }
      } while (!(await source.isAtEnd()))
    } finally {
      await source.close()
    }
  }
  yield* closingParts(names).map(fixed)
}

/**
 * Writes an XLSX file while it is read: memory does not grow with the number of rows, a slow reader slows down the
 * source, and a reader that leaves ends it. Text is never a formula. An error of the rows breaks off the stream.
 */
export function writeWorkbook(
  sheets: readonly Sheet[],
  { rowsPerSheet = SHEET_ROWS_MAX }: { rowsPerSheet?: number } = {},
): Readable {
  return Readable.from(writeArchive(parts(sheets, rowsPerSheet)), {
    objectMode: false,
    highWaterMark: STREAM_BUFFER_BYTES,
  })
}
