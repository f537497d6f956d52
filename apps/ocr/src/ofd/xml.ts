import { SaxesParser } from 'saxes'
import { Unreadable } from '../unreadable.ts'

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
