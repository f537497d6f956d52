import { posix } from 'node:path'
import { decodeImage } from '../pictures/image.ts'
import { isJbig2, jbig2ToPdf } from '../pictures/jbig2.ts'
import { openPdf } from '../documents/pdf.ts'
import type { Raster } from '../pictures/raster.ts'
import { sniff } from '../documents/sniff.ts'
import { drawPaths } from './graphics.ts'
import type { OfdPackage, OfdPage } from './package.ts'
import { asUnreadable } from '../documents/unreadable.ts'
import { findAll, findFirst } from './xml.ts'

const PICTURES_MAX = 20
const JBIG2_NAME = /\.(?:jb2|jbig2|gbig2)$/i
const BASE64 = /^[\w+/=\s-]{100,}$/

/** File names of pictures by the ids that pages refer to. */
export type Media = ReadonlyMap<string, string>

export async function readMedia(ofd: OfdPackage): Promise<Media> {
  const resources = await ofd.readableXml(/(?:^|\/)\w*Res\.xml$/i)
  const elements = resources.flatMap((resource) => findAll(resource, 'MultiMedia'))
  return new Map(
    elements.map((element) => [
      element.attributes['ID'] ?? '',
      posix.basename(findFirst(element, 'MediaFile')?.text.trim() ?? ''),
    ]),
  )
}

/** The pictures that the page refers to; all pictures of the package if it refers to none. */
function picturesOf({ layers }: OfdPage, media: Media, ofd: OfdPackage): string[] {
  const placed = layers.flatMap((layer) => findAll(layer, 'ImageObject'))
  const files = new Set(placed.map(({ attributes }) => media.get(attributes['ResourceID'] ?? '')))
  const all = ofd.names(/\.(?:png|jpe?g|bmp|gif|tiff?|jb2|jbig2|gbig2)$/i)
  return placed.length === 0 ? all : all.filter((name) => files.has(posix.basename(name)))
}

async function drawJbig2(bytes: Buffer): Promise<Raster> {
  const pdf = await openPdf(jbig2ToPdf(bytes))
  try {
    return pdf.render(0)
  } finally {
    pdf.close()
  }
}

/** A damaged picture may be any; one that is too large may be the page itself. */
function unlessTooLarge(error: unknown): null {
  if (asUnreadable(error).code === 'IMAGE_TOO_LARGE') throw error
  return null
}

async function decode(bytes: Buffer, name: string): Promise<Raster | null> {
  if (isJbig2(bytes) || JBIG2_NAME.test(name)) return drawJbig2(bytes).catch(unlessTooLarge)
  const kind = sniff(bytes)
  if (!kind || kind === 'pdf' || kind === 'zip' || kind === 'xml') return null
  return decodeImage(bytes, kind).catch(unlessTooLarge)
}

/** Small pictures come first: they are more likely a QR code than a seal or a background. */
async function* decodePictures(
  ofd: OfdPackage,
  names: readonly string[],
  graphCode: string,
): AsyncGenerator<Raster> {
  const candidates = BASE64.test(graphCode) ? [{ name: '', bytes: Buffer.from(graphCode, 'base64') }] : []
  for (const name of names.slice(0, PICTURES_MAX)) {
    const bytes = await ofd.bytes(name).catch(() => null)
    if (bytes) candidates.push({ name, bytes: Buffer.from(bytes) })
  }
  let tooLarge: unknown
  for (const { name, bytes } of candidates.toSorted((one, other) => one.bytes.length - other.bytes.length)) {
    const raster = await decode(bytes, name).catch((error: unknown) => void (tooLarge = error))
    if (raster) yield raster
  }
  // None of the others showed what was looked for.
  if (tooLarge) throw tooLarge
}

/** Pictures that may show the QR code of the page. `graphCode` is a picture in base64 from the invoice data, or empty. */
export async function* picturesWithCodes(
  ofd: OfdPackage,
  page: OfdPage,
  media: Media,
  graphCode: string,
): AsyncGenerator<Raster> {
  yield* decodePictures(ofd, picturesOf(page, media, ofd), graphCode)
  const paths = page.layers.flatMap((layer) => findAll(layer, 'PathObject'))
  const drawn = await drawPaths(paths, page.area)
  if (drawn) yield drawn
}
