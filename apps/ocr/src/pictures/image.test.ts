import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { bmpPage, DIGITAL_PAYLOAD, hugePng, page, tiffPages } from '../../test/pictures.ts'
import { countPages, decodeHalved, decodeImage } from './image.ts'
import type { Raster } from './raster.ts'
import { sniff, type ImageKind } from '../documents/sniff.ts'

const kindOf = (bytes: Buffer) => sniff(bytes) as ImageKind

const decode = (bytes: Buffer, index = 0) => decodeImage(bytes, kindOf(bytes), index)

const pixel = ({ width, data }: Raster, x: number, y: number) => [
  ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
]

/** Four colors in the corners, which show the orientation. */
async function corners(): Promise<Buffer> {
  const rect = (x: number, y: number, color: string) =>
    `<rect x="${x}" y="${y}" width="40" height="30" fill="${color}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60">${rect(0, 0, '#ff0000')}${rect(40, 0, '#00ff00')}${rect(0, 30, '#0000ff')}${rect(40, 30, '#ffffff')}</svg>`
  return sharp(Buffer.from(svg)).removeAlpha().png().toBuffer()
}

const near = (found: number[], wanted: number[]) =>
  assert.ok(
    found.every((value, at) => Math.abs(value - (wanted[at] ?? 0)) < 12),
    `${found.join()} is not ${wanted.join()}`,
  )

function showsCorners(raster: Raster): void {
  near(pixel(raster, 5, 5), [255, 0, 0])
  near(pixel(raster, raster.width - 5, 5), [0, 255, 0])
  near(pixel(raster, 5, raster.height - 5), [0, 0, 255])
  near(pixel(raster, raster.width - 5, raster.height - 5), [255, 255, 255])
}

describe('pictures', () => {
  it('OCR-1: every format is decoded to rows of red, green and blue', async () => {
    const picture = () => corners().then((bytes) => sharp(bytes))
    const files = await Promise.all([
      picture().then((one) => one.png().toBuffer()),
      picture().then((one) => one.png({ palette: true }).toBuffer()),
      picture().then((one) => one.toColourspace('rgb16').png().toBuffer()),
      picture().then((one) => one.jpeg({ chromaSubsampling: '4:4:4', quality: 100 }).toBuffer()),
      picture().then((one) => one.webp({ lossless: true }).toBuffer()),
      picture().then((one) => one.tiff({ compression: 'lzw' }).toBuffer()),
      picture().then((one) => one.gif().toBuffer()),
    ])
    for (const bytes of files) {
      const raster = await decode(bytes)
      assert.equal(raster.data.length, raster.width * raster.height * 3)
      showsCorners(raster)
    }
  })

  it('OCR-1: a photo with any EXIF orientation is turned upright', async () => {
    for (let orientation = 1; orientation <= 8; orientation++) {
      const drawn = await corners()
      const upright = () => sharp(drawn)
      // The inverse of the transformation that the orientation means.
      const turned = {
        1: upright(),
        2: upright().flop(),
        3: upright().rotate(180),
        4: upright().flip(),
        5: sharp(await upright().rotate(90).png().toBuffer()).flop(),
        6: upright().rotate(270),
        7: sharp(await upright().rotate(270).png().toBuffer()).flop(),
        8: upright().rotate(90),
      }[orientation]
      assert.ok(turned)
      const file = await turned
        .withMetadata({ orientation })
        .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
        .toBuffer()
      const raster = await decode(file)
      assert.deepEqual([raster.width, raster.height], [80, 60], `orientation ${orientation}`)
      showsCorners(raster)
    }
  })

  it('OCR-1: CMYK, grey and transparent pictures are converted to sRGB on white', async () => {
    const cmyk = await sharp(await corners())
      .toColourspace('cmyk')
      .jpeg({ quality: 100 })
      .toBuffer()
    const dark = pixel(await decode(cmyk), 5, 5)
    assert.ok((dark[0] ?? 0) > 150 && (dark[1] ?? 255) < 110, `red of CMYK is ${dark.join()}`)
    const grey = await sharp(await corners())
      .greyscale()
      .png()
      .toBuffer()
    const [red, green, blue] = pixel(await decode(grey), 5, 5)
    assert.deepEqual([red, red], [green, blue])
    const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer()
    assert.deepEqual(pixel(await decode(clear), 4, 4), [255, 255, 255])
  })

  it('OCR-1: an animation has one page, its first frame; a TIFF has all its pages', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const animation = sharp(frames, { join: { animated: true } })
    for (const bytes of [
      await animation.clone().gif().toBuffer(),
      await animation.clone().webp().toBuffer(),
    ]) {
      assert.equal(await countPages(bytes, kindOf(bytes)), 1)
      const raster = await decode(bytes)
      assert.equal(raster.height, 20)
      near(pixel(raster, 10, 10), [255, 0, 0])
    }
    const tiff = await tiffPages(DIGITAL_PAYLOAD, DIGITAL_PAYLOAD, DIGITAL_PAYLOAD)
    assert.equal(await countPages(tiff, 'tiff'), 3)
    assert.equal((await decode(tiff, 2)).height, 800)
  })

  it('OCR-1: Windows bitmaps with 1 to 32 bits and either order of rows are decoded', async () => {
    const expected = await decode(await (await page(DIGITAL_PAYLOAD)).png().toBuffer())
    assert.ok(Buffer.from((await decode(await bmpPage(DIGITAL_PAYLOAD))).data).equals(expected.data))
    for (const bits of [1, 8, 16, 32] as const) showsTwoRows(await decode(twoRows(bits, false)))
    for (const bits of [1, 8, 16, 24, 32] as const) showsTwoRows(await decode(twoRows(bits, true)))
  })

  it('LIM-1: a picture with too many pixels is refused before it is decoded', async () => {
    const png = hugePng(30_000, 30_000, crc32)
    await assert.rejects(decode(png), { code: 'IMAGE_TOO_LARGE' })
    await assert.rejects(countPages(png, 'png'), { code: 'IMAGE_TOO_LARGE' })
    const bmp = twoRows(24, false)
    bmp.writeInt32LE(30_000, 18)
    bmp.writeInt32LE(-30_000, 22)
    await assert.rejects(decode(bmp), { code: 'IMAGE_TOO_LARGE' })
  })

  it('OCR-1: a large photo is shrunk in proportion while it is decoded', async () => {
    const large = await (await page(DIGITAL_PAYLOAD)).resize(9000, 6000).jpeg().toBuffer()
    const { width, height } = await decode(large)
    assert.ok(width * height <= 16_100_000)
    assert.equal(Math.round((width / height) * 100), 150)
  })

  it('REC-32: a picture of 5.5 megapixels and more is also decoded upright at half the size, a smaller or damaged one is not', async () => {
    const drawn = await corners()
    const large = (width: number) => sharp(drawn).resize(width, 2000, { fit: 'fill', kernel: 'nearest' })
    const halved = (bytes: Buffer, index = 0) => decodeHalved(bytes, kindOf(bytes), index)
    const png = await large(2750).png().toBuffer()
    const lying = await large(2750)
      .rotate(270)
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer()
    const kinds = [png, lying, await large(2750).webp().toBuffer(), await large(2750).tiff().toBuffer()]
    for (const bytes of kinds) {
      const raster = await halved(bytes)
      assert.deepEqual([raster?.width, raster?.height, raster?.data.length], [1375, 1000, 1375 * 1000 * 3])
      showsCorners(raster!)
    }
    const huge = await sharp(drawn).resize(6000, 4000, { fit: 'fill' }).jpeg().toBuffer()
    const [whole, half] = [await decode(huge), await halved(huge)]
    assert.deepEqual([half?.width, half?.height], [whole.width >> 1, whole.height >> 1])
    assert.equal(await halved(await large(2749).png().toBuffer()), null)
    assert.equal(await halved(png.subarray(0, png.length / 2)), null)
    assert.equal(await halved(lying.subarray(0, lying.length / 2)), null)
  })

  it('OCR-1: truncated and corrupt pictures have the error FILE_DAMAGED', async () => {
    const drawn = await page(DIGITAL_PAYLOAD)
    const png = await drawn.clone().png().toBuffer()
    const jpeg = await drawn.clone().jpeg().toBuffer()
    const webp = await drawn.clone().webp().toBuffer()
    const tiff = await drawn.clone().tiff().toBuffer()
    const bmp = await bmpPage(DIGITAL_PAYLOAD)
    for (const whole of [png, jpeg, webp, tiff, bmp])
      for (const bytes of [whole.subarray(0, whole.length / 2), whole.subarray(0, 16)]) {
        // A JPEG shows what there is of it.
        if (whole === jpeg && bytes.length > 16) continue
        await assert.rejects(
          decode(bytes),
          { code: 'FILE_DAMAGED' },
          `${kindOf(whole)} of ${bytes.length} bytes`,
        )
      }
    assert.equal((await decode(jpeg.subarray(0, jpeg.length / 2))).incomplete, true)
    const corrupt = Buffer.from(png)
    corrupt.fill(0x55, Math.floor(corrupt.length / 3), Math.floor(corrupt.length / 2))
    await assert.rejects(decode(corrupt), { code: 'FILE_DAMAGED' })
  })
})

/** A bitmap of two by two pixels: red above, white below. */
function twoRows(bits: 1 | 8 | 16 | 24 | 32, topDown: boolean): Buffer {
  const red = {
    1: [0b0000_0000],
    8: [0, 0],
    16: [0x00, 0x7c, 0x00, 0x7c],
    24: [0, 0, 255, 0, 0, 255],
    32: [0, 0, 255, 0, 0, 0, 255, 0],
  }
  const white = {
    1: [0b1100_0000],
    8: [1, 1],
    16: [0xff, 0x7f, 0xff, 0x7f],
    24: Array(6).fill(255),
    32: Array(8).fill(255),
  }
  const row = (bytes: number[]) =>
    Buffer.concat([Buffer.from(bytes), Buffer.alloc((4 - (bytes.length % 4)) % 4)])
  const palette = bits <= 8 ? Buffer.from([0, 0, 255, 0, 255, 255, 255, 0]) : Buffer.alloc(0)
  const head = Buffer.alloc(54)
  head.write('BM')
  head.writeUInt32LE(54 + palette.length, 10)
  head.writeUInt32LE(40, 14)
  head.writeInt32LE(2, 18)
  head.writeInt32LE(topDown ? -2 : 2, 22)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(bits, 28)
  head.writeUInt32LE(bits <= 8 ? 2 : 0, 46)
  const rows = [row(red[bits]), row(white[bits])]
  return Buffer.concat([head, palette, ...(topDown ? rows : rows.toReversed())])
}

function showsTwoRows(raster: Raster): void {
  assert.deepEqual(pixel(raster, 0, 0), [255, 0, 0])
  assert.deepEqual(pixel(raster, 1, 0), [255, 0, 0])
  assert.deepEqual(pixel(raster, 1, 1), [255, 255, 255])
}
