import type { TextLine } from '@consilium/contract/recognition/recognition.ts'
import type { PageSize } from '../fields/field-box.ts'
import { joinRuns, type TextRun } from '../documents/text-runs.ts'
import { boxOf, numbersOf } from './graphics.ts'
import type { OfdPage } from './package.ts'
import { findAll, type XmlElement } from './xml.ts'

/** Lines are placed as in a picture of this resolution. */
const PIXELS_PER_MM = 8

export const textOf = (object: XmlElement) =>
  findAll(object, 'TextCode')
    .map(({ text }) => text)
    .join('')

/** `DeltaX` lists the distances between characters; `g 5 2` stands for five distances of two. */
function widthOf(deltas: string | undefined, characters: number, size: number): number {
  const parts = (deltas ?? '').trim().split(/\s+/)
  if (parts[0] === '') return size * Math.max(1, characters)
  let width = size
  for (let at = 0; at < parts.length; at++) {
    if (parts[at] === 'g') {
      width += Number(parts[at + 1]) * Number(parts[at + 2]) || 0
      at += 2
    } else width += Number(parts[at]) || 0
  }
  return width
}

function runsOf(object: XmlElement): TextRun[] {
  const box = boxOf(object.attributes['Boundary'])
  const size = Number(object.attributes['Size'])
  if (!box || !(size > 0)) return []
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(object.attributes['CTM'])
  const stretch = Math.hypot(a, b)
  return findAll(object, 'TextCode').map(({ text, attributes }) => {
    const [x, y] = [Number(attributes['X'] ?? 0) || 0, Number(attributes['Y'] ?? 0) || 0]
    const width = widthOf(attributes['DeltaX'], text.length, size)
    return {
      text,
      x: (box.x + a * x + c * y + e) * PIXELS_PER_MM,
      y: (box.y + b * x + d * y + f) * PIXELS_PER_MM,
      width: width * stretch * PIXELS_PER_MM,
      height: size * Math.hypot(c, d) * PIXELS_PER_MM,
      angle: Math.atan2(b, a),
    }
  })
}

export const textObjectsOf = ({ layers }: OfdPage): XmlElement[] =>
  layers.flatMap((layer) => findAll(layer, 'TextObject'))

/** The size of the page in the units that its lines are placed in. */
export const sizeOf = ({ area }: OfdPage): PageSize => ({
  width: area.width * PIXELS_PER_MM,
  height: area.height * PIXELS_PER_MM,
})

export const linesOf = (page: OfdPage): TextLine[] => joinRuns(textObjectsOf(page).flatMap(runsOf))
