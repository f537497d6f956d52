/** Longer than the end of a file: the offset of its table and the mark of its end. */
const TAIL_BYTES = 64
const START_XREF = /startxref\n(\d{1,10})\n%%EOF\n?$/
const SECTION = /^(\d{1,7}) (\d{1,7})$/
const ENTRY = /^(\d{10}) (\d{5}) ([nf]) ?$/
const TRAILER = /^trailer\n<<\n([\s\S]{1,1000}?)\n>>\nstartxref\n/
const REFERENCE_WIDTH = 10
/** A file grows by a few revisions: seal, and proof of certificates after each signature. */
const REVISIONS_MAX = 20

/** One state of a PDF file: its first, or an incremental update (ISO 32000-2, 7.5.6). */
export interface Revision {
  /** Where its bytes begin and end; the first begins at 0. */
  start: number
  end: number
  /** Offset of the table of its objects. */
  table: number
  /** Offsets of the objects that it defines, by number. */
  objects: Map<number, number>
  trailer: string
  /** One more than the highest number of an object. */
  size: number
  /** Number of the catalog. */
  root: number
  /** Offset of the table of the revision before; null for the first. */
  previous: number | null
}

/** The values of a trailer, each on a line of its own. */
const NUMBERS = /^\/(Size|Root|Prev) (\d{1,10})(?: 0 R)?$/

function numberIn(trailer: string, key: 'Size' | 'Root' | 'Prev'): number | null {
  const found = trailer
    .split('\n')
    .map((line) => NUMBERS.exec(line))
    .find((match) => match?.[1] === key)
  return found ? Number(found[2]) : null
}

/** Reads the lines of a table up to its trailer; null if it is not as our own writers lay it out. */
function entriesOf(lines: readonly string[]): { objects: Map<number, number>; lines: number } | null {
  const objects = new Map<number, number>()
  let at = 1
  for (;;) {
    const [, first, count] = SECTION.exec(lines[at] ?? '') ?? []
    if (first === undefined) return { objects, lines: at }
    for (let index = 0; index < Number(count); index++) {
      const [, offset, , kind] = ENTRY.exec(lines[at + 1 + index] ?? '') ?? []
      if (offset === undefined) return null
      if (kind === 'n') objects.set(Number(first) + index, Number(offset))
    }
    at += 1 + Number(count)
  }
}

function revisionEndingAt(text: string, end: number): Omit<Revision, 'start'> | null {
  const table = Number(START_XREF.exec(text.slice(Math.max(0, end - TAIL_BYTES), end))?.[1] ?? -1)
  const body = table < 0 ? '' : text.slice(table, end)
  if (!body.startsWith('xref\n')) return null
  const lines = body.split('\n')
  const entries = entriesOf(lines)
  if (!entries) return null
  const trailer = TRAILER.exec(lines.slice(entries.lines).join('\n'))?.[1]
  if (trailer === undefined) return null
  const [size, root] = [numberIn(trailer, 'Size'), numberIn(trailer, 'Root')]
  if (size === null || root === null) return null
  return { end, table, objects: entries.objects, trailer, size, root, previous: numberIn(trailer, 'Prev') }
}

/**
 * The revisions of a PDF that this platform wrote, the first one first; null if the file is laid out in any other way, so
 * that nobody can show a reader something else than what is checked here.
 */
export function revisionsOf(pdf: Buffer): Revision[] | null {
  const text = pdf.toString('latin1')
  const found: Omit<Revision, 'start'>[] = []
  let end = text.length
  while (found.length < REVISIONS_MAX) {
    const revision = revisionEndingAt(text, end)
    if (!revision || (found.at(-1) && found.at(-1)?.previous !== revision.table)) return null
    found.push(revision)
    if (revision.previous === null)
      return found
        .toReversed()
        .map((each, index, all) => ({ ...each, start: index === 0 ? 0 : (all[index - 1]?.end ?? 0) }))
    const mark = text.indexOf('%%EOF', revision.previous)
    if (mark < 0 || mark + '%%EOF'.length >= end) return null
    end = mark + '%%EOF'.length
  }
  return null
}

/** Where the latest of these revisions defines an object. */
function offsetOf(revisions: readonly Revision[], number: number): number | undefined {
  return revisions
    .toReversed()
    .find(({ objects }) => objects.has(number))
    ?.objects.get(number)
}

const bodyAt = (text: string, number: number, offset: number): string | null => {
  const opening = `${number} 0 obj\n`
  const end = text.indexOf('\nendobj', offset)
  return text.startsWith(opening, offset) && end >= 0 ? text.slice(offset + opening.length, end) : null
}

/** The text of an object without a stream, as the latest of the revisions has it; null if there is none. */
export function objectText(pdf: Buffer, revisions: readonly Revision[], number: number): string | null {
  const offset = offsetOf(revisions, number)
  return offset === undefined ? null : bodyAt(pdf.toString('latin1'), number, offset)
}

/** The number of the first object whose text holds a mark; null if there is none. */
export function findObject(pdf: Buffer, revision: Revision, mark: string): number | null {
  const text = pdf.toString('latin1')
  for (const [number, offset] of revision.objects)
    if (bodyAt(text, number, offset)?.includes(mark)) return number
  return null
}

/** An object of an update: its dictionary or array, and the bytes of its stream. */
export interface NewObject {
  text: string
  stream?: Buffer
}

const bytesOf = (number: number, { text, stream }: NewObject): Buffer => {
  const opening = Buffer.from(`${number} 0 obj\n${text}\n`, 'latin1')
  const body = stream ? [Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')] : []
  return Buffer.concat([opening, ...body, Buffer.from('endobj\n')])
}

/** Appends objects as an incremental update: what is there stays byte for byte. */
export function appendUpdate(
  pdf: Buffer,
  { trailer, table, size }: Revision,
  objects: ReadonlyMap<number, NewObject>,
): Buffer {
  const parts = [pdf, Buffer.from('\n')]
  let at = pdf.length + 1
  const entries: string[] = []
  for (const [number, object] of [...objects].toSorted(([a], [b]) => a - b)) {
    const bytes = bytesOf(number, object)
    entries.push(`${number} 1\n${String(at).padStart(REFERENCE_WIDTH, '0')} 00000 n \n`)
    parts.push(bytes)
    at += bytes.length
  }
  const newSize = Math.max(size, ...[...objects.keys()].map((number) => number + 1))
  const rest = trailer
    .split('\n')
    .filter((line) => !line.startsWith('/Size ') && !line.startsWith('/Prev '))
    .join('\n')
  const end = `xref\n${entries.join('')}trailer\n<<\n/Size ${newSize}\n/Prev ${table}\n${rest}\n>>\nstartxref\n${at}\n%%EOF`
  return Buffer.concat([...parts, Buffer.from(end, 'latin1')])
}
