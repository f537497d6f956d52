import QRCode from 'qrcode'
import sharp from 'sharp'
import type { CodeMark, Face, Mark, StampMark } from '../drawing/drawing.ts'
import { escapeXml, PAGE_HEIGHT, PAGE_WIDTH, STAMP_COLOR } from '../page-units.ts'

export type Fonts = Record<Face, string>

const LINE_WIDTH = 2.5

/** The dark modules of a QR code by column and row, and the number of modules on each side. */
export function darkModules({ payload, level }: CodeMark): {
  side: number
  dark: [column: number, row: number][]
} {
  const { size: side, data } = QRCode.create(payload, { errorCorrectionLevel: level }).modules
  const dark = [...data].flatMap((bit, at): [number, number][] =>
    bit ? [[at % side, Math.floor(at / side)]] : [],
  )
  return { side, dark }
}

function codeSvg(mark: CodeMark): string {
  const { side, dark } = darkModules(mark)
  const step = mark.size / side
  const path = dark.map(([column, row]) => `M${column} ${row}h1v1h-1z`).join('')
  const place = `translate(${mark.x} ${mark.y}) scale(${step})`
  return `<path transform="${place}" d="${path}" fill="${mark.color}" shape-rendering="crispEdges"/>`
}

function stampSvg({ text, x, y, width, height, opacity }: StampMark, font: string): string {
  const ring = `<ellipse cx="${x}" cy="${y}" rx="${width / 2}" ry="${height / 2}" fill="none" stroke-width="7"/>`
  const label = `<text x="${x}" y="${y + 12}" font-size="34" stroke="none" text-anchor="middle">${escapeXml(text)}</text>`
  const style = `font-family="${font}" fill="${STAMP_COLOR}" stroke="${STAMP_COLOR}" opacity="${opacity}"`
  return `<g ${style}>${ring}${label}</g>`
}

function markSvg(mark: Mark, fonts: Fonts): string {
  if (mark.kind === 'code') return codeSvg(mark)
  if (mark.kind === 'stamp') return stampSvg(mark, fonts.label)
  if (mark.kind === 'line') {
    const ends = `x1="${mark.from[0]}" y1="${mark.from[1]}" x2="${mark.to[0]}" y2="${mark.to[1]}"`
    return `<line ${ends} stroke="${mark.color}" stroke-width="${LINE_WIDTH}"/>`
  }
  const place = `x="${mark.x}" y="${mark.y}" font-size="${mark.size}" text-anchor="${mark.anchor}"`
  const style = `font-family="${fonts[mark.face]}" fill="${mark.color}" xml:space="preserve"`
  return `<text ${place} ${style}>${escapeXml(mark.text)}</text>`
}

/** `pages` pages below one another. */
export function renderSvg(marks: readonly Mark[], fonts: Fonts, width: number, pages = 1): string {
  const height = Math.round((width * PAGE_HEIGHT * pages) / PAGE_WIDTH)
  const size = `viewBox="0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT * pages}" width="${width}" height="${height}"`
  const drawn = marks.map((mark) => markSvg(mark, fonts)).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect width="100%" height="100%" fill="#fff"/>${drawn}</svg>`
}

/** Renders the page as a PNG of the given width. */
export const renderPng = (marks: readonly Mark[], fonts: Fonts, width: number, pages = 1): Promise<Buffer> =>
  sharp(Buffer.from(renderSvg(marks, fonts, width, pages)))
    .flatten({ background: 'white' })
    .png()
    .toBuffer()
