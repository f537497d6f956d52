import { IMPORT_ROWS_MAX } from '@consilium/contract/spreadsheet.ts'
import { SheetError } from '@consilium/sheets/sheet-error.ts'
import type { TextRow } from '@consilium/sheets/sheet-text.ts'
import { readSheetText } from '@consilium/sheets/workbook-reader.ts'
import { Refusal } from '../refusal.ts'
import { answering } from '../threads/worker-pool.ts'
import { packTable, type TableOrder } from './packed-table.ts'

/** A file whose rows are answered one by one, or packed as a table. */
export type ReadTask = Uint8Array | { bytes: Uint8Array; table: TableOrder }

async function rowsOf({ buffer, byteOffset, byteLength }: Uint8Array, rowsMax: number): Promise<TextRow[]> {
  try {
    return await readSheetText(Buffer.from(buffer, byteOffset, byteLength), rowsMax)
  } catch (error) {
    if (!(error instanceof SheetError)) throw error
    throw new Refusal(
      `SHEET_${error.fault}`,
      error.fault === 'TOO_MANY_ROWS' ? { params: { max: rowsMax } } : {},
    )
  }
}

export default answering(async (task: ReadTask) => {
  if (task instanceof Uint8Array) return rowsOf(task, IMPORT_ROWS_MAX)
  const { bytes, table } = task
  return packTable(await rowsOf(bytes, table.rowsMax), table)
})
