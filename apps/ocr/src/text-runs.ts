import type { TextLine } from '@consilium/contract/recognition.ts'

/** A piece of text that a document places: its left end on the baseline, in pixels with y downwards. */
export interface TextRun {
  text: string
  x: number
  y: number
  width: number
  height: number
  /** Of the direction of writing, in radians, clockwise. */
  angle: number
}

/** Runs are one line where the gap between them is at most this part of their height; columns stand farther apart. */
const GAP_MAX = 0.6
/** A gap from here on is a space between words of letters; Chinese characters have none. */
const SPACE_MIN = 0.2
/** How far baselines of one line may lie apart, and heights differ. */
const BASELINE_TOLERANCE = 0.3
const HEIGHT_RATIO_MAX = 1.6
const UPRIGHT_TOLERANCE = 0.05
/** Share of the height of a font above its baseline. */
const ASCENT = 0.85
const CERTAIN = 1
const WORD_END = /[\p{Script=Latin}\d]$/u
const WORD_START = /^[\p{Script=Latin}\d]/u

const isUpright = ({ angle }: TextRun) => Math.abs(angle) < UPRIGHT_TOLERANCE

/** NFKC turns Kangxi radicals, which some fonts of invoices map to, and full-width forms into the usual characters. */
const normalize = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\s\u0000-\u001f]+/g, ' ')
    .trim()

function follows(line: TextRun, run: TextRun): boolean {
  const height = Math.min(line.height, run.height)
  const gap = run.x - (line.x + line.width)
  return (
    Math.abs(run.y - line.y) < BASELINE_TOLERANCE * height &&
    Math.max(line.height, run.height) < HEIGHT_RATIO_MAX * height &&
    gap > -height &&
    gap < GAP_MAX * height
  )
}

function append(line: TextRun, run: TextRun): TextRun {
  const gap = run.x - (line.x + line.width)
  const words = WORD_END.test(line.text) && WORD_START.test(run.text) && gap > SPACE_MIN * run.height
  return {
    ...line,
    text: `${line.text}${words ? ' ' : ''}${run.text}`,
    width: Math.max(line.width, run.x + run.width - line.x),
    height: Math.max(line.height, run.height),
  }
}

/** The same text drawn twice on one spot is how some printers make it bold. */
const isDrawnOver = (line: TextRun, run: TextRun) =>
  line.text.endsWith(run.text) &&
  Math.abs(line.x + line.width - (run.x + run.width)) < BASELINE_TOLERANCE * run.height &&
  Math.abs(line.y - run.y) < BASELINE_TOLERANCE * run.height

function toLine({ text, x, y, width, height, angle }: TextRun): TextLine {
  const along = [Math.cos(angle), Math.sin(angle)] as const
  const corner = (across: number, down: number): [number, number] => [
    x + along[0] * across - along[1] * down,
    y + along[1] * across + along[0] * down,
  ]
  const [top, bottom] = [-ASCENT * height, (1 - ASCENT) * height]
  return {
    text: normalize(text),
    box: [corner(0, top), corner(width, top), corner(width, bottom), corner(0, bottom)],
    confidence: CERTAIN,
  }
}

/** Puts runs that stand side by side together, so that a line reads as it is printed. */
export function joinRuns(runs: readonly TextRun[]): TextLine[] {
  const upright = runs.filter(isUpright).toSorted((one, other) => one.y - other.y || one.x - other.x)
  const rows: TextRun[][] = []
  for (const run of upright) {
    const row = rows.at(-1)
    const [first] = row ?? []
    if (row && first && Math.abs(first.y - run.y) < BASELINE_TOLERANCE * Math.max(first.height, run.height))
      row.push(run)
    else rows.push([run])
  }
  const lines: TextRun[] = []
  for (const row of rows) {
    let line: TextRun | undefined
    for (const run of row.toSorted((one, other) => one.x - other.x)) {
      if (line && isDrawnOver(line, run)) continue
      if (line && follows(line, run)) line = append(line, run)
      else {
        if (line) lines.push(line)
        line = run
      }
    }
    if (line) lines.push(line)
  }
  return [...lines, ...runs.filter((run) => !isUpright(run))].map(toLine).filter(({ text }) => text !== '')
}
