import { Refusal } from '../refusal.ts'

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

const [TAG, ATTRIBUTE, REFERENCE] = ['<', '=', '&'].map((character) => character.charCodeAt(0))

const tooLarge = () => new Refusal('SHEET_TOO_LARGE')

/**
 * Refuses parts whose reading would take long, with SHEET_TOO_LARGE: a few bytes of a ZIP may become millions of elements.
 * One pass over the bytes counts what the parser would spend time on, whether or not it is markup where it stands.
 */
export function requireModestXml(parts: Iterable<Uint8Array>): void {
  let [tags, attributes, references] = [0, 0, 0]
  for (const part of parts) {
    for (let at = 0; at < part.length; at++) {
      const byte = part[at]
      if (byte === TAG) tags++
      else if (byte === ATTRIBUTE) attributes++
      else if (byte === REFERENCE) references++
    }
    if (tags > TAGS_MAX || attributes > ATTRIBUTES_MAX || references > REFERENCES_MAX) throw tooLarge()
  }
}

/** Counts levels and attributes while an XML part is read, and refuses more with SHEET_TOO_LARGE. */
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
