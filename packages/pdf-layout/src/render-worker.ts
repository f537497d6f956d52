import { compose, type Composed } from './compose.ts'
import type { PdfDocument } from './document.ts'

/** The task of a worker thread. Its errors reach the renderer as plain Errors. */
export default function renderTask(document: PdfDocument): Promise<Composed> {
  return compose(document)
}
