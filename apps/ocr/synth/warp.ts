import type { Raster } from '../src/pictures/raster.ts'

type Point = [x: number, y: number]
export type Corners = [Point, Point, Point, Point]

const UNKNOWNS = 8

/** Solves a linear system by Gauss-Jordan elimination; the rows end with the right-hand side. */
function solve(rows: number[][]): number[] {
  for (let column = 0; column < UNKNOWNS; column += 1) {
    const below = rows.slice(column)
    const pivot = below.reduce((best, row) => (Math.abs(row[column]!) > Math.abs(best[column]!) ? row : best))
    rows[rows.indexOf(pivot)] = rows[column]!
    rows[column] = pivot
    for (const row of rows) {
      if (row === pivot) continue
      const factor = row[column]! / pivot[column]!
      for (let at = column; at <= UNKNOWNS; at += 1) row[at]! -= factor * pivot[at]!
    }
  }
  return rows.map((row, at) => row[UNKNOWNS]! / row[at]!)
}

/** The homography that maps the four points `from` to the points `to`: u = (ax + by + c) / (gx + hy + 1), and so on. */
function homography(from: Corners, to: Corners): number[] {
  const rows = from.flatMap(([x, y], place) => {
    const [u, v] = to[place]!
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ]
  })
  return solve(rows)
}

/** Draws the picture onto a backbackground, so that its corners are at the given points. */
export function warpOnto(background: Raster, picture: Raster, corners: Corners): void {
  const { width, height, data } = picture
  const frame: Corners = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]
  const [a, b, c, d, e, f, g, h] = homography(corners, frame) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  for (let y = 0, to = 0; y < background.height; y += 1)
    for (let x = 0; x < background.width; x += 1, to += 3) {
      const depth = g * x + h * y + 1
      const u = (a * x + b * y + c) / depth
      const v = (d * x + e * y + f) / depth
      if (u < 0 || v < 0 || u >= width - 1 || v >= height - 1) continue
      const at = (Math.floor(v) * width + Math.floor(u)) * 3
      const [fx, fy] = [u % 1, v % 1]
      for (let channel = at; channel < at + 3; channel += 1) {
        const upper = data[channel]! * (1 - fx) + data[channel + 3]! * fx
        const lower = data[channel + width * 3]! * (1 - fx) + data[channel + width * 3 + 3]! * fx
        background.data[to + channel - at] = upper * (1 - fy) + lower * fy
      }
    }
}
