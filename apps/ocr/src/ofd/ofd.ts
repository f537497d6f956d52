import type { FileSignature, TextLine } from '@consilium/contract/recognition/recognition.ts'
import type { PageSize } from '../fields/field-box.ts'
import { firstKnown, noFields, type ExtractedFields } from '../fields/fields.ts'
import type { Raster } from '../pictures/raster.ts'
import { Unreadable } from '../documents/unreadable.ts'
import type { ZipMember } from '../documents/zip.ts'
import { fieldsOfVoucher, isVoucher } from '../invoice-data/xbrl.ts'
import { verifyOfd } from '../signature/ofd-signature.ts'
import { fieldsOfOriginal, fieldsOfTags } from './fields.ts'
import { OfdPackage, readPages, type OfdPage } from './package.ts'
import { picturesWithCodes, readMedia } from './pictures.ts'
import { linesOf, sizeOf, textObjectsOf, textOf } from './text.ts'
import { findFirst } from './xml.ts'

/** An invoice in the national format OFD (GB/T 33190), read from its XML without drawing it. */
export interface OfdFile {
  readonly pages: number
  /** Fields of the first page from the data that the file contains; they may be incomplete. */
  readonly fields: ExtractedFields
  /** Pictures that may show the QR code of the page, the likeliest ones first. */
  pictures(page: number): AsyncGenerator<Raster>
  lines(page: number): TextLine[]
  sizeOf(page: number): PageSize
  /** Whether the signatures of the file cover what is read from it, and hold. */
  signature(): Promise<FileSignature>
}

/** The invoice data of the tax office, which not every OFD contains. */
const ORIGINAL = /(?:^|\/)original_invoice\.xml$/i
/** Data for accounting, named by the ministry of finance's standard: `inv_ord_issuer_….xml` and the like. */
const VOUCHER = /(?:^|\/)(?:inv|einv|rai|atr)_\w+\.(?:xml|xbrl)$/i
const CUSTOM_TAG = /(?:^|\/)CustomTag[^/]*\.xml$/i

async function readVoucher(ofd: OfdPackage): Promise<ExtractedFields> {
  const vouchers = await ofd.readableXml(VOUCHER)
  return firstKnown(...vouchers.filter(isVoucher).map(fieldsOfVoucher))
}

async function readTags(ofd: OfdPackage, pages: readonly OfdPage[]): Promise<ExtractedFields> {
  const texts = new Map(
    pages.flatMap(textObjectsOf).map((object) => [object.attributes['ID'] ?? '', textOf(object)]),
  )
  const tags = await ofd.readableXml(CUSTOM_TAG)
  return firstKnown(...tags.map((tag) => fieldsOfTags(tag, (id) => texts.get(id))))
}

/** Throws Unreadable: FILE_DAMAGED. */
export async function openOfd(members: readonly ZipMember[]): Promise<OfdFile> {
  const ofd = new OfdPackage(members)
  const pages = await readPages(ofd)
  const [original] = await ofd.readableXml(ORIGINAL)
  const media = await readMedia(ofd)
  const tagged = await readTags(ofd, pages)
  const voucher = await readVoucher(ofd)
  const graphCode = (original && findFirst(original, 'GraphCode')?.text) ?? ''
  const pageAt = (index: number) => {
    const page = pages[index]
    if (!page) throw new Unreadable('FILE_DAMAGED')
    return page
  }
  return {
    pages: pages.length,
    fields: firstKnown(original ? fieldsOfOriginal(original) : noFields(), voucher, tagged),
    pictures: (index) => picturesWithCodes(ofd, pageAt(index), media, index === 0 ? graphCode : ''),
    lines: (index) => linesOf(pageAt(index)),
    sizeOf: (index) => sizeOf(pageAt(index)),
    signature: () => {
      const data = [ORIGINAL, VOUCHER, CUSTOM_TAG].flatMap((pattern) => ofd.names(pattern))
      return verifyOfd(ofd, [...pages.flatMap(({ files }) => files), ...data])
    },
  }
}
