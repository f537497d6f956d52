// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { sharedApi } from '../../../test/shared-api.ts'

const MEBIBYTE = 1024 * 1024
const api = await sharedApi({ after })
const manager = await api.manager()

async function upload(bytes: Buffer, name: string): Promise<string> {
  const file = new File([new Uint8Array(bytes)], name)
  const { status, error } = await manager.attempt(fileRoutes.upload, { file })
  if (error) assert.equal(error.details?.[0]?.field, 'file')
  return error?.error ?? String(status)
}

const be32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const be16 = (value: number) => be32(value).subarray(2)
const le24 = (value: number) => Buffer.from([value & 255, (value >> 8) & 255, (value >> 16) & 255])
const le32 = (value: number) =>
  Buffer.from([value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24])

const chunk = (type: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([be32(data.length), named, be32(crc32(named))])
}
function png(width: number, height: number, ...before: Buffer[]): Buffer {
  const header = Buffer.concat([be32(width), be32(height), Buffer.from([8, 2, 0, 0, 0])])
  const mark = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    mark,
    chunk('IHDR', header),
    ...before,
    chunk('IDAT', Buffer.alloc(8)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const pngProfile = (size: number) =>
  chunk('iCCP', Buffer.concat([Buffer.from('ICC\0\0', 'latin1'), deflateSync(Buffer.alloc(size))]))

const segment = (marker: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker]), be16(data.length + 2), data])
const jpeg = (width: number, height: number, ...before: Buffer[]) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...before,
    segment(0xc2, Buffer.concat([Buffer.from([8]), be16(height), be16(width), Buffer.from([1, 1, 0x11, 0])])),
    segment(0xda, Buffer.alloc(6)),
    Buffer.from([0xff, 0xd9]),
  ])
const profileSegments = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    segment(
      0xe2,
      Buffer.concat([
        Buffer.from('ICC_PROFILE\0', 'latin1'),
        Buffer.from([at + 1, count]),
        Buffer.alloc(65_519),
      ]),
    ),
  )

const riff = (...chunks: Buffer[]) => {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks])
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), le32(body.length), body])
}
const webpChunk = (type: string, data: Buffer) =>
  Buffer.concat([Buffer.from(type, 'latin1'), le32(data.length), data, Buffer.alloc(data.length % 2)])
const webp = (width: number, height: number) =>
  riff(webpChunk('VP8X', Buffer.concat([Buffer.from([0x20, 0, 0, 0]), le24(width - 1), le24(height - 1)])))
const lossless = (width: number, height: number) =>
  riff(
    webpChunk(
      'VP8L',
      Buffer.concat([Buffer.from([0x2f]), le32((width - 1) | ((height - 1) << 14)), Buffer.alloc(8)]),
    ),
  )
const lossy = (width: number, height: number) =>
  riff(
    webpChunk(
      'VP8 ',
      Buffer.concat([
        Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a]),
        Buffer.from([width & 255, width >> 8, height & 255, height >> 8]),
      ]),
    ),
  )

describe('SEC-39: pictures by what their heads state', () => {
  it('SEC-39: of more than sixty million pixels are refused, and of so many stored', async () => {
    const cases = [
      ['png', png],
      ['jpg', jpeg],
      ['webp', webp],
      ['webp', lossless],
      ['webp', lossy],
    ] as const
    for (const [name, make] of cases) {
      assert.equal(await upload(make(10_000, 6000), `p.${name}`), '200', name)
      assert.equal(await upload(make(10_001, 6000), `p.${name}`), 'PICTURE_TOO_LARGE', name)
    }
    assert.equal(await upload(png(16_000, 16_000), 'p.png'), 'PICTURE_TOO_LARGE')
    assert.equal(await upload(png(0xffffffff, 0xffffffff), 'p.png'), 'PICTURE_TOO_LARGE')
  })

  it('SEC-39: with a colour profile above four megabytes are refused, however small it is deflated', async () => {
    assert.equal(await upload(png(10, 10, pngProfile(4 * MEBIBYTE)), 'p.png'), '200')
    assert.equal(
      await upload(png(10, 10, pngProfile(4 * MEBIBYTE + 1)), 'p.png'),
      'PICTURE_PROFILE_TOO_LARGE',
    )
    assert.equal(await upload(png(10, 10, pngProfile(60 * MEBIBYTE)), 'p.png'), 'PICTURE_PROFILE_TOO_LARGE')
    assert.equal(await upload(jpeg(10, 10, ...profileSegments(64)), 'p.jpg'), '200')
    assert.equal(await upload(jpeg(10, 10, ...profileSegments(65)), 'p.jpg'), 'PICTURE_PROFILE_TOO_LARGE')
    const profile = (size: number) => riff(webp(10, 10).subarray(12), webpChunk('ICCP', Buffer.alloc(size)))
    assert.equal(await upload(profile(4 * MEBIBYTE), 'p.webp'), '200')
    assert.equal(await upload(profile(4 * MEBIBYTE + 1), 'p.webp'), 'PICTURE_PROFILE_TOO_LARGE')
  })

  it('SEC-39: cannot hide their size behind thousands of empty parts', async () => {
    const comments = (count: number) => Array.from({ length: count }, () => segment(0xfe, Buffer.alloc(0)))
    assert.equal(await upload(jpeg(10, 10, ...comments(1990)), 'p.jpg'), '200')
    assert.equal(await upload(jpeg(10, 10, ...comments(2001)), 'p.jpg'), 'PICTURE_TOO_LARGE')
    const texts = (count: number) => Array.from({ length: count }, () => chunk('tEXt', Buffer.alloc(0)))
    assert.equal(await upload(png(10, 10, ...texts(1990)), 'p.png'), '200')
    assert.equal(await upload(png(10, 10, ...texts(2001)), 'p.png'), 'PICTURE_TOO_LARGE')
  })
})
