import { withoutStamp } from './qr-planes.ts'
import type { Raster } from '../pictures/raster.ts'

/** The centre of a finder pattern, in pixels of the picture that was searched, and the width of a module. */
interface Centre {
  x: number
  y: number
  module: number
}

/** A part of a picture in its pixels, and the width of a module in it. */
export interface Region {
  left: number
  top: number
  width: number
  height: number
  module: number
}

/** A picture, perhaps shrunk, as the brightness of its pixels without the ink of a stamp. */
interface Greys {
  width: number
  height: number
  at(x: number, y: number): number
}

/** A finder pattern is dark, light, dark, light, dark in these widths (ISO/IEC 18004, 6.3.3). */
const PATTERN = [1, 1, 3, 1, 1] as const
const PATTERN_MODULES = 7
/** How much a run may differ from its width, as a share of a module, and at least in pixels. */
const TOLERANCE = 0.6
const TOLERANCE_PIXELS = 1
/** Below this many pixels seven modules cannot be told apart. */
const PATTERN_PIXELS_MIN = 8
/** Every third row crosses the middle of a pattern whose modules have a pixel or more. */
const ROW_STEP = 3
/** Pixels to each side over which a row is averaged; a pixel is dark if it is darker than that by `DARKER`. */
const WINDOW = 48
const DARKER = 6
/** Dark and light modules differ at least so much. */
const CONTRAST_MIN = 24
/** A page is searched as it is and shrunk to this side, where large patterns are as small as the window needs. */
const SHRUNK_SIDE = 700
/** Patterns of one code: their modules are about as wide, and they are this many modules apart. */
const MODULE_RATIO_MAX = 1.7
const DISTANCE_MIN = 10
const DISTANCE_MAX = 180
/** The third pattern stands at a right angle from the other two, at the same distance, before perspective. */
const LEG_RATIO_MAX = 1.6
const DIAGONAL_MIN = 1.1
const DIAGONAL_MAX = 1.75
/** The search ends with so many patterns. A code has three; more are texture. */
const CENTRES_MAX = 100
const REGIONS_MAX = 4
const MARGIN_MODULES = 10
const MARGIN_SHARE = 0.25

function greysOf({ width, height, data }: Raster, step: number): Greys {
  return {
    width: Math.floor(width / step),
    height: Math.floor(height / step),
    at: (x, y) => {
      const from = (y * step * width + x * step) * 3
      return withoutStamp(data[from]!, data[from + 1]!, data[from + 2]!)
    },
  }
}

/** The width of a module if five runs have the widths of a pattern, otherwise 0. */
function moduleOf(runs: ArrayLike<number>, from: number): number {
  let total = 0
  for (let at = 0; at < PATTERN.length; at++) total += runs[from + at]!
  if (total < PATTERN_PIXELS_MIN) return 0
  const module = total / PATTERN_MODULES
  const tolerance = Math.max(TOLERANCE_PIXELS, module * TOLERANCE)
  for (let at = 0; at < PATTERN.length; at++)
    if (Math.abs(runs[from + at]! - PATTERN[at]! * module) > tolerance * (at === 2 ? 2 : 1)) return 0
  return module
}

const areAlike = (one: number, other: number) =>
  Math.max(one, other) <= MODULE_RATIO_MAX * Math.min(one, other)

interface Direction {
  x: number
  y: number
}

/** A line through the middle of concentric squares crosses them in the same proportions, in whatever direction it runs. */
const DIRECTIONS = [
  { x: 0, y: 1 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 1, y: -1 },
] as const satisfies readonly Direction[]
/** Damage may spoil one of them. */
const DIRECTIONS_MIN = 3

/** Brightness along a line through a point, `reach` pixels to each side; beyond the edge of the picture there is white. */
function profileOf(greys: Greys, x: number, y: number, direction: Direction, reach: number): Uint8Array {
  const profile = new Uint8Array(2 * reach + 1).fill(255)
  for (let at = 0; at < profile.length; at++) {
    const [column, row] = [x + (at - reach) * direction.x, y + (at - reach) * direction.y]
    if (column >= 0 && row >= 0 && column < greys.width && row < greys.height)
      profile[at] = greys.at(column, row)
  }
  return profile
}

/** The runs around the middle of a profile: dark, light, dark, light, dark; and how far their middle is from its own. */
function runsAround(profile: Uint8Array): { runs: number[]; offset: number } {
  const runs = [0, 0, 0, 0, 0]
  const [darkest, lightest] = [Math.min(...profile), Math.max(...profile)]
  if (lightest - darkest < CONTRAST_MIN) return { runs, offset: 0 }
  const limit = (darkest + lightest) / 2
  const middle = profile.length >> 1
  let offset = 0
  for (const step of [-1, 1]) {
    let run = 0
    for (let at = step < 0 ? middle : middle + 1; at >= 0 && at < profile.length; at += step) {
      if (profile[at]! < limit === (run === 1)) run += 1
      if (run > 2) break
      runs[2 + run * step]! += 1
      if (run === 0) offset += step
    }
  }
  return { runs, offset: Math.round(offset / 2) }
}

/** The middle of a pattern whose row was found, if the lines through it have the widths of a pattern as well. */
function confirm(greys: Greys, x: number, y: number, module: number): Centre | null {
  const reach = Math.ceil((module * PATTERN_MODULES * MODULE_RATIO_MAX) / 2)
  const across = (row: number, direction: Direction) => runsAround(profileOf(greys, x, row, direction, reach))
  const { runs, offset } = across(y, DIRECTIONS[0])
  const down = moduleOf(runs, 0)
  if (down === 0 || !areAlike(down, module)) return null
  const row = y + offset
  const passed = DIRECTIONS.filter((direction) => moduleOf(across(row, direction).runs, 0) > 0)
  return passed.length >= DIRECTIONS_MIN ? { x, y: row, module: (down + module) / 2 } : null
}

/** Lengths of the dark and light runs of a row in turn, the first one light. */
function runsOf(line: Uint8Array, lengths: Uint32Array): number {
  const width = line.length
  let sum = 0
  for (let x = 0; x < Math.min(WINDOW, width); x++) sum += line[x]!
  let [count, run, wasDark] = [Math.min(WINDOW, width), 0, false]
  lengths[0] = 0
  for (let x = 0; x < width; x++) {
    if (x + WINDOW < width) {
      sum += line[x + WINDOW]!
      count += 1
    }
    if (x > WINDOW) {
      sum -= line[x - WINDOW - 1]!
      count -= 1
    }
    const isDark = (line[x]! + DARKER) * count < sum
    if (isDark !== wasDark) {
      run += 1
      lengths[run] = 0
      wasDark = isDark
    }
    lengths[run]! += 1
  }
  return run + 1
}

const isNear = (one: Centre, x: number, y: number) =>
  Math.abs(one.x - x) < 3 * one.module && Math.abs(one.y - y) < 3 * one.module

function* findCentres(greys: Greys): Generator<Centre> {
  const line = new Uint8Array(greys.width)
  const lengths = new Uint32Array(greys.width + 1)
  const found: Centre[] = []
  for (let y = ROW_STEP; y < greys.height && found.length < CENTRES_MAX; y += ROW_STEP) {
    for (let x = 0; x < line.length; x++) line[x] = greys.at(x, y)
    const count = runsOf(line, lengths)
    let start = lengths[0]!
    for (let run = 1; run + PATTERN.length <= count; run++) {
      const module = run % 2 === 1 ? moduleOf(lengths, run) : 0
      if (module > 0) {
        const before = lengths[run]! + lengths[run + 1]!
        const x = start + before + (lengths[run + 2]! >> 1)
        if (!found.some((one) => isNear(one, x, y))) {
          const centre = confirm(greys, x, y, module)
          if (centre) {
            found.push(centre)
            yield centre
          }
        }
      }
      start += lengths[run]!
    }
  }
}

/** Whether three patterns stand as the corners of a code, which perspective may distort. */
function formCode(a: Centre, b: Centre, c: Centre): boolean {
  const modules = [a.module, b.module, c.module]
  if (!areAlike(Math.min(...modules), Math.max(...modules))) return false
  const module = (a.module + b.module + c.module) / 3
  const gap = (one: Centre, other: Centre) => Math.hypot(one.x - other.x, one.y - other.y) / module
  const [short = 0, leg = 0, long = 0] = [gap(a, b), gap(b, c), gap(a, c)].toSorted(
    (one, other) => one - other,
  )
  if (short < DISTANCE_MIN || leg > DISTANCE_MAX || leg > LEG_RATIO_MAX * short) return false
  return long > DIAGONAL_MIN * leg && long < DIAGONAL_MAX * leg
}

/** The part of the picture around three patterns, with a margin for the quiet zone and for what perspective distorts. */
function regionOf(centres: readonly Centre[], { width, height }: Raster, step: number): Region {
  const module = Math.max(...centres.map((centre) => centre.module))
  const edge = (pick: (...values: number[]) => number, axis: 'x' | 'y') =>
    pick(...centres.map((centre) => centre[axis]))
  const side = Math.max(edge(Math.max, 'x') - edge(Math.min, 'x'), edge(Math.max, 'y') - edge(Math.min, 'y'))
  const margin = MARGIN_MODULES * module + side * MARGIN_SHARE
  const left = Math.max(0, Math.floor((edge(Math.min, 'x') - margin) * step))
  const top = Math.max(0, Math.floor((edge(Math.min, 'y') - margin) * step))
  const right = Math.min(width, Math.ceil((edge(Math.max, 'x') + margin) * step))
  const bottom = Math.min(height, Math.ceil((edge(Math.max, 'y') + margin) * step))
  return { left, top, width: right - left, height: bottom - top, module: module * step }
}

const overlap = (one: Region, other: Region) =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height

function* codesWith(centre: Centre, found: readonly Centre[]): Generator<Centre[]> {
  for (const [at, one] of found.entries())
    for (const other of found.slice(at + 1)) if (formCode(one, other, centre)) yield [one, other, centre]
}

/** Returns the number of patterns. */
function addRegions(regions: Region[], raster: Raster, step: number): number {
  const found: Centre[] = []
  for (const centre of findCentres(greysOf(raster, step))) {
    for (const code of codesWith(centre, found)) {
      const region = regionOf(code, raster, step)
      if (!regions.some((other) => overlap(other, region))) regions.push(region)
      if (regions.length === REGIONS_MAX) return found.length + 1
    }
    found.push(centre)
  }
  return found.length
}

/**
 * The parts of a picture that may show a QR code: each has three finder patterns that stand as in a code. Whether there really is
 * a code is for a reader to say, whose work on a whole picture without one is much longer.
 */
export const findCodeRegions = (raster: Raster): Region[] => searchCodes(raster).regions

/** The same, and how many patterns were found that need not belong to a code. */
export function searchCodes(raster: Raster): { regions: Region[]; patterns: number } {
  const regions: Region[] = []
  const step = Math.ceil(Math.max(raster.width, raster.height) / SHRUNK_SIDE)
  let patterns = addRegions(regions, raster, 1)
  if (step > 1 && regions.length < REGIONS_MAX) patterns += addRegions(regions, raster, step)
  return { regions, patterns }
}
