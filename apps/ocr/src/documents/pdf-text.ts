import type { TextLine } from '@consilium/contract/recognition/recognition.ts'
import { fileURLToPath } from 'node:url'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { joinRuns, type TextRun } from './text-runs.ts'

/** No page of an invoice has more pieces of text. */
const RUNS_MAX = 20_000

/** Loaded with the first PDF: the library takes 30 MiB, which a worker that gets only pictures does not need. */
const loadLibrary = () => import('pdfjs-dist/legacy/build/pdf.mjs')

const folder = (name: string) =>
  fileURLToPath(new URL(`../../${name}/`, import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')))

/** The text layer of a PDF. */
export interface PdfText {
  /** The lines of a page, which counts from 0, placed in pixels of a picture drawn with `scale`. */
  lines(page: number, scale: number): Promise<TextLine[]>
  close(): Promise<void>
}

async function readRuns(document: PDFDocumentProxy, index: number, scale: number): Promise<TextRun[]> {
  const { Util } = await loadLibrary()
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

/** Throws the errors of the library. The caller then recognizes the text from the pixels. */
export async function openPdfText(bytes: Buffer): Promise<PdfText> {
  const { getDocument, VerbosityLevel } = await loadLibrary()
  const task = getDocument({
    // The library takes ownership of the bytes, so it gets a copy.
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
