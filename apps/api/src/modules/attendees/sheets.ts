import {
  ATTENDEE_ROWS_MAX,
  SHEET_COLUMNS_MAX,
  SHEET_TITLES_MAX,
  type SheetRow,
} from '@consilium/contract/attendees/attendees.ts'
import { LINE_MAX } from '@consilium/contract/fields.ts'
import type { Upload } from '../../infra/http/uploads/upload.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { SheetReader } from '../../infra/spreadsheet/sheet-reader.ts'

/** Titles have no digits, as phones and fees have. */
const isExpert = (cells: readonly (string | null)[]) =>
  cells.some((cell) => cell !== null && /\p{Nd}/u.test(cell))

/** No cell of an expert is longer, and a short file may hold megabytes of text. */
const shown = (cell: string | null) => (cell ?? '').slice(0, LINE_MAX)

/** Reads the rows of a sheet as text, its titles among them. */
export async function readSheet(sheets: SheetReader, { use }: Upload): Promise<SheetRow[]> {
  const rows = await use((bytes) => sheets.read(bytes))
  const experts = rows.filter(({ cells }) => isExpert(cells)).length
  if (experts === 0) throw new Refusal('SHEET_EMPTY')
  if (experts > ATTENDEE_ROWS_MAX || rows.length - experts > SHEET_TITLES_MAX)
    throw new Refusal('SHEET_TOO_MANY_ROWS', { params: { max: ATTENDEE_ROWS_MAX } })
  return rows.map(({ number, cells }) => ({
    rowNumber: number,
    cells: cells.slice(0, SHEET_COLUMNS_MAX).map(shown),
  }))
}
