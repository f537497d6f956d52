import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { Refusal } from '../refusal.ts'
import { readSignature } from './signature-image.ts'

const MAX_SIGNATURE_BYTES = 512 * 1024
const MAX_SIGNATURE_HEIGHT = 1_000
const MAX_SIGNATURE_WIDTH = 2_000
const MIN_SIGNATURE_HEIGHT = 20
const MIN_SIGNATURE_WIDTH = 60

type Color = [number, number, number, number]

const CLEAR: Color = [0, 0, 0, 0]
const WHITE: Color = [255, 255, 255, 255]
const BLACK: Color = [0, 0, 0, 255]
const BLUE: Color = [20, 40, 160, 255]

function picture(width: number, height: number, ground: Color): PNG {
  const image = new PNG({ width, height })
  for (let offset = 0; offset < image.data.length; offset += 4) image.data.set(ground, offset)
  return image
}

function fill(image: PNG, left: number, top: number, width: number, height: number, color: Color): void {
  for (let y = top; y < top + height; y++) {
    for (let x = left; x < left + width; x++) image.data.set(color, (y * image.width + x) * 4)
  }
}

/** A wave three pixels thick and 200 wide, starting at x = 50. */
function drawn(ground: Color, ink: Color): PNG {
  const image = picture(300, 120, ground)
  for (let x = 50; x < 250; x++) fill(image, x, 58 + Math.round(20 * Math.sin(x / 12)), 1, 3, ink)
  return image
}

function url(bytes: Buffer): string {
  return `data:image/png;base64,${bytes.toString('base64')}`
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

function header(width: number, height: number, interlaced = 0): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([8, 6, 0, 0, interlaced], 8)
  return chunk('IHDR', data)
}

const START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const END = chunk('IEND', Buffer.alloc(0))

function assembled(...chunks: Buffer[]): string {
  return url(Buffer.concat([START, ...chunks, END]))
}

async function refuses(dataUrl: string, error: Refusal['error']): Promise<void> {
  await assert.rejects(readSignature(dataUrl), (thrown) => {
    assert.ok(thrown instanceof Refusal, String(thrown))
    assert.equal(thrown.error, error)
    assert.deepEqual(
      thrown.details.map(({ field }) => field),
      ['handsign'],
    )
    return true
  })
}

describe('a drawn signature', () => {
  for (const [name, ground, ink] of [
    ['dark strokes on a transparent ground', CLEAR, BLACK],
    ['dark strokes on white', WHITE, BLACK],
    ['blue strokes on white', WHITE, BLUE],
  ] as const) {
    it(`ATT-8: is read, and its dark pixels are counted: ${name}`, async () => {
      const read = await readSignature(url(PNG.sync.write(drawn([...ground], [...ink]))))
      assert.equal(read.inkPixels, 600)
      assert.equal(read.width, 200 + 2 * 8)
      const again = PNG.sync.read(read.png)
      assert.deepEqual([again.width, again.height], [read.width, read.height])
      assert.deepEqual([...again.data.subarray(0, 4)], WHITE)
      assert.equal((await readSignature(url(read.png))).inkPixels, 600)
    })
  }

  it('keeps only its pixels', async () => {
    const clean = PNG.sync.write(drawn(WHITE, BLACK))
    const comment = chunk('tEXt', Buffer.from('Comment\0<script>secret</script>'))
    const stuffed = Buffer.concat([
      clean.subarray(0, 33),
      comment,
      clean.subarray(33),
      Buffer.from('PK-secret'),
    ])
    const { png, inkPixels } = await readSignature(url(stuffed))
    assert.equal(inkPixels, 600)
    assert.equal(png.includes('secret'), false)
    assert.equal(png.subarray(-12).equals(END), true)
  })

  it('may fill the allowed dimensions', async () => {
    const image = picture(MAX_SIGNATURE_WIDTH, MAX_SIGNATURE_HEIGHT, CLEAR)
    fill(image, 0, 500, MAX_SIGNATURE_WIDTH, 6, BLACK)
    const read = await readSignature(url(PNG.sync.write(image)))
    assert.deepEqual([read.width, read.height], [MAX_SIGNATURE_WIDTH, 6 + 2 * 8])
  })
})

describe('files that are not pictures', () => {
  const valid = PNG.sync.write(drawn(CLEAR, BLACK))
  const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')
  for (const [name, dataUrl] of [
    ['an empty string', ''],
    ['text', 'my signature'],
    ['bare base64', valid.toString('base64')],
    ['another media type', `data:image/svg+xml;base64,${valid.toString('base64')}`],
    ['no data', 'data:image/png;base64,'],
    ['broken base64', `${url(valid)}*`],
    ['a JPEG said to be a PNG', url(jpeg)],
    ['HTML said to be a PNG', url(Buffer.from('<html></html>'.repeat(20)))],
    ['the PNG signature alone', url(START)],
    ['a header without pixels', assembled(header(300, 120))],
    ['pixel data that is no zlib stream', assembled(header(300, 120), chunk('IDAT', Buffer.alloc(400, 7)))],
    ['too few pixels', assembled(header(300, 120), chunk('IDAT', deflateSync(Buffer.alloc(1201 * 60))))],
    ['one byte short', assembled(header(300, 120), chunk('IDAT', deflateSync(Buffer.alloc(1201 * 120 - 1))))],
    ['interlaced', assembled(header(300, 120, 1), chunk('IDAT', deflateSync(Buffer.alloc(1201 * 120))))],
    [
      'a zlib stream cut short',
      assembled(header(300, 120), chunk('IDAT', deflateSync(valid).subarray(0, 90))),
    ],
    ['an unknown color type', url(Buffer.from(valid).fill(9, 25, 26))],
    ['a chunk longer than the file', url(Buffer.from(valid).fill(0xff, 33, 37))],
  ] as const) {
    it(`ATT-8: refused as a signature: ${name}`, () => refuses(dataUrl, 'SIGNATURE_NOT_IMAGE'))
  }

  it('ATT-8: refused as a signature: a PNG cut off anywhere', async () => {
    for (let length = 8; length < valid.length; length += 13) {
      await refuses(url(valid.subarray(0, length)), 'SIGNATURE_NOT_IMAGE')
    }
  })

  it('ATT-8: refused as a signature: a PNG with a byte of its pixels changed', async () => {
    const damaged = Buffer.from(valid)
    const at = valid.indexOf('IDAT') + 40
    damaged.writeUInt8(valid.readUInt8(at) ^ 0xff, at)
    await refuses(url(damaged), 'SIGNATURE_NOT_IMAGE')
  })
})

describe('a picture out of bounds', () => {
  const pixels = chunk('IDAT', deflateSync(Buffer.alloc(100)))
  const bomb = chunk('IDAT', deflateSync(Buffer.alloc(80 * 1024 * 1024)))

  it('ATT-8 SEC-18: a header of 30000 × 30000 is refused before decoding', async () => {
    await refuses(assembled(header(30_000, 30_000), pixels), 'SIGNATURE_TOO_LARGE')
  })

  it('ATT-8: one pixel too wide, one too high', async () => {
    await refuses(assembled(header(MAX_SIGNATURE_WIDTH + 1, 100), pixels), 'SIGNATURE_TOO_LARGE')
    await refuses(assembled(header(100, MAX_SIGNATURE_HEIGHT + 1), pixels), 'SIGNATURE_TOO_LARGE')
  })

  it('ATT-8: a second header cannot change the dimensions', async () => {
    const white = chunk('IDAT', deflateSync(Buffer.alloc(1201 * 120)))
    await refuses(assembled(header(300, 120), header(30_000, 30_000), white), 'SIGNATURE_NOT_IMAGE')
    await refuses(assembled(header(300, 120), header(300, 60), white), 'SIGNATURE_NOT_IMAGE')
  })

  it('ATT-8 SEC-18: pixel data of 80 MiB is only unpacked up to the size in the header', async () => {
    await refuses(assembled(header(300, 120), bomb), 'SIGNATURE_EMPTY')
    await refuses(assembled(header(300, 120, 1), bomb), 'SIGNATURE_NOT_IMAGE')
  })

  it('ATT-8: more bytes than allowed', async () => {
    await refuses(url(Buffer.alloc(MAX_SIGNATURE_BYTES + 1)), 'SIGNATURE_TOO_LARGE')
  })
})

describe('a picture without a signature', () => {
  const dot = picture(300, 120, CLEAR)
  fill(dot, 150, 60, 14, 14, BLACK)
  const speck = picture(300, 120, WHITE)
  fill(speck, 50, 60, 60, 1, BLACK)
  const faint = drawn(WHITE, [225, 225, 225, 255])
  const small = picture(MIN_SIGNATURE_WIDTH - 1, MIN_SIGNATURE_HEIGHT, WHITE)
  fill(small, 5, 5, 50, 5, BLACK)
  for (const [name, image] of [
    ['transparent', picture(300, 120, CLEAR)],
    ['white', picture(300, 120, WHITE)],
    ['a single dot', dot],
    ['a hair-line of too few pixels', speck],
    ['strokes hardly darker than the paper', faint],
    ['filled with black', picture(300, 120, BLACK)],
    ['a picture below the least dimensions', small],
  ] as const) {
    it(`ATT-8: refused as empty: ${name}`, () => refuses(url(PNG.sync.write(image)), 'SIGNATURE_EMPTY'))
  }
})
