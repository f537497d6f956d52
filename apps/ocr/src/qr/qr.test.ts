import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { codePicture, DIGITAL_PAYLOAD, ELECTRONIC_PAYLOAD, page, PAYMENT_LINK } from '../../test/pictures.ts'
import { bandsOf } from './qr-planes.ts'
import { readPreview, readQr } from './qr.ts'
import type { Raster } from '../pictures/raster.ts'
import { toRaster } from '../../synth/files/to-raster.ts'

const rasterOf = async (...payloads: string[]) => toRaster(await page(...payloads))

async function withOverlay(svg: string): Promise<Raster> {
  const drawn = await (await page(DIGITAL_PAYLOAD)).png().toBuffer()
  const overlay = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800">${svg}</svg>`,
  )
  return toRaster(sharp(drawn).composite([{ input: overlay }]))
}

async function readsInvoice(raster: Raster): Promise<void> {
  const outcome = await readQr(raster)
  assert.equal(outcome.kind === 'invoice' && outcome.reading.raw, DIGITAL_PAYLOAD)
}

describe('readQr', () => {
  it('OCR-4: reads a code, also beside one that is not an invoice', async () => {
    await readsInvoice(await rasterOf(DIGITAL_PAYLOAD))
    await readsInvoice(await rasterOf(PAYMENT_LINK, DIGITAL_PAYLOAD))
  })

  it('OCR-4: reads a code in a turned or large picture', async () => {
    for (const turn of [90, 180, 270])
      await readsInvoice(await toRaster((await page(DIGITAL_PAYLOAD)).rotate(turn)))
    await readsInvoice(await toRaster((await page(DIGITAL_PAYLOAD)).resize(4000)))
  })

  it('REC-32: a code that is too small for the quick look at a large picture is read at its place', async () => {
    const { width, height } = await sharp(await (await page(DIGITAL_PAYLOAD)).png().toBuffer()).metadata()
    const whole = await readQr(await rasterOf(DIGITAL_PAYLOAD))
    const [left, top] = [4200 - width - 100, 2900 - height - 100]
    const distant = sharp({
      create: { width: 4200, height: 2900, channels: 3, background: '#ddd' },
    }).composite([{ input: await (await page(DIGITAL_PAYLOAD)).png().toBuffer(), left, top }])
    const outcome = await readQr(await toRaster(distant))
    assert.ok(outcome.kind === 'invoice' && whole.kind === 'invoice')
    assert.equal(outcome.reading.raw, DIGITAL_PAYLOAD)
    const [x, y] = whole.place!.corner
    assert.ok(Math.abs(outcome.place!.corner[0] - left - x) < 12, String(outcome.place!.corner))
    assert.ok(Math.abs(outcome.place!.corner[1] - top - y) < 12, String(outcome.place!.corner))
  })

  it('REC-32: what a preview shows is not searched for again in the whole picture, and has its place there', async () => {
    const blank = await rasterOf()
    const link = await readPreview(await rasterOf(PAYMENT_LINK))
    const foreign = await readQr(blank, link)
    assert.deepEqual([link?.outcome, foreign.kind === 'foreign' && foreign.raw], [null, PAYMENT_LINK])
    // Room for a second invoice, of which only the whole picture could show the code.
    const wide = await toRaster(
      (await page(DIGITAL_PAYLOAD)).extend({ bottom: 1600, right: 1200, background: '#fff' }),
    )
    const small = await readPreview(wide)
    const whole = await toRaster(
      sharp({ create: { width: 4800, height: 4800, channels: 3, background: '#fff' } }),
    )
    const placed = await readQr(whole, small)
    const alone = await readQr(wide)
    assert.ok(placed.kind === 'invoice' && alone.kind === 'invoice')
    assert.deepEqual(
      [small?.outcome, placed.reading.raw, placed.place?.corner],
      [null, DIGITAL_PAYLOAD, alone.place?.corner.map((at) => 2 * at)],
    )
  })

  it('REC-32: a preview tells of one invoice that fills it, and of several', async () => {
    const one = await readPreview(await toRaster((await page(DIGITAL_PAYLOAD)).resize(2100)))
    assert.equal(one?.outcome?.kind, 'invoice')
    const two = await readPreview(await rasterOf(DIGITAL_PAYLOAD, ELECTRONIC_PAYLOAD))
    assert.equal(two?.outcome?.kind, 'several')
    assert.equal((await readPreview(await rasterOf()))?.outcome, null)
  })

  it('OCR-4: reads a code under a red stamp', async () => {
    const stamp = `<g fill="#e01020" fill-opacity="0.75"><rect x="60" y="60" width="110" height="40"/><rect x="40" y="130" width="140" height="26"/></g>`
    await readsInvoice(await withOverlay(stamp))
  })

  it('OCR-5: returns the payload of a payment link, and nothing for an empty page', async () => {
    const outcome = await readQr(await rasterOf(PAYMENT_LINK))
    assert.equal(outcome.kind, 'foreign')
    assert.equal(outcome.kind === 'foreign' && outcome.raw, PAYMENT_LINK)
    assert.deepEqual(await readQr(await rasterOf()), { kind: 'none' })
  })

  it('OCR-4: finds two invoices, also small ones; the same invoice printed twice counts once', async () => {
    const several = await readQr(await rasterOf(DIGITAL_PAYLOAD, ELECTRONIC_PAYLOAD))
    assert.equal(several.kind === 'several' && several.readings.length, 2)
    const drawn = await (await page(DIGITAL_PAYLOAD, ELECTRONIC_PAYLOAD)).png().toBuffer()
    const wide = sharp(drawn).extend({ bottom: 1600, right: 1200, background: '#ffffff' })
    assert.equal((await readQr(await toRaster(wide))).kind, 'several')
    assert.equal((await readQr(await rasterOf(DIGITAL_PAYLOAD, DIGITAL_PAYLOAD))).kind, 'invoice')
  })

  it('OCR-4: a picture that is read in bands shows every code as a whole, once and at its place', async () => {
    const side = 120
    const code = await sharp(await codePicture(DIGITAL_PAYLOAD))
      .resize(side)
      .png()
      .toBuffer()
    for (const [width, height] of [
      [4000, 3000],
      [3000, 4000],
    ] as const) {
      const blank = sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
      const [left, top] = [(width - side) / 2, (height - side) / 2]
      const picture = await toRaster(
        sharp(
          await blank
            .composite([{ input: code, left, top }])
            .png()
            .toBuffer(),
        ),
      )
      assert.equal(bandsOf(picture).length, 2)
      const outcome = await readQr(picture)
      assert.ok(outcome.kind === 'invoice' && outcome.place)
      const [x, y] = outcome.place.corner
      assert.ok(x > left && x < left + side / 4 && y > top && y < top + side / 4, `${x}, ${y}`)
    }
  })
})
