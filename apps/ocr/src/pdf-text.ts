import type { TextLine } from '@consilium/contract/recognition.ts'
import { fileURLToPath } from 'node:url'
import { getDocument, Util, VerbosityLevel, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { joinRuns, type TextRun } from './text-runs.ts'

/** More text than a page of an invoice ever holds. */
const RUNS_MAX = 20_000

const folder = (name: string) =>
  fileURLToPath(new URL(`../../${name}/`, import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')))

/** The text that a PDF carries itself. */
export interface PdfText {
  /** Lines of a page, from 0, in pixels of a picture drawn with `scale`. Kangxi radicals and wide forms are made plain. */
  lines(page: number, scale: number): Promise<TextLine[]>
  close(): Promise<void>
}

async function readRuns(document: PDFDocumentProxy, index: number, scale: number): Promise<TextRun[]> {
  const page = await document.getPage(index + 1)
  const viewport = page.getViewport({ scale })
  const { items } = await page.getTextContent()
  const runs = items.slice(0, RUNS_MAX).flatMap((item): TextRun[] => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = Util.transform(viewport.transform, item.transform)
    const height = Math.hypot(c, d)
    const angle = Math.atan2(b, a)
    return [{ text: item.str, x, y, width: item.width * scale, height, angle }]
  })
  page.cleanup()
  return runs
}

/** Throws what the library throws: a file whose text cannot be read is read by its pixels instead. */
export async function openPdfText(bytes: Buffer): Promise<PdfText> {
  const task = getDocument({
    // The library takes what it is given for its own.
    data: new Uint8Array(bytes),
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: VerbosityLevel.ERRORS,
  })
  const document = await task.promise
  return {
    lines: async (page, scale) => joinRuns(await readRuns(document, page, scale)),
    close: () => task.destroy(),
  }
}
