import { createPdfRenderer, type PdfRenderer } from '@consilium/pdf-layout/render.ts'
import { createFileWork, type FileWork } from './infra/file-work/file-work.ts'
import { createSheetReader, type SheetReader } from './infra/spreadsheet/sheet-reader.ts'

const PDF_THREADS = 1
const SHEET_THREADS = 1
const FILE_THREADS = 2

/** Pools of threads that draw documents and read what users send. They start threads when there is work, and know no service. */
export interface WorkerThreads {
  fileWork: FileWork
  pdf: PdfRenderer
  sheets: SheetReader
}

/** Up to `fileThreads` files of users are read side by side. */
export const openWorkerThreads = (fileThreads = FILE_THREADS): WorkerThreads => ({
  fileWork: createFileWork({ threads: fileThreads }),
  pdf: createPdfRenderer({ threads: PDF_THREADS }),
  sheets: createSheetReader({ threads: SHEET_THREADS }),
})

/** Finishes what has begun and ends the threads. */
export async function closeWorkerThreads({ fileWork, pdf, sheets }: WorkerThreads): Promise<void> {
  await pdf.close()
  await sheets.close()
  await fileWork.close()
}
