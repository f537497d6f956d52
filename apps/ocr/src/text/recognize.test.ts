import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { INVOICE_FIELDS, type TextLine } from '@consilium/contract/recognition/recognition.ts'
import sharp from 'sharp'
import type { DamageName } from '../../synth/damage.ts'
import { requireInvoiceFonts } from '../../synth/fonts.ts'
import { makePicture } from '../../synth/generate.ts'
import type { Kind } from '../../synth/invoice.ts'
import { toRaster } from '../../synth/files/to-raster.ts'
import { extractFields } from '../fields/extract.ts'
import type { Raster } from '../pictures/raster.ts'
import { fuse } from '../result.ts'
import { loadTextEngine, type TextEngine } from './recognize.ts'
import { isSecurityArea } from './security-area.ts'

let engine: TextEngine
before(async () => {
  requireInvoiceFonts()
  engine = await loadTextEngine()
})
after(() => engine.close())

const rasterOf = (file: Buffer, degrees = 0): Promise<Raster> => toRaster(sharp(file).rotate(degrees))

async function assertAllRead(seed: number, kind: Kind, damage: DamageName, degrees = 0): Promise<TextLine[]> {
  const { invoice, file } = await makePicture(seed, kind, damage)
  const lines = await engine.recognize(await rasterOf(file, degrees), { fieldsOnly: true })
  const read = fuse(null, extractFields(lines, 'text'))
  for (const field of INVOICE_FIELDS)
    assert.equal(read[field], invoice.fields[field], `${damage} ${kind}: ${field}`)
  return lines
}

test('OCR-1: all twelve fields of a paper invoice are read from its pixels, and one row of its security area', async () => {
  const lines = await assertAllRead(1, '01', 'none')
  assert.equal(lines.filter(({ text }) => isSecurityArea(text)).length, 1)
})

test('OCR-1: all twelve fields of a photographed digital invoice are read, turned by 90 degrees', async () => {
  await assertAllRead(2, '31', 'photographed', 90)
})

test('OCR-1: all twelve fields of an electronic invoice are read, turned by 180 degrees', async () => {
  await assertAllRead(3, '10', 'compressed', 180)
})

test('OCR-3: lines have their text, their place and their confidence', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300"><rect width="900" height="300" fill="white"/>
    <text x="100" y="100" font-size="40" font-family="Noto Sans CJK SC">会议日期：2025年3月8日</text>
    <text x="100" y="220" font-size="40" font-family="Noto Sans CJK SC">金额 1234.50</text></svg>`
  const lines = await engine.recognize(await rasterOf(Buffer.from(svg)))
  assert.deepEqual(
    lines.map(({ text }) => text.normalize('NFKC').replaceAll(' ', '')),
    ['会议日期:2025年3月8日', '金额1234.50'],
  )
  const [[left, top], , [right, bottom]] = lines[0]!.box
  assert.ok(left > 80 && left < 110 && top > 50 && top < 75, `${left}, ${top}`)
  assert.ok(right > 500 && right < 640 && bottom > 100 && bottom < 125, `${right}, ${bottom}`)
  for (const { confidence } of lines) assert.ok(confidence > 0.8 && confidence <= 1)
})

test('OCR-3: empty and tiny pages have no lines', async () => {
  for (const [width, height] of [
    [800, 600],
    [1, 1],
    [3000, 2],
  ] as const) {
    const data = new Uint8Array(width * height * 3).fill(255)
    assert.deepEqual(await engine.recognize({ width, height, data }), [])
  }
})
