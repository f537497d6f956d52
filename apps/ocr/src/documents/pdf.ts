import { RECOGNITION_MAX_PAGES } from '@consilium/contract/recognition/recognition.ts'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { Raster } from '../pictures/raster.ts'
import { runtimeDied } from '../runtime-death.ts'
import type { SignatureObject } from '../signature/pdf-signature.ts'
import { asUnreadable, Unreadable } from './unreadable.ts'
import { readWasm } from '../wasm.ts'

/** An opened PDF. Pages count from 0. */
export interface PdfFile {
  readonly pages: number
  /** The pixels per point of the picture that `render` draws. */
  scaleOf(page: number): number
  /** The size of that picture in pixels. */
  sizeOf(page: number): { width: number; height: number }
  render(page: number): Raster
  /** Draws the page so small that only its text cannot be read well any more. */
  preview(page: number): Raster
  /** The digital signatures of the file, in its order. */
  signatures(): SignatureObject[]
  close(): void
}

const POINTS_PER_INCH = 72
const DOTS_PER_INCH = 200
/** Limits of the longer side in pixels, for pages of unusual sizes. */
const SIDE_MIN = 1400
const SIDE_MAX = 2600
/** The longer side of a preview: the size in which readers of codes are quick, so that nothing is drawn and shrunk again. */
const PREVIEW_SIDE = 1200
/** The shorter side of a very narrow page must not be rounded to 0. */
const SHORTER_SIDE_MIN = 1
/** Error codes of PDFium (fpdfview.h). */
const ERROR_PASSWORD = 4
const ERROR_SECURITY = 5
/** FPDFBitmap_BGRx and FPDF_ANNOT (fpdfview.h). */
const BGRX = 3
const DRAW_ANNOTATIONS = 1
const WHITE = 0xffffffff
const SIGNATURES_MAX = 20
const SIGNATURE_MAX_BYTES = 4 * 1024 * 1024
const INT_BYTES = 4
/** FS_SIZEF: two floats (fpdfview.h). */
const SIZE_BYTES = 8
/** One more than may be read tells that there are too many. */
const PAGES_LOOKED_AT = RECOGNITION_MAX_PAGES + 1
const BYTES_PER_PIXEL = 4

let loading: Promise<WrappedPdfiumModule> | undefined

/** Loads PDFium as WebAssembly, so that a hostile file can only corrupt PDFium's own memory. */
export function loadPdfium(): Promise<WrappedPdfiumModule> {
  loading ??= (async () => {
    const wasmBinary = await readWasm('@embedpdf/pdfium/pdfium.wasm')
    const pdfium = await init({ wasmBinary, onAbort: runtimeDied })
    pdfium.PDFiumExt_Init()
    return pdfium
  })()
  return loading
}

function copyPixels(pixels: Uint8Array, stride: number, width: number, height: number): Raster {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0, to = 0; y < height; y++)
    for (let from = y * stride, end = from + width * BYTES_PER_PIXEL; from < end; from += BYTES_PER_PIXEL) {
      data[to++] = pixels[from + 2] ?? 0
      data[to++] = pixels[from + 1] ?? 0
      data[to++] = pixels[from] ?? 0
    }
  return { width, height, data }
}

function draw(pdfium: WrappedPdfiumModule, page: number, width: number, height: number): Raster {
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, BGRX, 0, 0)
  if (!bitmap) throw new Unreadable('FILE_DAMAGED')
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, DRAW_ANNOTATIONS)
    const stride = pdfium.FPDFBitmap_GetStride(bitmap)
    const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
    const pixels = pdfium.pdfium.HEAPU8.subarray(start, start + stride * height)
    return copyPixels(pixels, stride, width, height)
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
}

class OpenPdf implements PdfFile {
  readonly pages: number
  readonly #pdfium: WrappedPdfiumModule
  readonly #document: number
  /** The address of the file in PDFium's memory, where it is read until the document is closed. */
  readonly #bytesAt: number

  constructor(pdfium: WrappedPdfiumModule, document: number, bytesAt: number) {
    this.#pdfium = pdfium
    this.#document = document
    this.#bytesAt = bytesAt
    this.pages = this.#countPages()
  }

  /** The pages up to the last one that is there: a tree of pages that contains itself announces any number. */
  #countPages(): number {
    const size = this.#pdfium.pdfium.wasmExports.malloc(SIZE_BYTES)
    try {
      const isThere = (page: number) => this.#pdfium.FPDF_GetPageSizeByIndexF(this.#document, page, size)
      let count = Math.min(this.#pdfium.FPDF_GetPageCount(this.#document), PAGES_LOOKED_AT)
      while (count > 0 && !isThere(count - 1)) count -= 1
      return count
    } finally {
      this.#pdfium.pdfium.wasmExports.free(size)
    }
  }

  scaleOf(page: number): number {
    return this.#withPage(page, (_handle, scale) => scale)
  }

  sizeOf(page: number): { width: number; height: number } {
    return this.#withPage(page, (_handle, scale, width, height) => ({
      width: width * scale,
      height: height * scale,
    }))
  }

  render(page: number): Raster {
    return this.#withPage(page, (handle, scale, width, height) => this.#draw(handle, scale, width, height))
  }

  preview(page: number): Raster {
    return this.#withPage(page, (handle, _scale, width, height) =>
      this.#draw(handle, PREVIEW_SIDE / Math.max(width, height), width, height),
    )
  }

  #draw(handle: number, scale: number, width: number, height: number): Raster {
    const size = (points: number) => Math.max(SHORTER_SIDE_MIN, Math.round(points * scale))
    return draw(this.#pdfium, handle, size(width), size(height))
  }

  signatures(): SignatureObject[] {
    const pdfium = this.#pdfium
    const count = Math.min(SIGNATURES_MAX, Math.max(0, pdfium.FPDF_GetSignatureCount(this.#document)))
    return Array.from({ length: count }, (_none, index) => {
      const handle = pdfium.FPDF_GetSignatureObject(this.#document, index)
      const ranges = this.#read(
        (at, length) => pdfium.FPDFSignatureObj_GetByteRange(handle, at, length),
        INT_BYTES,
      )
      const contents = this.#read((at, length) => pdfium.FPDFSignatureObj_GetContents(handle, at, length), 1)
      return {
        ranges: [...new Int32Array(ranges.buffer, ranges.byteOffset, ranges.length / INT_BYTES)],
        contents,
      }
    })
  }

  /** Reads what PDFium writes to a buffer; without one it returns how many elements there are. */
  #read(read: (at: number, elements: number) => number, elementBytes: number): Uint8Array {
    const { wasmExports } = this.#pdfium.pdfium
    const elements = Math.min(read(0, 0), SIGNATURE_MAX_BYTES / elementBytes)
    const at = wasmExports.malloc(Math.max(1, elements * elementBytes))
    try {
      read(at, elements)
      return this.#pdfium.pdfium.HEAPU8.slice(at, at + elements * elementBytes)
    } finally {
      wasmExports.free(at)
    }
  }

  close(): void {
    this.#pdfium.FPDF_CloseDocument(this.#document)
    this.#pdfium.pdfium.wasmExports.free(this.#bytesAt)
  }

  #withPage<T>(index: number, use: (handle: number, scale: number, width: number, height: number) => T): T {
    const handle = this.#pdfium.FPDF_LoadPage(this.#document, index)
    if (!handle) throw new Unreadable('FILE_DAMAGED')
    try {
      const width = this.#pdfium.FPDF_GetPageWidthF(handle)
      const height = this.#pdfium.FPDF_GetPageHeightF(handle)
      const longer = Math.max(width, height)
      if (!(longer > 0)) throw new Unreadable('FILE_DAMAGED')
      const side = Math.min(SIDE_MAX, Math.max(SIDE_MIN, (longer * DOTS_PER_INCH) / POINTS_PER_INCH))
      return use(handle, side / longer, width, height)
    } finally {
      this.#pdfium.FPDF_ClosePage(handle)
    }
  }
}

function load(pdfium: WrappedPdfiumModule, bytes: Buffer): OpenPdf {
  const bytesAt = pdfium.pdfium.wasmExports.malloc(bytes.length)
  pdfium.pdfium.HEAPU8.set(bytes, bytesAt)
  const document = pdfium.FPDF_LoadMemDocument(bytesAt, bytes.length, '')
  if (document) return new OpenPdf(pdfium, document, bytesAt)
  const reason = pdfium.FPDF_GetLastError()
  pdfium.pdfium.wasmExports.free(bytesAt)
  throw new Unreadable(
    reason === ERROR_PASSWORD || reason === ERROR_SECURITY ? 'FILE_ENCRYPTED' : 'FILE_DAMAGED',
  )
}

/** Throws Unreadable: FILE_ENCRYPTED if a password is needed, FILE_DAMAGED. */
export async function openPdf(bytes: Buffer): Promise<PdfFile> {
  const pdfium = await loadPdfium()
  try {
    const file = load(pdfium, bytes)
    if (file.pages >= 1) return file
    file.close()
    throw new Unreadable('FILE_DAMAGED')
  } catch (error) {
    throw asUnreadable(error)
  }
}
