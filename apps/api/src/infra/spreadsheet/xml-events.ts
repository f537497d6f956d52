import { SaxesParser } from 'saxes'

/** Parts are parsed in pieces, so that none is held as one long string. */
const PIECE_BYTES = 256 * 1024

export interface XmlEvents {
  /** Names come without their prefix, which differs between writers. */
  open?(name: string, attributes: ReadonlyMap<string, string>): void
  close?(name: string): void
  text?(text: string): void
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Parses an XML part. Throws an Error if it is malformed. Only the five predefined entities are expanded. */
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
