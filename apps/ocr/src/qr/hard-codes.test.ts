import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { toRaster } from '../../synth/files/to-raster.ts'
import { type HardName, HARDSHIP_NAMES, makeHardPage } from '../../synth/hard.ts'
import { readQr } from './qr.ts'

/** The first page of each distortion is read, or of these another one. `npm run bench:ocr -- --hard` reads all. */
const PAGE: Partial<Record<HardName, number>> = {
  shadowed: 1,
  'photographed from a screen': 1,
  'folded and sideways': 1,
}

test('REC-24: a code of each of twenty distortions near the limit of what can be read is read', async () => {
  assert.equal(HARDSHIP_NAMES.length, 20)
  const lost: string[] = []
  for (const name of HARDSHIP_NAMES) {
    const { invoice, file } = await makeHardPage(name, PAGE[name] ?? 0)
    const outcome = await readQr(await toRaster(sharp(file)))
    if (outcome.kind !== 'invoice' || outcome.reading.raw !== invoice.payload) lost.push(name)
  }
  assert.deepEqual(lost, [])
})
