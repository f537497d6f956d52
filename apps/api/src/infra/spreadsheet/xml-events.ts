import { SaxesParser } from 'saxes'

/** Pieces are parsed one by one, so that a part is never held as one long string. */
const PIECE_BYTES = 256 * 1024

export interface XmlEvents {
  /** Names are local: writers differ in the prefixes that they use. */
  open?(name: string, attributes: ReadonlyMap<string, string>): void
  close?(name: string): void
  text?(text: string): void
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Reads an XML part; throws an Error where it is not well-formed. Entities beyond XML's own five are not expanded. */
export function parseXml(bytes: Buffer, events: XmlEvents): void {
  const parser = new SaxesParser({ fragment: false })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const entries = Object.entries(attributes).map(([key, value]) => [localName(key), value] as const)
    events.open?.(localName(name), new Map(entries))
  })
  parser.on('closetag', ({ name }) => events.close?.(localName(name)))
  parser.on('text', (text) => events.text?.(text))
  parser.on('cdata', (text) => events.text?.(text))
  const decoder = new TextDecoder()
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    parser.write(decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true }))
  parser.close()
}
