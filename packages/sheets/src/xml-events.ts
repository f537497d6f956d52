import { SaxesParser } from 'saxes'
import { XmlBounds } from './xml-limits.ts'

/** Parts are parsed in pieces, so that none is held as one long string. */
const PIECE_BYTES = 256 * 1024

/** The attributes of an element, by names without their prefix. */
export interface Attributes {
  get(name: string): string | undefined
}

export interface XmlEvents {
  /** Names come without their prefix, which differs between writers. */
  open?(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Most elements are not asked for any, so nothing is made of them before. */
const attributesOf = (attributes: Readonly<Record<string, string>>): Attributes => ({
  get(name) {
    for (const key in attributes) if (localName(key) === name) return attributes[key]
    return undefined
  },
})

/** Parses an XML part. Refuses with TOO_LARGE beyond the levels and attributes of `xml-limits.ts`. Throws an Error if it is malformed. Only the five predefined entities are expanded. */
export function parseXml(bytes: Buffer, events: XmlEvents): void {
  const parser = new SaxesParser({ fragment: false })
  parser.on('error', (error) => {
    throw error
  })
  const bounds = new XmlBounds()
  parser.on('attribute', () => bounds.attribute())
  parser.on('opentag', ({ name, attributes }) => {
    bounds.open()
    events.open?.(localName(name), attributesOf(attributes as Readonly<Record<string, string>>))
  })
  parser.on('closetag', ({ name }) => {
    bounds.close()
    events.close?.(localName(name))
  })
  parser.on('text', (text) => events.text?.(text))
  parser.on('cdata', (text) => events.text?.(text))
  const decoder = new TextDecoder()
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    parser.write(decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true }))
  parser.close()
}
