/**
 * The content of a document without its layout: plain JSON, so that it can be stored and sent to the worker thread. In
 * texts `
 * ` forces a line break; tabs and other control characters are not allowed.
 */
export type PdfLanguage = 'zh-CN' | 'en'

export interface PdfDocument {
  title: string
  language: PdfLanguage
  author: string
  /** ISO 8601 instant. The file depends on no other clock, so the same document always gives the same bytes. */
  createdAt: string
  /** Number of the document, printed above the title and at the bottom of every page. */
  reference?: string
  blocks: PdfBlock[]
  /** Files within the file, for programs. */
  attachments?: PdfAttachment[]
  /** Printed on no page, for programs: printable ASCII without brackets. */
  keywords?: string
  /** Reserves space for a digital signature, which is inserted after the file is drawn. */
  signature?: PdfSignaturePlaceholder
}

export interface PdfAttachment {
  /** Printable ASCII without brackets. */
  name: string
  mediaType: string
  description: string
  text: string
}

export interface PdfSignaturePlaceholder {
  /** Name of the signer; the time is `createdAt`. */
  name: string
  reason: string
  bytes: number
}

export type PdfBlock = PdfHeading | PdfParagraph | PdfFields | PdfTable | PdfSignatures | PdfCode | PdfPage

/** What follows starts on a new page. */
export interface PdfPage {
  kind: 'page'
}

/** Kept on the same page as the beginning of the next block. */
export interface PdfHeading {
  kind: 'heading'
  text: string
}

export interface PdfParagraph {
  kind: 'paragraph'
  text: string
  /** Number of a clause, such as `1.1` or `（一）`; the text is indented to its right. Excludes `indent`. */
  number?: string
  /** The first line is indented by two characters, as usual in Chinese. */
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
  /** One string for each column. */
  rows: string[][]
  /** True if the last row is a total. */
  total?: boolean
}

export interface PdfColumn {
  title: string
  align?: 'left' | 'right'
  /** Share of the width relative to the other columns; by default that of the widest text. */
  weight?: number
}

/** The parties side by side; caption, picture and lines of a party stay on one page. */
export interface PdfSignatures {
  kind: 'signatures'
  parties: PdfParty[]
}

export interface PdfParty {
  caption: string
  /** Base64 of a PNG. */
  image?: string
  /** Printed below the signing line: name and date. */
  lines: string[]
  /** Reserves a place for the seal that the party puts later. */
  sealed?: boolean
}

/** A QR code with labelled texts beside it, at the bottom of the page and never without the preceding block. */
export interface PdfCode {
  kind: 'code'
  /** Content of the QR code. */
  text: string
  rows: { label: string; value: string }[]
}
