import {
  NOT_SIGNED,
  RECOGNITION_MAX_PAGES,
  type FileSignature,
  type RecognitionError,
  type TextLine,
} from '@consilium/contract/recognition/recognition.ts'
import { kindOfZip, unpack } from './archive.ts'
import type { PageSize } from '../fields/field-box.ts'
import type { ExtractedFields } from '../fields/fields.ts'
import { countFrames, countPages, decodeHalved, decodeImage } from '../pictures/image.ts'
import { readInvoiceData } from '../invoice-data/invoice-xml.ts'
import { openOfd } from '../ofd/ofd.ts'
import { openPdfText, type PdfText } from './pdf-text.ts'
import { openPdf } from './pdf.ts'
import type { Raster } from '../pictures/raster.ts'
import { verifyPdf } from '../signature/pdf-signature.ts'
import { sniff, type ImageKind } from './sniff.ts'
import { asUnreadable, Unreadable } from './unreadable.ts'
import { openZip, type ZipMember } from './zip.ts'

/** A page of any kind of file. Every part of it is made only when it is asked for. */
export interface Page {
  /** From 1. */
  number: number
  /** The size of the page in the units that its text layer is placed in. */
  size(): Promise<PageSize>
  /** The page drawn small, if that takes less time than its raster: most codes can be read in it, and the text of a large page. */
  preview?(): Promise<Raster | null>
  /** Pictures that may show the QR code. Where a page has a raster, they show the same page. */
  codes(): AsyncIterable<Raster>
  /** The page as pixels; null if it cannot be drawn. */
  raster(): Promise<Raster | null>
  /** The text layer of the file. */
  layer(): Promise<TextLine[]>
  /** Fields from data in the file; null for files without such data. */
  fields: ExtractedFields | null
}

/** An open file that is not an archive. Pages count from 0. */
export interface Document {
  readonly pages: number
  page(index: number): Page
  signature(): Promise<FileSignature>
  /** Whether the file is invoice data without a page that could show a code. */
  isData?: true
  close(): Promise<void>
}

/** A page of what was sent. `member` is the index of its file in the archive's directory, null without an archive. */
export interface PageAddress {
  file: string
  page: number
  member: number | null
}

/** All pages of what was sent. Files that cannot be read have a page with an error. `error` says why the list is incomplete. */
export interface Contents {
  several: boolean
  pages: (PageAddress & { error: RecognitionError | null })[]
  error: RecognitionError | null
}

const closeNothing = async () => {}

function openImage(bytes: Buffer, kind: ImageKind, pages: number): Document {
  return {
    pages,
    page: (index) => {
      let decoding: Promise<Raster> | undefined
      const raster = () => (decoding ??= decodeImage(bytes, kind, index))
      return {
        number: index + 1,
        size: raster,
        preview: () => decodeHalved(bytes, kind, index),
        async *codes() {
          yield await raster()
          const frames = await countFrames(bytes, kind)
          // The text is read from the frame with the code, which is the last one that was asked for.
          for (let frame = 1; frame < frames; frame++)
            yield await (decoding = decodeImage(bytes, kind, frame))
        },
        raster: () => raster(),
        layer: async () => [],
        fields: null,
      }
    },
    signature: async () => NOT_SIGNED,
    close: closeNothing,
  }
}

async function openPdfDocument(bytes: Buffer): Promise<Document> {
  const file = await openPdf(bytes)
  let opening: Promise<PdfText | null> | undefined
  // If only PDFium can read the file, its text is recognized from the pixels.
  const text = () => (opening ??= openPdfText(bytes).catch(() => null))
  return {
    pages: file.pages,
    page: (index) => {
      let drawn: Raster | undefined
      const raster = async () => (drawn ??= file.render(index))
      return {
        number: index + 1,
        size: async () => file.sizeOf(index),
        preview: async () => file.preview(index),
        async *codes() {
          yield await raster()
        },
        raster,
        layer: async () => (await text())?.lines(index, file.scaleOf(index)).catch(() => []) ?? [],
        fields: null,
      }
    },
    signature: async () => {
      const objects = file.signatures()
      return objects.length > 0 ? verifyPdf(bytes, objects) : NOT_SIGNED
    },
    close: async () => {
      file.close()
      await (await opening)?.close()
    },
  }
}

async function openOfdDocument(members: readonly ZipMember[]): Promise<Document> {
  const file = await openOfd(members)
  return {
    pages: file.pages,
    page: (index) => ({
      number: index + 1,
      size: async () => file.sizeOf(index),
      codes: () => file.pictures(index),
      raster: async () => null,
      layer: async () => file.lines(index),
      fields: index === 0 ? file.fields : null,
    }),
    signature: () => file.signature(),
    close: closeNothing,
  }
}

/** The XML of a digital invoice, or of the ministry of finance's standard. */
function openInvoiceData(bytes: Buffer): Document {
  const { fields, signature } = readInvoiceData(bytes)
  return {
    pages: 1,
    page: () => ({
      number: 1,
      size: async () => ({ width: 0, height: 0 }),
      async *codes() {},
      raster: async () => null,
      layer: async () => [],
      fields,
    }),
    signature: async () => signature,
    isData: true,
    close: closeNothing,
  }
}

async function openZipDocument(bytes: Buffer): Promise<Document> {
  const members = await openZip(bytes)
  const kind = kindOfZip(members)
  if (kind === 'ofd') return openOfdDocument(members)
  throw new Unreadable(kind === 'office' ? 'FORMAT_UNSUPPORTED' : 'ARCHIVE_NESTED')
}

/** Opens a file that is not an archive. Throws Unreadable. */
export async function openDocument(bytes: Buffer): Promise<Document> {
  if (bytes.length === 0) throw new Unreadable('FILE_EMPTY')
  const kind = sniff(bytes)
  try {
    if (kind === null) throw new Unreadable('FORMAT_UNSUPPORTED')
    if (kind === 'pdf') return await openPdfDocument(bytes)
    if (kind === 'zip') return await openZipDocument(bytes)
    if (kind === 'xml') return openInvoiceData(bytes)
    const pages = await countPages(bytes, kind)
    return openImage(bytes, kind, pages)
  } catch (error) {
    throw asUnreadable(error)
  }
}

async function countPagesOf(bytes: Buffer): Promise<number> {
  const document = await openDocument(bytes)
  await document.close()
  return document.pages
}

const refused = (file: string, member: number | null, error: RecognitionError) => ({
  file,
  page: 1,
  member,
  error,
})

async function listArchivePages(members: readonly ZipMember[]): Promise<Contents> {
  const contents: Contents = { several: true, pages: [], error: null }
  for await (const unpacked of unpack(members)) {
    const { name, member } = unpacked
    try {
      if ('error' in unpacked) throw new Unreadable(unpacked.error)
      const count = await countPagesOf(unpacked.bytes)
      for (let page = 1; page <= count; page++) contents.pages.push({ file: name, page, member, error: null })
    } catch (error) {
      contents.pages.push(refused(name, member, asUnreadable(error).code))
    }
    if (contents.pages.length > RECOGNITION_MAX_PAGES) break
  }
  return contents
}

/** The first pages are read, and the error says that there are more. */
const limitPages = (contents: Contents): Contents =>
  contents.pages.length > RECOGNITION_MAX_PAGES
    ? { ...contents, pages: contents.pages.slice(0, RECOGNITION_MAX_PAGES), error: 'TOO_MANY_PAGES' }
    : contents

/** Lists the pages of a file or of all files of an archive. `name` is the name that the sender gave it. */
export async function listPages(bytes: Buffer, name: string): Promise<Contents> {
  let several = false
  try {
    const members = sniff(bytes) === 'zip' ? await openArchive(bytes) : null
    several = members !== null
    if (members) return limitPages(await listArchivePages(members))
    const count = await countPagesOf(bytes)
    const length = Math.min(count, RECOGNITION_MAX_PAGES + 1)
    const pages = Array.from({ length }, (_, index) => ({
      file: name,
      page: index + 1,
      member: null,
      error: null,
    }))
    return limitPages({ several: count > 1, pages, error: null })
  } catch (error) {
    const { code } = asUnreadable(error)
    return several || code.startsWith('ARCHIVE_')
      ? { several: true, pages: [], error: code }
      : { several: false, pages: [refused(name, null, code)], error: null }
  }
}

/** The members of an archive; null if the ZIP is a document. */
async function openArchive(bytes: Buffer): Promise<ZipMember[] | null> {
  const members = await openZip(bytes)
  return kindOfZip(members) === 'archive' ? members : null
}

/** The bytes of the file that contains a page. */
export async function bytesOf(bytes: Buffer, { member }: PageAddress, maxBytes: number): Promise<Buffer> {
  if (member === null) return bytes
  const members = await openZip(bytes)
  const file = members.find(({ index }) => index === member)
  if (!file) throw new Unreadable('FILE_DAMAGED')
  return file.read(maxBytes)
}
