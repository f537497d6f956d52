import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { SUBFILTER_ETSI_CADES_DETACHED } from '@signpdf/utils'
import { SEAL_FIELD } from '@consilium/pdf-layout/signature-field.ts'
import { appendUpdate, findObject, objectText, revisionsOf, type NewObject } from './revisions.ts'
import type { PdfSigner } from './signer.ts'

const deflated = promisify(deflate)

/** Placeholder for a number that is known only when the file is complete; @signpdf/signpdf searches for it. */
const NUMBER = '/**********'
/** Second-class names, which readers that do not know them pass over (ISO 32000-2, annex E). */
export const WARRANT = 'CNSLM_SealWarrant'
const RECT = /\/Rect \[([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)\]/

/** Thrown if a document has no empty field for a seal. */
export class NoSealField extends Error {
  override readonly name = 'NoSealField'
}

/** Pixels of a picture, 8-bit RGB on white. */
export interface SealPicture {
  width: number
  height: number
  pixels: Buffer
}

export interface Sealing {
  picture: SealPicture
  /** Shown by PDF readers as who signs, and why. */
  name: string
  reason: string
  time: Date
  /** What the platform states about the certificate of this seal, with its signature as CMS. */
  warrant: { statement: Buffer; signature: Buffer }
}

/** A text string of any characters (ISO 32000-2, 7.9.2.2). */
const utf16 = (text: string) => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
/** ISO 32000-2, 7.9.4, in UTC. */
const dateText = (time: Date) =>
  `(D:${time.toISOString().slice(0, 'yyyy-MM-ddTHH:mm:ss'.length).replaceAll(/[-:T]/g, '')}Z)`

/** White multiplied with what is below stays what it is, so that the seal hides no text. */
const appearance = (image: number, { width, height }: SealPicture, side: [number, number]): NewObject => {
  const scale = Math.min(side[0] / width, side[1] / height)
  const [w, h] = [width * scale, height * scale]
  const [x, y] = [(side[0] - w) / 2, (side[1] - h) / 2]
  const numbers = [w, 0, 0, h, x, y].map((value) => value.toFixed(3)).join(' ')
  const stream = Buffer.from(`q /GS gs ${numbers} cm /Seal Do Q`)
  const resources = `/XObject << /Seal ${image} 0 R >> /ExtGState << /GS << /BM /Multiply >> >>`
  return {
    text: `<< /Type /XObject /Subtype /Form /BBox [0 0 ${side.join(' ')}] /Resources << ${resources} >> /Length ${stream.length} >>`,
    stream,
  }
}

async function imageObject({ width, height, pixels }: SealPicture): Promise<NewObject> {
  const stream = await deflated(pixels)
  return {
    text: `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode /Length ${stream.length} >>`,
    stream,
  }
}

/** Names what the lock of the field says: after this signature nothing may change. */
const signatureObject = (
  { name, reason, time, warrant }: Sealing,
  bytes: number,
  root: number,
): NewObject => ({
  text: [
    '<< /Type /Sig /Filter /Adobe.PPKLite',
    `/SubFilter /${SUBFILTER_ETSI_CADES_DETACHED}`,
    `/ByteRange [0 ${NUMBER} ${NUMBER} ${NUMBER}]`,
    `/Contents <${'0'.repeat(2 * bytes)}>`,
    `/Name ${utf16(name)} /Reason ${utf16(reason)} /M ${dateText(time)}`,
    `/${WARRANT} <${warrant.statement.toString('hex')}> /${WARRANT}Signature <${warrant.signature.toString('hex')}>`,
    `/Reference [<< /Type /SigRef /TransformMethod /FieldMDP /Data ${root} 0 R`,
    '/TransformParams << /Type /TransformParams /V /1.2 /Action /All >> >>] >>',
  ].join('\n'),
})

/**
 * Puts a seal into the field that a document of this platform has for it and signs the whole file again, as an
 * incremental update, so that the signatures before stay valid. Throws NoSealField.
 */
export async function sealPdf(pdf: Buffer, sealing: Sealing, signer: PdfSigner): Promise<Buffer> {
  const revisions = revisionsOf(pdf)
  const [first, last] = [revisions?.[0], revisions?.at(-1)]
  if (!revisions || !first || !last)
    throw new NoSealField('The document has no table of objects that can be extended')
  const field = findObject(pdf, first, `/T (${SEAL_FIELD})`)
  const text = field === null ? null : objectText(pdf, revisions, field)
  const sides = RECT.exec(text ?? '')
    ?.slice(1)
    .map(Number)
  if (field === null || text === null || !sides || text.includes('\n/V '))
    throw new NoSealField('The document has no empty field')
  const [left, bottom, right, top] = sides as [number, number, number, number]
  const [signature, form, image] = [last.size, last.size + 1, last.size + 2]
  const draft = appendUpdate(
    pdf,
    last,
    new Map([
      [field, { text: `${text.slice(0, -2)}/V ${signature} 0 R\n/AP <<\n/N ${form} 0 R\n>>\n>>` }],
      [signature, signatureObject(sealing, signer.signatureBytes, last.root)],
      [form, appearance(image, sealing.picture, [right - left, top - bottom])],
      [image, await imageObject(sealing.picture)],
    ]),
  )
  return signer.sign(draft)
}
