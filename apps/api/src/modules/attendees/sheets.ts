import { ATTENDEE_ROWS_MAX, type SheetRow } from '@consilium/contract/attendees.ts'
import type { Upload } from '../../infra/http/upload.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { SheetReader } from '../../infra/spreadsheet/sheet-reader.ts'

/** Reads the rows of a sheet as text, its titles among them: titles have no digits, as phones and fees have. */
export async function readSheet(sheets: SheetReader, { use }: Upload): Promise<SheetRow[]> {
  const rows = await use((bytes) => sheets.read(bytes))
  const experts = rows.filter(({ cells }) => cells.some((cell) => cell !== null && /\d/.test(cell)))
  if (experts.length === 0) throw new Refusal('SHEET_EMPTY')
  if (experts.length > ATTENDEE_ROWS_MAX)
    throw new Refusal('SHEET_TOO_MANY_ROWS', { params: { max: ATTENDEE_ROWS_MAX } })
  return rows.map(({ number, cells }) => ({ rowNumber: number, cells: cells.map((cell) => cell ?? '') }))
}
