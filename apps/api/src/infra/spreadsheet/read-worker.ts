import { answering } from '../threads/worker-pool.ts'
import { readSheetText } from './workbook-reader.ts'

export default answering(({ buffer, byteOffset, byteLength }: Uint8Array) =>
  readSheetText(Buffer.from(buffer, byteOffset, byteLength)),
)
