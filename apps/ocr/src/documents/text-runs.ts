import type { TextLine } from '@consilium/contract/recognition/recognition.ts'

/** A piece of text with its place: its left end on the baseline, in pixels with y downwards. */
export interface TextRun {
  text: string
  x: number
  y: number
  width: number
  height: number
  /** The direction of writing in radians, clockwise. */
  angle: number
}

/** Runs belong to one line if the gap between them is at most this part of their height. Columns are farther apart. */
const GAP_MAX = 0.6
/** A wider gap between Latin letters or digits is a space. */
const SPACE_MIN = 0.2
/** Tolerances for the baselines and heights of runs in one line. */
const BASELINE_TOLERANCE = 0.3
const HEIGHT_RATIO_MAX = 1.6
const UPRIGHT_TOLERANCE = 0.05
/** The part of a font's height above its baseline. */
const ASCENT = 0.85
const CERTAIN = 1
const WORD_END = /[\p{Script=Latin}\d]$/u
const WORD_START = /^[\p{Script=Latin}\d]/u

const isUpright = ({ angle }: TextRun) => Math.abs(angle) < UPRIGHT_TOLERANCE

/** NFKC replaces Kangxi radicals, which some invoice fonts contain, and full-width forms by the usual characters. */
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

/** Some issuers draw text twice at the same place to make it bold. */
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

/** Groups upright runs by their baselines, from top to bottom. */
function groupRows(runs: readonly TextRun[]): TextRun[][] {
  const rows: TextRun[][] = []
  for (const run of runs.toSorted((one, other) => one.y - other.y || one.x - other.x)) {
    const row = rows.at(-1)
    const [first] = row ?? []
    const tolerance = first && BASELINE_TOLERANCE * Math.max(first.height, run.height)
    if (row && first && tolerance && Math.abs(first.y - run.y) < tolerance) row.push(run)
    else rows.push([run])
  }
  return rows
}

/** Joins neighbouring runs of a row. */
function joinRow(row: readonly TextRun[]): TextRun[] {
  const lines: TextRun[] = []
  for (const run of row.toSorted((one, other) => one.x - other.x)) {
    const last = lines.at(-1)
    if (last && isDrawnOver(last, run)) continue
    if (last && follows(last, run)) lines[lines.length - 1] = append(last, run)
    else lines.push(run)
  }
  return lines
}

/** Joins runs that are beside each other into lines. Turned runs are lines of their own. */
export function joinRuns(runs: readonly TextRun[]): TextLine[] {
  const upright = groupRows(runs.filter(isUpright)).flatMap(joinRow)
  const turned = runs.filter((run) => !isUpright(run))
  return [...upright, ...turned].map(toLine).filter(({ text }) => text !== '')
}
