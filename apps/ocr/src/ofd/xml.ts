import { SaxesParser } from 'saxes'
import { Unreadable } from '../documents/unreadable.ts'

/** An element, its name without a namespace prefix, since every producer of OFD chooses its own prefix. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  text: string
}

const DEPTH_MAX = 100
const ELEMENTS_MAX = 200_000
/** Of one element: the parser keeps all of them until its end. */
const ATTRIBUTES_MAX = 200

const DECLARED_ENCODING = /^<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/
const DECLARATION_BYTES = 300
const [LESS, ZERO] = [0x3c, 0]
const UTF8 = 'utf-8'

/** Detects the encoding from the byte-order mark, the bytes of the first "<" or the XML declaration (XML 1.0, appendix F). */
function encodingOf(bytes: Buffer): string {
  const [first, second] = bytes
  if (first === 0xef && second === 0xbb) return UTF8
  if ((first === 0xff && second === 0xfe) || (first === LESS && second === ZERO)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === ZERO && second === LESS)) return 'utf-16be'
  return DECLARED_ENCODING.exec(bytes.toString('latin1', 0, DECLARATION_BYTES))?.[1] ?? UTF8
}

/** Decodes an XML file. Throws Unreadable: FILE_DAMAGED if it is not written in its encoding or nobody knows that. */
export function decodeXml(bytes: Buffer): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch (error) {
    throw new Unreadable('FILE_DAMAGED', error)
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Parses an XML file. The parser knows only the five predefined entities, and document type declarations are refused, so
 * entities that a file declares are never expanded. Throws Unreadable.
 */
export function parseXml(text: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let count = 0
  const parser = new SaxesParser({ xmlns: false })
  const append = (piece: string) => {
    const element = open.at(-1)
    if (element) element.text += piece
  }
  parser.on('doctype', () => {
    throw new Unreadable('FILE_DAMAGED')
  })
  parser.on('error', (error) => {
    throw new Unreadable('FILE_DAMAGED', error)
  })
  let attributeCount = 0
  parser.on('attribute', () => {
    if (++attributeCount > ATTRIBUTES_MAX) throw new Unreadable('FILE_DAMAGED')
  })
  parser.on('opentag', ({ name, attributes }) => {
    attributeCount = 0
    if (++count > ELEMENTS_MAX || open.length > DEPTH_MAX) throw new Unreadable('FILE_DAMAGED')
    const element = { name: localName(name), attributes, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => open.pop())
  parser.on('text', append)
  parser.on('cdata', append)
  parser.write(text).close()
  const [element] = root.children
  if (!element) throw new Unreadable('FILE_DAMAGED')
  return element
}

/** All elements with this name, the given one included, in document order. */
export function findAll(element: XmlElement, name: string): XmlElement[] {
  const below = element.children.flatMap((child) => findAll(child, name))
  return element.name === name ? [element, ...below] : below
}

export const findFirst = (element: XmlElement, name: string): XmlElement | undefined =>
  findAll(element, name)[0]
