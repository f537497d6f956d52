import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TextLine } from '@consilium/contract/recognition/recognition.ts'
import sharp from 'sharp'
import { toRaster } from '../synth/files/to-raster.ts'
import { codePicture, DIGITAL_PAYLOAD } from '../test/pictures.ts'
import type { Page } from './documents/document.ts'
import type { Raster } from './pictures/raster.ts'
import { recognizePage } from './recognize-page.ts'
import { showsText } from './text/region.ts'

/** A page of 3,600 × 2,400 pixels with a code of this width in its corner, and the same page at half the size. */
async function pageWith(side: number): Promise<{ page: Page; whole: Raster; half: Raster }> {
  const code = await sharp(await codePicture(DIGITAL_PAYLOAD))
    .resize(side, side)
    .toBuffer()
  const drawn = await sharp({ create: { width: 3600, height: 2400, channels: 3, background: '#ffffff' } })
    .composite([{ input: code, left: 200, top: 200 }])
    .png()
    .toBuffer()
  const whole = await toRaster(sharp(drawn))
  const half = await toRaster(sharp(drawn).resize(1800, 1200))
  const page: Page = {
    number: 1,
    size: async () => whole,
    preview: async () => half,
    async *codes() {
      yield whole
    },
    raster: async () => whole,
    layer: async () => [],
    fields: null,
  }
  return { page, whole, half }
}

/** The picture whose text was read, and the width of the code in it as the reading was told. */
async function readText(page: Page): Promise<[picture: Raster | undefined, code: number | undefined]> {
  let picture: Raster | undefined
  let code: number | undefined
  await recognizePage(page, true, async (raster, scope): Promise<TextLine[]> => {
    picture = raster
    code = scope?.code?.right[0]
    return []
  })
  return [picture, code]
}

describe('a large page that was drawn at half the size', () => {
  it('REC-32: its text is read there if the code is large enough, otherwise in the whole picture', async () => {
    // The quiet zone is a part of the drawn width, so that the code has about four fifths of it.
    const near = await pageWith(480)
    const [small, inHalf] = await readText(near.page)
    assert.ok(small === near.half)
    assert.ok(Math.abs(inHalf! - 192) < 8, String(inHalf))
    const far = await pageWith(280)
    const [large, inWhole] = await readText(far.page)
    assert.ok(large === far.whole)
    assert.ok(Math.abs(inWhole! - 224) < 8, String(inWhole))
  })

  it('REC-32: the smaller side of the code decides, from 130 pixels on', () => {
    const place = (right: [number, number], down: [number, number]) => ({
      corner: [0, 0] as [number, number],
      right,
      down,
    })
    assert.equal(showsText(place([130, 0], [0, 130])), true)
    assert.equal(showsText(place([129, 0], [0, 300])), false)
    assert.equal(showsText(place([0, 300], [-129, 0])), false)
    assert.equal(showsText(place([78, 104], [-104, 78])), true)
  })
})
