import QRCode from 'qrcode'
import sharp, { type OverlayOptions, type Sharp } from 'sharp'

/** Payloads in the form of real invoices, with made-up numbers. */
export const DIGITAL_PAYLOAD = '01,32,,26427000000375586818,10.70,20260430,,FAFB'
export const ELECTRONIC_PAYLOAD = '01,10,011001605111,80100798,64.9,20161018,85342965681116380258,BE2D'
export const PAYMENT_LINK = 'https://qr.example.com/pay/fkx01234567890abcdef'

const WIDTH = 1200
const HEIGHT = 800
const CODE = 140
const MARGIN = 40

const codeImage = (payload: string): Promise<Buffer> => QRCode.toBuffer(payload, { width: CODE })

/** Only the code, with the white margin that it needs. */
export const codePicture = (payload: string): Promise<Buffer> =>
  QRCode.toBuffer(payload, { scale: 6, margin: 4 })

async function codesAt(payloads: readonly string[]): Promise<OverlayOptions[]> {
  const images = await Promise.all(payloads.map(codeImage))
  return images.map((input, index) => ({ input, left: MARGIN + index * (WIDTH / 2), top: MARGIN }))
}

/** A white page with these codes side by side; the caller chooses the format. */
export async function page(...payloads: string[]): Promise<Sharp> {
  const drawn = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#ffffff' } })
    .composite(await codesAt(payloads))
    .png()
    .toBuffer()
  return sharp(drawn)
}

export const pngPage = async (...payloads: string[]): Promise<Buffer> =>
  (await page(...payloads)).png().toBuffer()

/** A Windows bitmap with 24 bits per pixel, stored from the last row to the first. */
export async function bmpPage(payload: string): Promise<Buffer> {
  const { data, info } = await (await page(payload)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const stride = Math.ceil((info.width * 3) / 4) * 4
  const bytes = Buffer.alloc(54 + stride * info.height)
  bytes.write('BM')
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(info.width, 18)
  bytes.writeInt32LE(info.height, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  for (let y = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++) {
      const from = (y * info.width + x) * 3
      const to = 54 + (info.height - 1 - y) * stride + x * 3
      bytes[to] = data[from + 2] ?? 0
      bytes[to + 1] = data[from + 1] ?? 0
      bytes[to + 2] = data[from] ?? 0
    }
  return bytes
}

/** A TIFF with several pages. */
export async function tiffPages(...payloads: string[]): Promise<Buffer> {
  const pages = await Promise.all(payloads.map(async (payload) => (await page(payload)).png().toBuffer()))
  return sharp(pages, { join: { animated: true } })
    .tiff({ compression: 'deflate' })
    .toBuffer()
}

const CRC_TABLE_BYTES = 4

/** A PNG that declares this size but contains almost no data. */
export function hugePng(width: number, height: number, crc: (bytes: Buffer) => number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(CRC_TABLE_BYTES), Buffer.alloc(CRC_TABLE_BYTES)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc(body))
    return Buffer.concat([length, body, check])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', Buffer.from([0x78, 0x9c, 0x03, 0, 0, 0, 0, 1])),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
