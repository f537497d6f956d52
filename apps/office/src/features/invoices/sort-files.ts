import { SUBMISSION_FILES_MAX } from '@consilium/contract/recognition/invoice-recognition.ts'

/** The bytes that each kind of file begins with, and where; the service looks at the whole file again. */
const BEGINNINGS: readonly (readonly [text: string, at: number])[] = [
  ['\xff\xd8\xff', 0],
  ['\x89PNG', 0],
  ['WEBP', 8],
  ['%PDF-', 0],
  ['II*\0', 0],
  ['MM\0*', 0],
  ['GIF8', 0],
  ['BM', 0],
  ...['heic', 'heix', 'hevc', 'mif1', 'msf1', 'avif'].map((brand) => [`ftyp${brand}`, 4] as const),
  ['<?xml', 0],
  ['\xef\xbb\xbf<?xml', 0],
  ['<EInvoice', 0],
  ['PK\x03\x04', 0],
]
const LONGEST = 16

/** Chosen files by whether they can be submitted; the others by name. */
export interface SortedFiles {
  readable: File[]
  unreadable: string[]
  empty: string[]
  tooMany: string[]
}

async function isReadable(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, LONGEST).arrayBuffer())
  const text = [...bytes].map((byte) => String.fromCodePoint(byte)).join('')
  return BEGINNINGS.some(([mark, at]) => text.startsWith(mark, at))
}

/** Sorts files by their content, so that one wrong file does not make the service refuse the others. */
export async function sortFiles(files: readonly File[]): Promise<SortedFiles> {
  const checked = await Promise.all(
    files.map(async (file) => ({ file, isReadable: await isReadable(file).catch(() => false) })),
  )
  const filled = checked.filter(({ file }) => file.size > 0)
  const readable = filled.filter((one) => one.isReadable).map(({ file }) => file)
  return {
    readable: readable.slice(0, SUBMISSION_FILES_MAX),
    unreadable: filled.filter((one) => !one.isReadable).map(({ file }) => file.name),
    empty: checked.filter(({ file }) => file.size === 0).map(({ file }) => file.name),
    tooMany: readable.slice(SUBMISSION_FILES_MAX).map(({ name }) => name),
  }
}
