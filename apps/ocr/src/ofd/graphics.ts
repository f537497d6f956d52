import sharp from 'sharp'
import type { XmlElement } from './xml.ts'
import type { Raster } from '../pictures/raster.ts'

const PIXELS_PER_MM = 8
const SIDE_MAX_MM = 600
const MARGIN_MM = 4
const PATHS_MAX = 20_000
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
/** Operators of OFD paths (GB/T 33190, 9.1): the same operator in SVG, and how many numbers follow it. */
const OPERATORS: Readonly<Record<string, { svg: string; numbers: number }>> = {
  S: { svg: 'M', numbers: 2 },
  M: { svg: 'M', numbers: 2 },
  L: { svg: 'L', numbers: 2 },
  Q: { svg: 'Q', numbers: 4 },
  B: { svg: 'C', numbers: 6 },
  A: { svg: 'A', numbers: 7 },
  C: { svg: 'Z', numbers: 0 },
}
const DARK = /^#?[\s0]*$/

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export const numbersOf = (text: string | undefined): number[] =>
  (text ?? '')
    .trim()
    .split(/\s+/)
    .filter((part) => NUMBER.test(part))
    .map(Number)

export function boxOf(text: string | undefined): Box | null {
  const [x, y, width, height] = numbersOf(text)
  return x === undefined || y === undefined || width === undefined || height === undefined
    ? null
    : { x, y, width, height }
}

/** Returns null for anything but known operators and numbers, so that nothing else reaches the SVG. */
function toSvgPath(data: string): string | null {
  const parts = data.trim().split(/\s+/)
  const out: string[] = []
  for (let at = 0; at < parts.length;) {
    const operator = OPERATORS[parts[at] ?? '']
    if (!operator) return null
    const numbers = parts.slice(at + 1, at + 1 + operator.numbers)
    if (numbers.length < operator.numbers || !numbers.every((part) => NUMBER.test(part))) return null
    out.push(operator.svg, ...numbers)
    at += 1 + operator.numbers
  }
  return out.join(' ')
}

const childOf = (element: XmlElement, name: string) => element.children.find((child) => child.name === name)

/** Shapes without a color are black. Red ones belong to seals and are left out. */
const isDark = (element: XmlElement): boolean =>
  DARK.test(childOf(element, 'FillColor')?.attributes['Value'] ?? '')

interface Shape {
  svg: string
  box: Box
}

function toShape(element: XmlElement): Shape | null {
  const box = boxOf(element.attributes['Boundary'])
  const data = childOf(element, 'AbbreviatedData')?.text
  if (element.attributes['Fill'] !== 'true' || !box || !data || !isDark(element)) return null
  const path = toSvgPath(data)
  if (path === null) return null
  const matrix = numbersOf(element.attributes['CTM'])
  const transform = matrix.length === 6 ? ` matrix(${matrix.join(' ')})` : ''
  return { svg: `<path transform="translate(${box.x} ${box.y})${transform}" d="${path}"/>`, box }
}

/** The part of the page that contains the shapes, with the white margin that QR codes need. */
function areaOf(shapes: readonly Shape[], page: Box): Box {
  const bound = (edge: (box: Box) => number, pick: (...values: number[]) => number) =>
    shapes.reduce((so, { box }) => pick(so, edge(box)), edge(shapes[0]!.box))
  const left = Math.max(0, bound(({ x }) => x, Math.min) - MARGIN_MM)
  const top = Math.max(0, bound(({ y }) => y, Math.min) - MARGIN_MM)
  const right = Math.min(page.width, bound(({ x, width }) => x + width, Math.max) + MARGIN_MM)
  const bottom = Math.min(page.height, bound(({ y, height }) => y + height, Math.max) + MARGIN_MM)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/**
 * Draws the filled paths of a page, since many producers draw the QR code with paths. Lines and seals are left out. Returns
 * null if there are none.
 */
export async function drawPaths(paths: readonly XmlElement[], page: Box): Promise<Raster | null> {
  const shapes = paths.slice(0, PATHS_MAX).flatMap((path) => toShape(path) ?? [])
  if (shapes.length === 0 || !(page.width > 0 && page.height > 0)) return null
  if (page.width > SIDE_MAX_MM || page.height > SIDE_MAX_MM) return null
  const area = areaOf(shapes, page)
  if (!(area.width > 0 && area.height > 0)) return null
  const [width, height] = [Math.ceil(area.width * PIXELS_PER_MM), Math.ceil(area.height * PIXELS_PER_MM)]
  const viewBox = [area.x, area.y, width / PIXELS_PER_MM, height / PIXELS_PER_MM].join(' ')
  const content = shapes.map(({ svg }) => svg).join('')
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${viewBox}">${content}</svg>`
  const { data, info } = await sharp(Buffer.from(drawing), { unlimited: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return info.channels === 3 ? { width: info.width, height: info.height, data } : null
}
