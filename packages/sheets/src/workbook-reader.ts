import { SheetError } from './sheet-error.ts'
import { containerOf } from './container.ts'
import { readCsv } from './csv-reader.ts'
import { readSheetCells } from './sheet-cells.ts'
import { SHEET_ROWS_MAX, type TextRow } from './sheet-text.ts'
import { unpackWorkbook } from './unpack.ts'
import { indexWorkbook } from './workbook-index.ts'

/** Malformed XML means a damaged file; what a parser refuses is rethrown. */
async function readXlsx(bytes: Buffer, rowsMax: number): Promise<TextRow[]> {
  const parts = await unpackWorkbook(bytes)
  try {
    return readSheetCells(indexWorkbook(parts), rowsMax)
  } catch (error) {
    throw error instanceof SheetError ? error : new SheetError('NOT_READABLE', error)
  }
}

/**
 * Returns the non-empty rows of the first sheet of an XLSX or CSV file, which is told by content and not by name: at most
 * `rowsMax` and a header. Throws SheetError, with NOT_READABLE for any other file.
 */
export async function readSheetText(bytes: Buffer, rowsMax = SHEET_ROWS_MAX): Promise<TextRow[]> {
  switch (containerOf(bytes)) {
    case 'zip':
      return readXlsx(bytes, rowsMax)
    case 'text':
      return readCsv(bytes, rowsMax)
    case 'encryptedWorkbook':
      throw new SheetError('ENCRYPTED')
    case 'oldWorkbook':
      throw new SheetError('OLD_FORMAT')
  }
}
