import { readFileSync } from 'node:fs'
import type { PdfLanguage } from './document.ts'
import { drawable, faceOf, fontFiles } from './glyphs.ts'
import { breakLines, isWide, type Line } from './line-breaker.ts'

export interface TextStyle {
  /** In points. */
  size: number
  /** Height of a line in points. */
  leading: number
  color?: string
  bold?: boolean
}

export interface Placement {
  x: number
  /** Top of the line. */
  y: number
  width: number
  align?: 'left' | 'center' | 'right' | 'justify'
}

export interface Typesetter {
  /** Returns the width of a text on one line, in points. */
  widthOf(text: string, style: TextStyle): number
  linesOf(text: string, style: TextStyle, width: number, indent?: number): Line[]
  draw(line: Line, style: TextStyle, placement: Placement): void
  /** Returns the characters drawn so far that no face has. */
  missing(): string[]
}

interface Run {
  face: number
  wide: boolean
  text: string
  glyphs: number
}

const BLACK = '#111111'
/** The em box of an ideograph reaches 0.12 em below the baseline (OpenType `idbb` of Noto Sans CJK). */
const BASELINE = 0.88
/** The font has one weight; bold text is outlined with a line of this width, in em. */
const BOLD_OUTLINE = 0.028
/** In em. A line that would need wider gaps is not justified, which is easier to read. */
const WIDEST_GAP = 0.15
const MEASURING_SIZE = 1000

const faces = fontFiles.map((file, index) => ({ file, name: `face${index}` }))
const loaded = new Map<number, Buffer>()

function load(face: number, file: URL): Buffer {
  const data = loaded.get(face) ?? readFileSync(file)
  loaded.set(face, data)
  return data
}

function runsOf(text: string): Run[] {
  const runs: Run[] = []
  for (const char of text) {
    const face = faceOf(char) ?? 0
    const wide = isWide(char)
    const last = runs.at(-1)
    if (last && last.face === face && last.wide === wide) {
      last.text += char
      last.glyphs += 1
    } else runs.push({ face, wide, text: char, glyphs: 1 })
  }
  return runs
}

/** Returns the places where a line may be stretched: after and before Chinese characters. */
function gapsAfter(run: Run, next: Run | undefined): number {
  if (run.wide) return next ? run.glyphs : run.glyphs - 1
  return next?.wide ? 1 : 0
}

function gapFor(line: Line, runs: Run[], size: number, placement: Placement): number {
  if (placement.align !== 'justify' || line.final) return 0
  const gaps = runs.reduce((sum, run, index) => sum + gapsAfter(run, runs[index + 1]), 0)
  const gap = gaps > 0 ? (placement.width - line.width) / gaps : 0
  return gap <= WIDEST_GAP * size ? Math.max(gap, 0) : 0
}

function startOf(line: Line, { x, width, align }: Placement): number {
  if (align === 'center') return x + (width - line.width) / 2
  return align === 'right' ? x + width - line.width : x
}

/**
 * Measures and draws text with the project's fonts. One for each document, since it remembers widths and missing
 * characters.
 */
export function createTypesetter(pdf: PDFKit.PDFDocument, language: PdfLanguage): Typesetter {
  const missing = new Set<string>()
  const emWidths = new Map<string, number>()
  const registered = new Set<number>()

  const useFace = (face: number, size: number) => {
    const { file, name } = faces[face] ?? { file: undefined, name: '' }
    if (file && !registered.has(face)) pdf.registerFont(name, load(face, file))
    registered.add(face)
    pdf.font(name).fontSize(size)
  }

  const emWidth = (char: string): number => {
    const known = emWidths.get(char)
    if (known !== undefined) return known
    const face = faceOf(char)
    if (face === undefined) {
      missing.add(char)
      return 1
    }
    useFace(face, MEASURING_SIZE)
    const width = pdf.widthOfString(char) / MEASURING_SIZE
    emWidths.set(char, width)
    return width
  }

  const measure = (text: string, size: number): number => {
    let width = 0
    for (const char of text) width += emWidth(char)
    return width * size
  }

  return {
    widthOf: (text, { size }) => measure(drawable(text, language), size),
    linesOf: (text, { size }, width, indent) =>
      breakLines(drawable(text, language), width, (piece) => measure(piece, size), indent),
    missing: () => [...missing],
    draw(line, style, placement) {
      const { size, leading, color = BLACK, bold = false } = style
      const runs = runsOf(line.text)
      const gap = gapFor(line, runs, size, placement)
      const y = placement.y + (leading - size) / 2 + size * BASELINE
      let x = startOf(line, placement)
      pdf
        .fillColor(color)
        .strokeColor(color)
        .lineWidth(size * BOLD_OUTLINE)
      for (const [index, run] of runs.entries()) {
        useFace(run.face, size)
        pdf.text(run.text, x, y, {
          lineBreak: false,
          baseline: 'alphabetic',
          characterSpacing: run.wide ? gap : 0,
          fill: true,
          stroke: bold,
        })
        x += measure(run.text, size) + gap * gapsAfter(run, runs[index + 1])
      }
    },
  }
}
