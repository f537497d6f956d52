import { SheetError } from './sheet-error.ts'

/** All XML of a workbook: 20,000 rows of 16 columns have some 20 MiB. */
const XML_MAX_BYTES = 32 * 1024 * 1024
/** Bytes from one tag to the next, within it or behind it; a cell holds 32,767 characters. */
const RUN_MAX_BYTES = 1024 * 1024
/** Tags of a workbook, opening and closing ones: 20,000 rows of 16 columns have 1.9 million. */
const TAGS_MAX = 2_000_000
/** Attributes of a workbook. */
const ATTRIBUTES_MAX = 2_000_000
/** References to characters, such as `&amp;`. */
const REFERENCES_MAX = 500_000
/** Levels of elements; a sheet has some ten. */
const XML_DEPTH_MAX = 64
/** Attributes of one element; the root of a sheet has some twenty. */
const ELEMENT_ATTRIBUTES_MAX = 100

/** Line breaks, and what ends comments, instructions and CDATA sections: the parser looks at each of them by itself. */
const MARKS_MAX = 3_000_000
/** Quotes: two for each attribute, and those of texts. */
const QUOTES_MAX = 5_000_000

const codeOf = (character: string) => character.charCodeAt(0)
const [TAG, ATTRIBUTE, REFERENCE] = ['<', '=', '&'].map(codeOf)
/** `_x0041_` is a character as well (ECMA-376 part 1, 22.9.2.19). */
const [UNDERSCORE, ESCAPE] = ['_', 'x'].map(codeOf)
const MARKS = new Set(['\n', '\r', '-', ']', '?'].map(codeOf))
const QUOTES = new Set(['"', "'"].map(codeOf))

type Count = 'tags' | 'attributes' | 'references' | 'marks' | 'quotes'
const COUNTS: readonly (readonly [Count, most: number])[] = [
  ['tags', TAGS_MAX],
  ['attributes', ATTRIBUTES_MAX],
  ['references', REFERENCES_MAX],
  ['marks', MARKS_MAX],
  ['quotes', QUOTES_MAX],
]
const [TAGS, REFERENCES, ESCAPES] = [1, 3, 6]
/** Which count a byte belongs to, as 1 + its place in COUNTS; 0 for most bytes, and ESCAPES for one that may begin an escape. */
const KIND = Uint8Array.from({ length: 256 }, (_none, byte) => {
  if (byte === TAG) return TAGS
  if (byte === ATTRIBUTE) return 2
  if (byte === REFERENCE) return REFERENCES
  if (MARKS.has(byte)) return 4
  if (QUOTES.has(byte)) return 5
  return byte === UNDERSCORE ? ESCAPES : 0
})

const tooLarge = () => new SheetError('TOO_LARGE')

/**
 * Refuses parts whose reading would take long, with TOO_LARGE: a few bytes of a ZIP may become millions of elements.
 * One pass over the bytes counts what the parser would spend time on, whether or not it is markup where it stands.
 */
export function requireModestXml(parts: Iterable<Uint8Array>): void {
  const counted = new Uint32Array(COUNTS.length + 1)
  let bytes = 0
  for (const part of parts) {
    bytes += part.length
    if (bytes > XML_MAX_BYTES) throw tooLarge()
    let runFrom = 0
    for (let at = 0; at < part.length; at++) {
      const kind = KIND[part[at]!]!
      if (kind === 0) continue
      if (kind === TAGS) {
        if (at - runFrom > RUN_MAX_BYTES) throw tooLarge()
        runFrom = at
      }
      if (kind !== ESCAPES) counted[kind]!++
      else if (part[at + 1] === ESCAPE) counted[REFERENCES]!++
    }
    if (part.length - runFrom > RUN_MAX_BYTES) throw tooLarge()
    if (COUNTS.some(([, most], index) => counted[index + 1]! > most)) throw tooLarge()
  }
}

/** Counts levels and attributes while an XML part is read, and refuses more with TOO_LARGE. */
export class XmlBounds {
  #depth = 0
  #attributes = 0

  attribute(): void {
    if (++this.#attributes > ELEMENT_ATTRIBUTES_MAX) throw tooLarge()
  }

  open(): void {
    this.#attributes = 0
    if (++this.#depth > XML_DEPTH_MAX) throw tooLarge()
  }

  close(): void {
    this.#depth--
  }
}
