import { getDefaultScanner, scanImageData, ZBarConfigType, ZBarSymbolType } from '@undecaf/zbar-wasm'
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader'
import { searchCodes, type Region } from './finder-patterns.ts'
import { readInTurn, type Sized } from '../in-turn.ts'
import { parseQrPayload, type QrReading } from './qr-payload.ts'
import {
  type Area,
  bandsOf,
  brightestPlane,
  cropRaster,
  enlarge,
  fitTo,
  greyPlane,
  isColored,
  isStamped,
  redPlane,
  sharpen,
  shrunkGreyPlane,
  stretchContrast,
  unstampedPlane,
  type Plane,
} from './qr-planes.ts'
import type { Raster } from '../pictures/raster.ts'
import { type CodePlace, scaledPlace } from '../text/region.ts'
import { readWasm } from '../wasm.ts'

export type QrOutcome =
  /** `place` is null if the reader that found the code does not return it. */
  | { kind: 'invoice'; reading: QrReading; place: CodePlace | null }
  | { kind: 'several'; readings: QrReading[] }
  /** No code is an invoice: the payload of the first one and what is wrong with it. */
  | { kind: 'foreign'; raw: string; reason: string }
  /** `isThorough`: the whole picture was looked at in every light, so that another look would find nothing. */
  | { kind: 'none'; isThorough?: boolean }

/** The most codes that are read in one picture: an invoice, other codes beside it, a second invoice. */
const CODES_MAX = 8
/** The longest side in the quick pass. If the invoice fills the picture, its code still has 2 to 3 pixels per module. */
const QUICK_SIDE = 1200
/** The code covers a 60th to an 80th of an invoice. If it covers less of the picture, a second invoice may be in it. */
const SHARE_OF_SINGLE_INVOICE = 1 / 120
/** Readers read most where a module has about as many pixels as this. */
const MODULE_PIXELS = 5
const ENLARGEMENT_MIN = 2
const ENLARGEMENT_MAX = 4
/** Modules of so many pixels need no enlargement. */
const LARGE_MODULE = 8
/** The pixels that the thorough passes read in one picture. A damaged code takes up to 11 million; noise would take any number. */
export const THOROUGH_PIXELS_MAX = 16_000_000
/** The smallest QR code has 21 modules to a side (ISO/IEC 18004). */
const SIDE_MIN = 21
const OPAQUE = 0xff000000
/** The brightest value of a plane. */
const WHITE = 255

let loading: Promise<unknown> | undefined

export function loadQrReaders(): Promise<unknown> {
  loading ??= (async () => {
    const wasmBinary = await readWasm('zxing-wasm/reader/zxing_reader.wasm')
    await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
    const scanner = await getDefaultScanner()
    // Barcodes of goods beside an invoice are not its code.
    scanner.setConfig(ZBarSymbolType.ZBAR_NONE, ZBarConfigType.ZBAR_CFG_ENABLE, 0)
    scanner.setConfig(ZBarSymbolType.ZBAR_QRCODE, ZBarConfigType.ZBAR_CFG_ENABLE, 1)
  })()
  return loading
}

function toImageData({ width, height, data }: Plane) {
  const pixels = new Uint32Array(width * height)
  for (let at = 0; at < pixels.length; at++) {
    const value = data[at] ?? 0
    pixels[at] = (OPAQUE | (value << 16) | (value << 8) | value) >>> 0
  }
  return { width, height, data: new Uint8ClampedArray(pixels.buffer), colorSpace: 'srgb' as const }
}

/**
 * The plane as a file (PGM), which the reader takes as it is. As a picture of red, green, blue and opacity it would need four
 * times the memory, here and in the reader's own memory, which grows to the largest picture and is never returned.
 */
function toGreyFile({ width, height, data }: Plane): Uint8Array {
  const head = Buffer.from(`P5\n${width} ${height}\n${WHITE}\n`)
  const file = new Uint8Array(head.length + data.length)
  file.set(head)
  file.set(data, head.length)
  return file
}

/** A code, and the share of the picture that it covers; null if the reader does not return its place. */
interface Code {
  text: string
  share: number | null
  place: CodePlace | null
}

type Sides = Pick<Raster, 'width' | 'height'>
type Corners = Record<'topLeft' | 'topRight' | 'bottomLeft', { x: number; y: number }>

/** The place in the picture, which may be larger than the plane that was read. */
function placeOf({ topLeft, topRight, bottomLeft }: Corners, plane: Plane, picture: Sides): CodePlace {
  const scale = picture.width / plane.width
  const between = (from: Corners['topLeft'], to: Corners['topLeft']): [number, number] => [
    (to.x - from.x) * scale,
    (to.y - from.y) * scale,
  ]
  return {
    corner: [topLeft.x * scale, topLeft.y * scale],
    right: between(topLeft, topRight),
    down: between(topLeft, bottomLeft),
  }
}

/** The share of the picture that the square between these corners covers. */
function shareOf({ topLeft, topRight, bottomLeft }: Corners, { width, height }: Plane): number {
  const across = [topRight.x - topLeft.x, topRight.y - topLeft.y] as const
  const down = [bottomLeft.x - topLeft.x, bottomLeft.y - topLeft.y] as const
  return Math.abs(across[0] * down[1] - across[1] * down[0]) / (width * height)
}

async function readWithZxing(picture: Sides, plane: Plane, options: ReaderOptions = {}): Promise<Code[]> {
  await loadQrReaders()
  const codes = await readBarcodes(toGreyFile(plane), {
    formats: ['QRCode'],
    maxNumberOfSymbols: CODES_MAX,
    textMode: 'Plain',
    tryInvert: false,
    ...options,
  })
  return codes
    .filter(({ isValid }) => isValid)
    .map(({ text, position }) => ({
      text,
      share: shareOf(position, plane),
      place: placeOf(position, plane, picture),
    }))
}

async function readWithZbar(plane: Plane): Promise<Code[]> {
  await loadQrReaders()
  const symbols = await scanImageData(toImageData(plane))
  return symbols.map((symbol) => ({ text: symbol.decode(), share: null, place: null }))
}

const DENOISE: ReaderOptions = { tryDenoise: true }

/** The factor by which the picture is shrunk to the size in which readers are quick. */
const quickFactor = ({ width, height }: Raster): number => Math.ceil(Math.max(width, height) / QUICK_SIDE)

const readShrunk = (raster: Raster, factor: number): Promise<Code[]> =>
  readWithZxing(raster, shrunkGreyPlane(raster, factor))

/** A code of a part of the picture, with its place in the whole picture. */
const placedIn = ({ left, top }: Area, code: Code): Code =>
  code.place
    ? { ...code, place: { ...code.place, corner: [code.place.corner[0] + left, code.place.corner[1] + top] } }
    : code

/** Reads the picture in full size. */
async function readGrey(raster: Raster): Promise<Code[]> {
  const codes: Code[] = []
  for (const band of bandsOf(raster)) {
    const plane = greyPlane(raster, band)
    const part = (band.width * band.height) / (raster.width * raster.height)
    for (const code of await readWithZxing(plane, plane, DENOISE))
      codes.push(placedIn(band, { ...code, share: code.share === null ? null : code.share * part }))
  }
  return codes
}

/** A part of a picture with a code in it that simple means do not read. */
interface Crop extends Sized {
  region: Region
  raster: Raster
  enlargement: number
  unstamped(): Promise<Plane>
}

function enlargementFor({ module }: Region): number {
  if (module >= LARGE_MODULE) return 1
  return Math.min(ENLARGEMENT_MAX, Math.max(ENLARGEMENT_MIN, MODULE_PIXELS / module))
}

function cropTo(raster: Raster, region: Region): Crop {
  const crop = cropRaster(raster, region)
  const enlargement = enlargementFor(region)
  let unstamped: Promise<Plane> | undefined
  return {
    region,
    raster: crop,
    enlargement,
    size: crop.width * crop.height * enlargement ** 2,
    unstamped: () => (unstamped ??= enlarge(unstampedPlane(crop), enlargement)),
  }
}

type Pass = (crop: Crop) => Promise<Code[]>

/** Cheap passes come first. Each later one reads damaged pictures that the passes before it do not. */
const PASSES: readonly Pass[] = [
  async ({ raster, unstamped }) => readWithZxing(raster, await unstamped(), DENOISE),
  async ({ raster, enlargement }) =>
    isColored(raster)
      ? readWithZxing(raster, await enlarge(brightestPlane(raster), enlargement), DENOISE)
      : [],
  async ({ raster, enlargement }) =>
    readWithZxing(raster, await enlarge(stretchContrast(greyPlane(raster)), enlargement), DENOISE),
  async ({ raster, enlargement }) =>
    readWithZxing(raster, await sharpen(await enlarge(redPlane(raster), enlargement)), DENOISE),
  async ({ unstamped }) => readWithZbar(await unstamped()),
]

interface Findings {
  readings: QrReading[]
  /** The share of the picture that the code of the first invoice covers. */
  share: number | null
  place: CodePlace | null
  foreign: { raw: string; reason: string } | undefined
  isThorough?: boolean
}

/** The same invoice may be printed twice, as an original and a copy, and counts once. */
const identityOf = ({ invoice }: QrReading) => `${invoice.invoiceCode ?? ''} ${invoice.invoiceNumber}`

function judge(codes: readonly Code[]): Findings {
  const readings = new Map<string, QrReading>()
  const findings: Findings = { readings: [], share: null, place: null, foreign: undefined }
  for (const { text: raw, share, place } of codes) {
    const payload = parseQrPayload(raw)
    if (!payload.ok) findings.foreign ??= { raw, reason: payload.reason }
    else {
      const reading = { raw, invoice: payload.invoice }
      if (readings.size === 0) Object.assign(findings, { share, place })
      readings.set(identityOf(reading), reading)
    }
  }
  return { ...findings, readings: [...readings.values()] }
}

/** Whether the picture may contain a second invoice whose code the quick pass has missed. */
const hasRoomForAnother = ({ readings, share }: Findings) =>
  readings.length === 1 && share !== null && share < SHARE_OF_SINGLE_INVOICE

/** Adds what another pass has read to what is known. */
function add(known: Findings, more: Findings): Findings {
  const ids = new Set(known.readings.map(identityOf))
  const added = more.readings.filter((reading) => !ids.has(identityOf(reading)))
  return {
    readings: [...known.readings, ...added],
    share: known.share,
    place: known.place ?? more.place,
    foreign: known.foreign ?? more.foreign,
    isThorough: more.isThorough ?? false,
  }
}

/** Reads each part of the picture that has the finder patterns of a code, by more and more thorough means. */
async function readRegions(raster: Raster): Promise<Findings> {
  let found = judge([])
  const { regions, patterns } = searchCodes(raster)
  const crops = regions.map((region) => cropTo(raster, region))
  await readInTurn(crops, PASSES, THOROUGH_PIXELS_MAX, async (crop, pass) => {
    const codes = judge((await pass(crop)).map((code) => placedIn(crop.region, code)))
    found = add(found, codes)
    return codes.readings.length > 0 || codes.foreign !== undefined
  })
  const isUnread = found.readings.length === 0 && found.foreign === undefined
  return isUnread && (patterns > 0 || isStamped(raster)) ? readWhole(raster) : found
}

/** A second look has so many pixels, to which a smaller page is enlarged. */
const SECOND_LOOK_PIXELS = 5_000_000
const SECOND_LOOK_ENLARGEMENT = 2

const fitted = (plane: Plane): Promise<Plane> => fitTo(plane, SECOND_LOOK_PIXELS, SECOND_LOOK_ENLARGEMENT)

type WholePass = (raster: Raster, unstamped: Plane) => Promise<Code[]>

/** For codes whose finder patterns are too damaged to be found: the readers look at the whole page, in several lights. */
const WHOLE_PASSES: readonly WholePass[] = [
  (raster, unstamped) => readWithZxing(raster, unstamped, DENOISE),
  async (raster) => readWithZxing(raster, await fitted(stretchContrast(greyPlane(raster))), DENOISE),
  async (raster) => readWithZxing(raster, await sharpen(await fitted(redPlane(raster))), DENOISE),
  (_raster, unstamped) => readWithZbar(unstamped),
]

async function readWhole(raster: Raster): Promise<Findings> {
  let found = judge([])
  const unstamped = await fitted(unstampedPlane(raster))
  for (const pass of WHOLE_PASSES) {
    found = add(found, judge(await pass(raster, unstamped)))
    if (found.readings.length > 0) break
  }
  return { ...found, isThorough: true }
}

/** Looks once more for a code on a page whose text says that it is an invoice. */
export async function readQrAgain(raster: Raster): Promise<QrOutcome> {
  return outcomeOf(await readWhole(raster))
}

const outcomeOf = ({ readings, place, foreign, isThorough = false }: Findings): QrOutcome => {
  const [reading, ...more] = readings
  if (reading) return more.length > 0 ? { kind: 'several', readings } : { kind: 'invoice', reading, place }
  return foreign ? { kind: 'foreign', ...foreign } : { kind: 'none', ...(isThorough && { isThorough }) }
}

/** What a picture showed that was drawn small. */
export interface Previewed {
  /** Null if the picture in full size has to tell: no invoice was seen, or one beside which there is room for another. */
  outcome: QrOutcome | null
  findings: Findings
  width: number
}

/** Reads a picture that was drawn small: quickly, in no smaller size than the whole one would be, and as it is. */
export async function readPreview(raster: Raster): Promise<Previewed | null> {
  const { width, height } = raster
  if (Math.min(width, height) < SIDE_MIN) return null
  const factor = Math.max(1, Math.round(Math.max(width, height) / QUICK_SIDE))
  let found = judge(await readShrunk(raster, factor))
  if (found.readings.length === 0 && factor > 1) found = add(found, judge(await readShrunk(raster, 1)))
  const isKnown = found.readings.length > 0 && !hasRoomForAnother(found)
  return { outcome: isKnown ? outcomeOf(found) : null, findings: found, width }
}

/** The quick passes, which the preview of the same page has had. */
async function readQuickly(raster: Raster, previewed: Previewed | null): Promise<Findings> {
  if (previewed) {
    const { findings, width } = previewed
    return { ...findings, place: findings.place && scaledPlace(findings.place, raster.width / width) }
  }
  const factor = quickFactor(raster)
  const found = judge(await readShrunk(raster, factor))
  // Reading a large picture in full costs about ten times as much as reading it at half size.
  if (found.readings.length > 0 || factor <= 2) return found
  return add(found, judge(await readShrunk(raster, Math.round(factor / 2))))
}

/**
 * Finds the invoice whose code is in the picture. A code of another kind does not end the search, because many invoices
 * have another code beside their own. `previewed` is what the same picture showed when it was drawn small.
 */
export async function readQr(raster: Raster, previewed: Previewed | null = null): Promise<QrOutcome> {
  if (Math.min(raster.width, raster.height) < SIDE_MIN) return { kind: 'none' }
  let found = await readQuickly(raster, previewed)
  if (found.readings.length === 0 || hasRoomForAnother(found))
    found = add(found, judge(await readGrey(raster)))
  if (found.readings.length === 0) found = add(found, await readRegions(raster))
  return outcomeOf(found)
}
