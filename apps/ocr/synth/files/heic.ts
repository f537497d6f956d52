import type { Sharp } from 'sharp'
import { BLOCK, encodeHevc, type GreyPicture } from './hevc.ts'

/** A HEIF file (ISO/IEC 23008-12) with one HEVC picture, as the cameras of telephones write them. */

const uint = (value: number, bytes: number): Buffer => {
  const out = Buffer.alloc(bytes)
  out.writeUIntBE(value, 0, bytes)
  return out
}

const box = (type: string, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([uint(content.length + 8, 4), Buffer.from(type), content])
}

/** A box with a version and flags. */
const fullBox = (type: string, version: number, ...parts: Buffer[]): Buffer =>
  box(type, uint(version, 1), uint(0, 3), ...parts)

const withLength = (unit: Buffer, bytes: number): Buffer => Buffer.concat([uint(unit.length, bytes), unit])

/** The decoder's configuration (ISO/IEC 14496-15, 8.3.3.1): Main profile, level 3.1, lengths of four bytes. */
function configuration(units: readonly Buffer[]): Buffer {
  const head = Buffer.from('010160000000b000000000005df000fcfdf8f800000f', 'hex')
  const arrays = units.map((unit) =>
    Buffer.concat([uint(0x80 | (unit[0]! >> 1), 1), uint(1, 2), withLength(unit, 2)]),
  )
  return box('hvcC', head, uint(arrays.length, 1), ...arrays)
}

const ITEM = uint(1, 2)

/** Everything but the picture itself; `at` is the place of the picture in the file. */
function meta(picture: GreyPicture, parameters: readonly Buffer[], at: number, length: number): Buffer {
  const size = fullBox('ispe', 0, uint(picture.width, 4), uint(picture.height, 4))
  const uses = fullBox('ipma', 0, uint(1, 4), ITEM, uint(2, 1), uint(0x81, 1), uint(2, 1))
  const entry = fullBox('infe', 2, ITEM, uint(0, 2), Buffer.from('hvc1'), uint(0, 1))
  const extent = Buffer.concat([ITEM, uint(0, 2), uint(1, 2), uint(at, 4), uint(length, 4)])
  return fullBox(
    'meta',
    0,
    fullBox('hdlr', 0, uint(0, 4), Buffer.from('pict'), Buffer.alloc(13)),
    fullBox('pitm', 0, ITEM),
    fullBox('iloc', 0, uint(0x44, 1), uint(0, 1), uint(1, 2), extent),
    fullBox('iinf', 0, uint(1, 2), entry),
    box('iprp', box('ipco', configuration(parameters), size), uses),
  )
}

/** A picture as HEIC; what it lacks to a whole number of blocks is white. */
export async function toHeic(picture: Sharp): Promise<Buffer> {
  const { width, height } = await picture.metadata()
  const rest = (side: number) => (BLOCK - (side % BLOCK)) % BLOCK
  const { data, info } = await picture
    .flatten({ background: '#ffffff' })
    .extend({ right: rest(width), bottom: rest(height), background: '#ffffff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const grey: GreyPicture = { width: info.width, height: info.height, data }
  const { parameters, slices } = encodeHevc(grey)
  const coded = Buffer.concat(slices.map((slice) => withLength(slice, 4)))
  const kind = box('ftyp', Buffer.from('heic'), uint(0, 4), Buffer.from('mif1heic'))
  const before = kind.length + meta(grey, parameters, 0, coded.length).length + 8
  return Buffer.concat([kind, meta(grey, parameters, before, coded.length), box('mdat', coded)])
}
