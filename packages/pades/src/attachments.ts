import { inflateSync } from 'node:zlib'

/** Far above what an agreement holds, so that a forged file cannot fill the memory. */
const MAX_BYTES = 4 * 1024 * 1024
const FILE_SPEC = '/Type /Filespec'
/** Longer than the description of a file that our own writer lays out. */
const FILE_SPEC_MAX = 2000
const EMBEDDED_FILE = /\/EF <<\s{0,9}\/F (\d{1,9}) 0 R/
const FILE_NAME = /\/UF \(([\x20-\x27\x2a-\x7e]{1,100})\)/

/** The stream of an object as our own writer lays it out (ISO 32000-1, 7.3.8). */
function streamOf(pdf: Buffer, text: string, object: string): Buffer | null {
  const start = text.indexOf(`\n${object} 0 obj\n`)
  const opening = text.indexOf('\nstream\n', start)
  const dictionary = text.slice(start, opening)
  const length = /\/Length (\d+)/.exec(dictionary)?.[1]
  if (start < 0 || opening < 0 || length === undefined) return null
  const from = opening + '\nstream\n'.length
  const bytes = pdf.subarray(from, from + Number(length))
  if (!dictionary.includes('/FlateDecode')) return bytes
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_BYTES })
  } catch {
    return null
  }
}

/** The files attached to a PDF of this platform, by name. */
export function attachmentsOf(pdf: Buffer): Map<string, string> {
  const text = pdf.toString('latin1')
  const found = new Map<string, string>()
  for (let at = text.indexOf(FILE_SPEC); at >= 0; at = text.indexOf(FILE_SPEC, at + 1)) {
    const description = text.slice(at, at + FILE_SPEC_MAX)
    const object = EMBEDDED_FILE.exec(description)?.[1]
    const name = FILE_NAME.exec(description)?.[1]
    const bytes = object !== undefined && name !== undefined ? streamOf(pdf, text, object) : null
    if (bytes && name !== undefined) found.set(name, bytes.toString('utf8'))
  }
  return found
}
