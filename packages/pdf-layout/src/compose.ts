import PDFKit from 'pdfkit'
import type { PdfAttachment, PdfBlock, PdfDocument } from './document.ts'
import { codeSlabs } from './layout-code.ts'
import { fieldSlabs, tableSlabs } from './layout-grid.ts'
import { signatureSlabs } from './layout-signatures.ts'
import { headingSlabs, paragraphSlabs, titleSlabs } from './layout-text.ts'
import { paginate, type Placed, type Slab } from './pages.ts'
import { A4, CONTENT_HEIGHT, CONTENT_WIDTH, INK, MARGIN, type Sheet } from './sheet.ts'
import { reserveSignature } from './signature-field.ts'
import { createTypesetter } from './typesetter.ts'

/** Protects against runaway templates; an agreement has three or four pages. */
export const MAX_PAGES = 200

const FOOTER_BASELINE = 46
const FOOTER = { size: 8.5, leading: 12, color: INK.muted }

/** Either the file, or the characters that no font can draw, in which case nothing was drawn. */
export type Composed = { pdf: Uint8Array } | { missing: string[] }

function slabsOf(sheet: Sheet, block: PdfBlock): Slab[] {
  switch (block.kind) {
    case 'heading':
      return headingSlabs(sheet, block)
    case 'paragraph':
      return paragraphSlabs(sheet, block)
    case 'fields':
      return fieldSlabs(sheet, block)
    case 'table':
      return tableSlabs(sheet, block)
    case 'signatures':
      return signatureSlabs(sheet, block)
    case 'code':
      return codeSlabs(sheet, block)
    case 'page':
      return [{ height: 0, startsPage: true, keepWithNext: true, draw: () => undefined }]
  }
}

/** These blocks must not stand alone on a page, since such a page could be attached to any other text. */
const takesLineAbove = ({ kind }: PdfBlock) => kind === 'signatures' || kind === 'code'

function layOut(sheet: Sheet, { title, reference, blocks }: PdfDocument): Slab[] {
  const slabs = titleSlabs(sheet, title, reference)
  for (const block of blocks) {
    const last = slabs.at(-1)
    if (takesLineAbove(block) && last) slabs[slabs.length - 1] = { ...last, keepWithNext: true }
    slabs.push(...slabsOf(sheet, block))
  }
  return slabs
}

function drawFooter({ type }: Sheet, text: string, align: 'left' | 'center'): void {
  const [line] = type.linesOf(text, FOOTER, CONTENT_WIDTH)
  const y = A4.height - FOOTER_BASELINE
  if (line) type.draw(line, FOOTER, { x: MARGIN.side, y, width: CONTENT_WIDTH, align })
}

function drawPage(sheet: Sheet, page: Placed[], number: string, reference: string | undefined): void {
  sheet.pdf.addPage({ size: [A4.width, A4.height], margin: 0 })
  for (const { slab, y } of page) slab.draw(MARGIN.top + y)
  if (reference) drawFooter(sheet, reference, 'left')
  drawFooter(sheet, number, 'center')
}

function createPdf(document: PdfDocument): PDFKit.PDFDocument {
  const created = new Date(document.createdAt)
  if (Number.isNaN(created.getTime())) throw new RangeError('createdAt is no instant')
  return new PDFKit({
    autoFirstPage: false,
    font: '',
    pdfVersion: '1.7',
    lang: document.language,
    displayTitle: true,
    info: {
      Title: document.title,
      Author: document.author,
      Creator: 'Consilium',
      CreationDate: created,
      ...(document.keywords ? { Keywords: document.keywords } : {}),
    },
  })
}

function bytesOf(pdf: PDFKit.PDFDocument): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  pdf.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
  pdf.on('error', reject)
  return promise
}

/** Both dates are the document's, so that the same document always gives the same bytes. */
function attach(
  pdf: PDFKit.PDFDocument,
  { name, mediaType, description, text }: PdfAttachment,
  at: Date,
): void {
  const options = {
    name,
    type: mediaType,
    description,
    creationDate: at,
    modifiedDate: at,
    relationship: 'Data',
  }
  pdf.file(Buffer.from(text), options)
}

/** Lays out the document, checks that every character can be drawn, and then draws it. */
export async function compose(document: PdfDocument): Promise<Composed> {
  const pdf = createPdf(document)
  const bytes = bytesOf(pdf)
  const type = createTypesetter(pdf, document.language)
  const sheet: Sheet = { pdf, type, fields: [] }
  const pages = paginate(layOut(sheet, document), CONTENT_HEIGHT)
  const missing = type.missing()
  if (missing.length > 0) return { missing }
  if (pages.length > MAX_PAGES) throw new RangeError(`A document of ${pages.length} pages is not drawn`)
  for (const [index, page] of pages.entries()) {
    drawPage(sheet, page, `${index + 1} / ${pages.length}`, document.reference)
  }
  for (const attachment of document.attachments ?? []) attach(pdf, attachment, new Date(document.createdAt))
  if (document.signature)
    reserveSignature(pdf, document.signature, new Date(document.createdAt), sheet.fields)
  pdf.end()
  return { pdf: await bytes }
}
