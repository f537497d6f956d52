import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp, { type Sharp } from 'sharp'
import { toRaster } from '../../synth/files/to-raster.ts'
import { codePicture, DIGITAL_PAYLOAD, page } from '../../test/pictures.ts'
import { findCodeRegions } from './finder-patterns.ts'

const SIDE = 900
const [LEFT, TOP, CODE] = [400, 300, 120]

/** A grey page with the code at a known place. */
async function withCode(change: (code: Sharp) => Sharp = (code) => code): Promise<Sharp> {
  const code = change(sharp(await codePicture(DIGITAL_PAYLOAD)).resize(CODE, CODE))
  const base = sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#d8d4cc' } })
  const input = await code.png().toBuffer()
  return sharp(
    await base
      .composite([{ input, left: LEFT, top: TOP }])
      .png()
      .toBuffer(),
  )
}

async function isFound(picture: Sharp): Promise<void> {
  const [region, ...more] = findCodeRegions(await toRaster(picture))
  assert.ok(region && more.length === 0)
  const [x, y] = [LEFT + CODE / 2, TOP + CODE / 2]
  assert.ok(region.left < x && x < region.left + region.width, JSON.stringify(region))
  assert.ok(region.top < y && y < region.top + region.height, JSON.stringify(region))
}

describe('the search for finder patterns', () => {
  it('REC-16: finds a code, also a turned or blurred one', async () => {
    await isFound(await withCode())
    await isFound(await withCode((code) => code.rotate(90)))
    await isFound(await withCode((code) => code.blur(0.8)))
  })

  it('REC-16: finds nothing on a page without a code, so that the costly readers do not run', async () => {
    assert.deepEqual(findCodeRegions(await toRaster(await page())), [])
    const lines = Array.from(
      { length: 60 },
      (_none, row) => `<rect x="40" y="${row * 14}" width="${300 + ((row * 37) % 400)}" height="3"/>`,
    )
    const table = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}"><rect width="100%" height="100%" fill="#fff"/>${lines.join('')}</svg>`
    assert.deepEqual(findCodeRegions(await toRaster(sharp(Buffer.from(table)))), [])
    const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
    const create = { width: SIDE, height: SIDE, channels: 3, background: '#888', noise } as const
    assert.deepEqual(findCodeRegions(await toRaster(sharp({ create }).blur(3))), [])
  })
})
