/**
 * What a document says, without how it looks: plain JSON, so that it crosses to the worker thread and can be
 * stored. In texts `\n` forces a line break; tabs and the other control characters are not for drawing.
 */
export type PdfLanguage = 'zh-CN' | 'en'

export interface PdfDocument {
  title: string
  language: PdfLanguage
  author: string
  /** ISO 8601 instant. Nothing else in the file depends on the clock: the same document gives the same bytes. */
  createdAt: string
  /** Number of the document; stands above the title and at the foot of every page. */
  reference?: string
  blocks: PdfBlock[]
  /** Keeps room for a digital signature, which is put in once the file is drawn. */
  signature?: PdfSignatureRoom
}

export interface PdfSignatureRoom {
  /** Who signs; the time is `createdAt`. */
  name: string
  reason: string
  bytes: number
}

export type PdfBlock = PdfHeading | PdfParagraph | PdfFields | PdfTable | PdfSignatures | PdfCode

/** Never the last thing on a page: it moves along with the beginning of the next block. */
export interface PdfHeading {
  kind: 'heading'
  text: string
}

export interface PdfParagraph {
  kind: 'paragraph'
  text: string
  /** A clause's number, such as `1.1` or `（一）`: the text hangs to its right. Excludes `indent`. */
  number?: string
  /** First line set in by two characters, as Chinese prose is. */
  indent?: boolean
}

/** Label and value pairs, in one column or two. */
export interface PdfFields {
  kind: 'fields'
  columns?: 1 | 2
  rows: { label: string; value: string }[]
}

export interface PdfTable {
  kind: 'table'
  columns: PdfColumn[]
  /** One string per column. */
  rows: string[][]
  /** The last row is a total. */
  total?: boolean
}

export interface PdfColumn {
  title: string
  align?: 'left' | 'right'
  /** Share of the width relative to the other columns; by default its widest text. */
  weight?: number
}

/** The parties side by side; a party's caption, picture and lines stay on one page. */
export interface PdfSignatures {
  kind: 'signatures'
  parties: PdfParty[]
}

export interface PdfParty {
  caption: string
  /** Base64 of a PNG. */
  image?: string
  /** Below the signing line: the name, the date. */
  lines: string[]
}

/** A QR code with labelled texts beside it, at the foot of the page; never on a page without what stands before it. */
export interface PdfCode {
  kind: 'code'
  /** What the QR code says. */
  text: string
  rows: { label: string; value: string }[]
}
