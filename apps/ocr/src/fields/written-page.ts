import type { TextLine } from '@consilium/contract/recognition/recognition.ts'

/** A line of a page that a test describes: its upper left corner and its text. */
export type WrittenLine = readonly [x: number, y: number, text: string]

const SIZE = 30
const WIDE = /[\u2E80-\uFFEF]/

const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (WIDE.test(character) ? SIZE : SIZE / 2), 0)

/** Lines with a height of 30 pixels, as the recognition returns them. */
export function writtenPage(lines: readonly WrittenLine[]): TextLine[] {
  return lines.map(([x, y, text]) => {
    const [right, bottom] = [x + widthOf(text), y + SIZE]
    return {
      text,
      box: [
        [x, y],
        [right, y],
        [right, bottom],
        [x, bottom],
      ],
      confidence: 0.99,
    }
  })
}

/** The same page with each point moved. */
export const movedPage = (
  lines: readonly TextLine[],
  move: (x: number, y: number) => [number, number],
): TextLine[] =>
  lines.map((line) => ({ ...line, box: line.box.map(([x, y]) => move(x, y)) as TextLine['box'] }))
