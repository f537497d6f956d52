import { scanImageData } from '@undecaf/zbar-wasm'
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader'
import { parseQrPayload, type QrReading } from './qr-payload.ts'
import {
  brightestPlane,
  enlarge,
  greyPlane,
  isColoured,
  redPlane,
  sharpen,
  shrunkGreyPlane,
  stretchContrast,
  unstampedPlane,
  type Plane,
} from './qr-planes.ts'
import type { Raster } from './raster.ts'
import type { CodePlace } from './text/region.ts'
import { readWasm } from './wasm.ts'

export type QrOutcome =
  /** `place` is null if the reader that found the code does not return it. */
  | { kind: 'invoice'; reading: QrReading; place: CodePlace | null }
  | { kind: 'several'; readings: QrReading[] }
  /** No code is an invoice: the payload of the first one and what is wrong with it. */
  | { kind: 'foreign'; raw: string; reason: string }
  | { kind: 'none' }

/** The most codes that are read in one picture: an invoice, other codes beside it, a second invoice. */
const CODES_MAX = 8
/** The longest side in the quick pass. If the invoice fills the picture, its code still has 2 to 3 pixels per module. */
const QUICK_SIDE = 1200
/** The code covers a 60th to an 80th of an invoice. If it covers less of the picture, a second invoice may be in it. */
const SHARE_OF_SINGLE_INVOICE = 1 / 120
const ENLARGEMENT = 2
const OPAQUE = 0xff000000

let loading: Promise<unknown> | undefined

export function loadQrReaders(): Promise<unknown> {
  loading ??= (async () => {
    const wasmBinary = await readWasm('zxing-wasm/reader/zxing_reader.wasm')
    await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
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

/** A code, and the share of the picture that it covers; null if the reader does not return its place. */
interface Code {
  text: string
  share: number | null
  place: CodePlace | null
}

type Corners = Record<'topLeft' | 'topRight' | 'bottomLeft', { x: number; y: number }>

/** The place in the picture, which may be larger than the plane that was read. */
function placeOf({ topLeft, topRight, bottomLeft }: Corners, plane: Plane, raster: Raster): CodePlace {
  const scale = raster.width / plane.width
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

async function readWithZxing(raster: Raster, plane: Plane, options: ReaderOptions = {}): Promise<Code[]> {
  await loadQrReaders()
  const codes = await readBarcodes(toImageData(plane), {
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
      place: placeOf(position, plane, raster),
    }))
}

const readWithZbar = async (plane: Plane): Promise<Code[]> =>
  (await scanImageData(toImageData(plane))).map((symbol) => ({
    text: symbol.decode(),
    share: null,
    place: null,
  }))

type Pass = (raster: Raster) => Promise<Code[]>

const DENOISE: ReaderOptions = { tryDenoise: true }

const quick: Pass = async (raster) => {
  const factor = Math.ceil(Math.max(raster.width, raster.height) / QUICK_SIDE)
  return factor > 1 ? readWithZxing(raster, shrunkGreyPlane(raster, factor)) : []
}
/** Two passes use the same plane of a picture. */
const unstampedPlanes = new WeakMap<Raster, Promise<Plane>>()

function unstampedLarge(raster: Raster): Promise<Plane> {
  const known = unstampedPlanes.get(raster) ?? enlarge(unstampedPlane(raster), ENLARGEMENT)
  unstampedPlanes.set(raster, known)
  return known
}

const grey: Pass = (raster) => readWithZxing(raster, greyPlane(raster), DENOISE)

/** Cheap passes come first. Each later one reads damaged pictures that the passes before it do not. */
const PASSES: readonly Pass[] = [
  quick,
  grey,
  async (raster) => readWithZxing(raster, await unstampedLarge(raster), DENOISE),
  async (raster) =>
    isColoured(raster)
      ? readWithZxing(raster, await enlarge(brightestPlane(raster), ENLARGEMENT), DENOISE)
      : [],
  (raster) => readWithZxing(raster, stretchContrast(greyPlane(raster)), DENOISE),
  async (raster) =>
    readWithZxing(raster, await sharpen(await enlarge(redPlane(raster), ENLARGEMENT)), DENOISE),
  async (raster) => readWithZbar(await unstampedLarge(raster)),
]

interface Findings {
  readings: QrReading[]
  /** The share of the picture that the code of the first invoice covers. */
  share: number | null
  place: CodePlace | null
  foreign: { raw: string; reason: string } | undefined
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

async function confirm(raster: Raster, found: Findings): Promise<QrReading[]> {
  if (!hasRoomForAnother(found)) return found.readings
  const { readings } = judge(await grey(raster))
  const known = new Set(found.readings.map(identityOf))
  return [...found.readings, ...readings.filter((reading) => !known.has(identityOf(reading)))]
}

/**
 * Finds the invoice whose code is in the picture. A code of another kind does not end the search, because many invoices
 * have another code beside their own.
 */
export async function readQr(raster: Raster): Promise<QrOutcome> {
  let foreign: Findings['foreign']
  for (const pass of PASSES) {
    const found = judge(await pass(raster))
    const readings = pass === quick ? await confirm(raster, found) : found.readings
    const [reading, ...more] = readings
    if (reading)
      return more.length > 0
        ? { kind: 'several', readings }
        : { kind: 'invoice', reading, place: found.place }
    foreign ??= found.foreign
  }
  return foreign ? { kind: 'foreign', ...foreign } : { kind: 'none' }
}
