import { compose, type Composed } from './compose.ts'
import type { PdfDocument } from './document.ts'

/** The task of a worker thread; what it throws reaches the renderer as a plain Error. */
export default function renderTask(document: PdfDocument): Promise<Composed> {
  return compose(document)
}
