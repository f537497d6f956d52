import { scanImageData } from '@undecaf/zbar-wasm'
import sharp from 'sharp'
import { readBarcodes } from 'zxing-wasm/reader'
import { DAMAGE_NAMES } from '../../apps/ocr/synth/damage.ts'
import { toRaster } from '../../apps/ocr/synth/files/to-raster.ts'
import { loadQrReaders, readQr } from '../../apps/ocr/src/qr/qr.ts'
import type { Raster } from '../../apps/ocr/src/pictures/raster.ts'
import { percent, type Picture } from './sample.ts'

/** Returns the payload of the code on a page; undefined if none is read. */
type Reader = (raster: Raster) => Promise<string | undefined>

async function toImageData({ width, height, data }: Raster) {
  const image = sharp(data, { raw: { width, height, channels: 3 } })
  const pixels = await image.ensureAlpha().raw().toBuffer()
  return { width, height, data: new Uint8ClampedArray(pixels), colorSpace: 'srgb' as const }
}

async function readOurs(raster: Raster): Promise<string | undefined> {
  const outcome = await readQr(raster)
  return outcome.kind === 'invoice' ? outcome.reading.raw : undefined
}

/** Both peers with default options, on the unchanged page. */
const READERS: Readonly<Record<string, Reader>> = {
  ours: readOurs,
  'zxing default': async (raster) => {
    const codes = await readBarcodes(await toImageData(raster), { formats: ['QRCode'] })
    return codes.find(({ isValid }) => isValid)?.text
  },
  'zbar alone': async (raster) => (await scanImageData(await toImageData(raster)))[0]?.decode(),
}

export interface CodeRates {
  read: number
  wrong: number
  ms: number
}

const WIDTH = 15
const row = (cells: readonly string[]): string => cells.map((cell) => cell.padEnd(WIDTH)).join('')

/** Reads every code with each reader and prints the counts by kind of damage; returns our own totals. */
export async function compareCodes(pictures: readonly Picture[]): Promise<CodeRates> {
  await loadQrReaders()
  const tally = new Map<string, CodeRates>()
  for (const { damage, file, invoice } of pictures) {
    const raster = await toRaster(sharp(file))
    for (const [name, read] of Object.entries(READERS)) {
      const started = performance.now()
      const text = await read(raster)
      const ms = performance.now() - started
      for (const key of [`${name} ${damage}`, name]) {
        const sums = tally.get(key) ?? { read: 0, wrong: 0, ms: 0 }
        const right = text === invoice.payload
        tally.set(key, {
          read: sums.read + (right ? 1 : 0),
          wrong: sums.wrong + (text !== undefined && !right ? 1 : 0),
          ms: sums.ms + ms,
        })
      }
    }
  }
  print(pictures, tally)
  return tally.get('ours')!
}

function print(pictures: readonly Picture[], tally: ReadonlyMap<string, CodeRates>): void {
  const names = Object.keys(READERS)
  console.log(row(['QR codes read', ...names]))
  for (const damage of DAMAGE_NAMES) {
    const count = pictures.filter((picture) => picture.damage === damage).length
    const rates = names.map((name) => percent(tally.get(`${name} ${damage}`)?.read ?? 0, count))
    console.log(row([damage, ...rates]))
  }
  const sums = names.map((name) => tally.get(name)!)
  console.log(row(['all', ...sums.map(({ read }) => percent(read, pictures.length))]))
  console.log(row(['wrong reads', ...sums.map(({ wrong }) => String(wrong))]))
  console.log(row(['ms a page', ...sums.map(({ ms }) => (ms / pictures.length).toFixed(0))]))
}
