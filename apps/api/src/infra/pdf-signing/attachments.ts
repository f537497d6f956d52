import { inflateSync } from 'node:zlib'

/** Far above what an agreement holds, so that a forged file cannot fill the memory. */
const MAX_BYTES = 4 * 1024 * 1024
const FILE_SPEC =
  /\/Type \/Filespec\b[\s\S]{0,2000}?\/EF <<\s*\/F (\d+) 0 R[\s\S]{0,400}?\/UF \(([\x20-\x7e]{1,100}?)\)/g

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
  for (const [, object = '', name = ''] of text.matchAll(FILE_SPEC)) {
    const bytes = streamOf(pdf, text, object)
    if (bytes) found.set(name, bytes.toString('utf8'))
  }
  return found
}
