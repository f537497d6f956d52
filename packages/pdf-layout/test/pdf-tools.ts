import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** High enough for a QR code of 27 mm. */
const SCAN_DPI = '200'
const READER = new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))

const wasm = readFileSync(READER)
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: false })

/** Runs the work with a file of these bytes in a temporary folder. */
export function withFile<T>(bytes: Uint8Array, work: (path: string, folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-tools-'))
  try {
    const path = join(folder, 'document.pdf')
    writeFileSync(path, bytes)
    return work(path, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns the contents of the QR codes of a file, page by page. */
export async function qrTexts(bytes: Uint8Array): Promise<string[]> {
  const pages = withFile(bytes, (path, folder) => {
    execFileSync('pdftoppm', ['-r', SCAN_DPI, '-gray', '-png', path, join(folder, 'page')])
    const names = readdirSync(folder).filter((name) => name.endsWith('.png'))
    return names.toSorted().map((name) => readFileSync(join(folder, name)))
  })
  const found = await Promise.all(pages.map((page) => readBarcodes(page, { formats: ['QRCode'] })))
  return found.flat().map(({ text }) => text)
}
