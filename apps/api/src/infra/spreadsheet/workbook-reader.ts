import { Refusal } from '../refusal.ts'
import { containerOf } from './container.ts'
import { readCsv } from './csv-reader.ts'
import { readSheetCells } from './sheet-cells.ts'
import type { TextRow } from './sheet-text.ts'
import { unpackWorkbook } from './unpack.ts'
import { indexWorkbook } from './workbook-index.ts'

/** Malformed XML means a damaged file; a Refusal of a parser is rethrown. */
async function readXlsx(bytes: Buffer, rowsMax?: number): Promise<TextRow[]> {
  const parts = await unpackWorkbook(bytes)
  try {
    return readSheetCells(indexWorkbook(parts), rowsMax)
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('SHEET_NOT_READABLE')
  }
}

/**
 * Returns the non-empty rows of the first sheet of an XLSX or CSV file, which is told by content and not by name.
 * Refuses with SHEET_ENCRYPTED, SHEET_HAS_MACROS, SHEET_OLD_FORMAT, SHEET_TOO_LARGE, SHEET_TOO_MANY_ROWS, and
 * SHEET_NOT_READABLE for any other file.
 */
export async function readSheetText(bytes: Buffer, rowsMax?: number): Promise<TextRow[]> {
  switch (containerOf(bytes)) {
    case 'zip':
      return readXlsx(bytes, rowsMax)
    case 'text':
      return readCsv(bytes, rowsMax)
    case 'encryptedWorkbook':
      throw new Refusal('SHEET_ENCRYPTED')
    case 'oldWorkbook':
      throw new Refusal('SHEET_OLD_FORMAT')
  }
}
