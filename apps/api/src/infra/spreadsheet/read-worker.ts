import { answering } from '../threads/worker-pool.ts'
import { packTable, type TableOrder } from './packed-table.ts'
import { readSheetText } from './workbook-reader.ts'

/** A file whose rows are answered one by one, or packed as a table. */
export type ReadTask = Uint8Array | { bytes: Uint8Array; table: TableOrder }

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)

export default answering(async (task: ReadTask) => {
  if (task instanceof Uint8Array) return readSheetText(bufferOf(task))
  const { bytes, table } = task
  return packTable(await readSheetText(bufferOf(bytes), table.rowsMax), table)
})
