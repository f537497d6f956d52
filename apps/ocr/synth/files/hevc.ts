/**
 * Writes a still picture as HEVC (ITU-T H.265) whose blocks are all raw samples (I_PCM), so that no encoder is needed. Every
 * block is a slice of its own: the arithmetic code around its samples is then the same few bits each time.
 */

/** A picture of brightness only; both sides are multiples of BLOCK. */
export interface GreyPicture {
  width: number
  height: number
  data: Uint8Array
}

export const BLOCK = 32
const CHROMA_BLOCK = BLOCK / 2
const NO_COLOR = 128
/** part_mode 2Nx2N and pcm_flag in the arithmetic code (9.3.4.3), and the end of a slice after raw samples. */
const BEFORE_SAMPLES = Buffer.from('8680', 'hex')
const AFTER_SAMPLES = Buffer.from('fe80', 'hex')
/** nal_unit_type (7.4.2.2). */
const IDR = 19
const VIDEO_PARAMETERS = 32
const SEQUENCE_PARAMETERS = 33
const PICTURE_PARAMETERS = 34

/** Numbers as the standard writes them: fixed length, or Exp-Golomb. */
class Bits {
  #text = ''

  fixed(value: number, length: number): this {
    this.#text += value.toString(2).padStart(length, '0')
    return this
  }

  golomb(...values: number[]): this {
    for (const value of values) {
      const digits = (value + 1).toString(2)
      this.#text += digits.padStart(2 * digits.length - 1, '0')
    }
    return this
  }

  /** Ends with a 1 and zeros up to a whole byte (7.3.2.11). */
  bytes(): Buffer {
    const text = `${this.#text}1`
    const padded = text.padEnd(Math.ceil(text.length / 8) * 8, '0')
    return Buffer.from(padded.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  }
}

/** Two zero bytes are followed by a 3 where a smaller byte would follow (7.4.1.1). */
function nalUnit(type: number, payload: Buffer): Buffer {
  const out: number[] = [type << 1, 1]
  let zeros = 0
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      out.push(3)
      zeros = 0
    }
    out.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Buffer.from(out)
}

/** The Main profile at level 3.1 (7.3.3). */
const profile = (bits: Bits) =>
  bits.fixed(1, 8).fixed(0x6000, 16).fixed(0, 16).fixed(0b1011, 4).fixed(0, 44).fixed(93, 8)

const videoParameters = () =>
  profile(new Bits().fixed(0, 4).fixed(0b11, 2).fixed(0, 6).fixed(0, 3).fixed(1, 1).fixed(0xffff, 16))
    .fixed(1, 1)
    .golomb(0, 0, 0)
    .fixed(0, 6)
    .golomb(0)
    .fixed(0, 2)
    .bytes()

/** Blocks of 32 samples, raw ones of 8 bits allowed, without loop filters (7.3.2.2). */
const sequenceParameters = (width: number, height: number) =>
  profile(new Bits().fixed(0, 4).fixed(0, 3).fixed(1, 1))
    .golomb(0, 1, width, height)
    .fixed(0, 1)
    .golomb(0, 0, 0)
    .fixed(1, 1)
    .golomb(0, 0, 0)
    .golomb(2, 0, 0, 3, 0, 0)
    .fixed(0b000, 3)
    .fixed(1, 1)
    .fixed(7, 4)
    .fixed(7, 4)
    .golomb(2, 0)
    .fixed(1, 1)
    .golomb(0)
    .fixed(0, 5)
    .bytes()

/** Nothing optional but a switch that turns the deblocking filter off (7.3.2.3). */
const pictureParameters = () =>
  new Bits()
    .golomb(0, 0)
    .fixed(0, 7)
    .golomb(0, 0, 0)
    .fixed(0, 3)
    .golomb(0, 0)
    .fixed(0, 7)
    .fixed(0b101, 3)
    .fixed(0, 2)
    .golomb(0)
    .fixed(0, 2)
    .bytes()

/** The head of the slice that begins with this block (7.3.6.1). */
function sliceHead(block: number, blocks: number): Buffer {
  const bits = new Bits()
    .fixed(block === 0 ? 1 : 0, 1)
    .fixed(0, 1)
    .golomb(0)
  if (block > 0) bits.fixed(block, Math.ceil(Math.log2(blocks)))
  return bits.golomb(2, 0).bytes()
}

function samplesOf({ width, data }: GreyPicture, column: number, row: number): Buffer {
  const lines = Array.from({ length: BLOCK }, (_none, line) => {
    const from = (row * BLOCK + line) * width + column * BLOCK
    return data.subarray(from, from + BLOCK)
  })
  return Buffer.concat([...lines, Buffer.alloc(2 * CHROMA_BLOCK ** 2, NO_COLOR)])
}

/** The units of parameters, and those of the picture. */
export function encodeHevc(picture: GreyPicture): { parameters: Buffer[]; slices: Buffer[] } {
  const [columns, rows] = [picture.width / BLOCK, picture.height / BLOCK]
  const slices = Array.from({ length: columns * rows }, (_none, block) => {
    const samples = samplesOf(picture, block % columns, Math.floor(block / columns))
    const head = sliceHead(block, columns * rows)
    return nalUnit(IDR, Buffer.concat([head, BEFORE_SAMPLES, samples, AFTER_SAMPLES]))
  })
  const parameters = [
    nalUnit(VIDEO_PARAMETERS, videoParameters()),
    nalUnit(SEQUENCE_PARAMETERS, sequenceParameters(picture.width, picture.height)),
    nalUnit(PICTURE_PARAMETERS, pictureParameters()),
  ]
  return { parameters, slices }
}
