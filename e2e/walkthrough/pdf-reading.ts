import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PNG } from 'pngjs'

const DARK = 110
const MIN_DARK_PIXELS = 400

/** Runs one of Poppler's tools on a PDF in a temporary folder. */
function withPdf<T>(bytes: Uint8Array, work: (path: string, folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'consilium-pdf-'))
  try {
    const path = join(folder, 'agreement.pdf')
    writeFileSync(path, bytes)
    return work(path, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The text of a PDF as pdftotext extracts it, without white space. */
export const textOf = (bytes: Uint8Array): string =>
  withPdf(bytes, (path) => execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' }).replace(/\s+/g, ''))

/** Returns true if a picture in the PDF contains dark strokes. */
export const showsInk = (bytes: Uint8Array): boolean =>
  withPdf(bytes, (path, folder) => {
    execFileSync('pdfimages', ['-png', path, join(folder, 'image')])
    return readdirSync(folder)
      .filter((name) => name.endsWith('.png'))
      .some((name) => darkPixels(readFileSync(join(folder, name))) >= MIN_DARK_PIXELS)
  })

function darkPixels(file: Buffer): number {
  const { data } = PNG.sync.read(file)
  let count = 0
  for (let offset = 0; offset < data.length; offset += 4) if ((data[offset] ?? DARK) < DARK) count += 1
  return count
}
