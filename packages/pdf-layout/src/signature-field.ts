import { SUBFILTER_ETSI_CADES_DETACHED } from '@signpdf/utils'
import type { PdfSignaturePlaceholder } from './document.ts'

const FIELD_NAME = 'Signature'
/** Placeholder for a number that is known only when the file is complete; @signpdf/signpdf searches for it. */
const NUMBER = '*'.repeat(10)
/** SignaturesExist and AppendOnly (ISO 32000-2, table 225). */
const SIGNED_APPEND_ONLY = 3
/** What a certified document permits (ISO 32000-2, table 257): nothing, or signing in the fields that it has. */
const NO_CHANGES = 1
const SIGNING = 2
/** The field for the second party's seal. */
export const SEAL_FIELD = 'Seal'
/** Print (ISO 32000-2, table 167). */
const PRINTED = 4
/** Print and Locked (ISO 32000-2, table 167). */
const PRINTED_LOCKED = 4 | 128

/** The form of the document and the annotations of the open page, which pdfkit creates but does not expose. */
interface WithForm {
  _root: { data: { Perms?: unknown; AcroForm: { data: Record<string, unknown> & { Fields: unknown[] } } } }
  page: { annotations: unknown[] }
}

/** Returns a PDF string; pdfkit writes primitive strings as names. */
const textString = (text: string): unknown => Object(text)

/**
 * Adds an empty signature field over a place of the open page. Whoever signs in it lets nothing change afterwards (the
 * lock of ISO 32000-2, table 236). Its object is part of what the first signature covers.
 */
export function reserveSeal(
  pdf: PDFKit.PDFDocument,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): unknown {
  pdf.annotate(x, y, width, height, {
    Subtype: 'Widget',
    FT: 'Sig',
    T: textString(SEAL_FIELD),
    F: PRINTED,
    Lock: { Type: 'SigFieldLock', Action: 'All', P: NO_CHANGES },
  } as PDFKit.Mixins.AnnotationOption)
  return (pdf as unknown as WithForm).page.annotations.at(-1)
}

/**
 * Adds a signature field without appearance and a signature dictionary (ISO 32000-2, 12.8.1; ETSI EN 319 142-1, 6.3)
 * with empty bytes. The last page must have been drawn. `fields` are those that may be signed afterwards.
 */
export function reserveSignature(
  pdf: PDFKit.PDFDocument,
  placeholder: PdfSignaturePlaceholder,
  time: Date,
  fields: readonly unknown[] = [],
): void {
  const value = pdf.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: SUBFILTER_ETSI_CADES_DETACHED,
    ByteRange: [0, NUMBER, NUMBER, NUMBER],
    Contents: Buffer.alloc(placeholder.bytes),
    Name: textString(placeholder.name),
    Reason: textString(placeholder.reason),
    M: time,
    Reference: [
      {
        Type: 'SigRef',
        TransformMethod: 'DocMDP',
        TransformParams: { Type: 'TransformParams', P: fields.length > 0 ? SIGNING : NO_CHANGES, V: '1.2' },
      },
    ],
  })
  value.end(undefined)
  pdf.initForm()
  pdf.annotate(0, 0, 0, 0, {
    Subtype: 'Widget',
    FT: 'Sig',
    T: textString(FIELD_NAME),
    V: value,
    F: PRINTED_LOCKED,
  } as PDFKit.Mixins.AnnotationOption)
  const { _root: root, page } = pdf as unknown as WithForm
  const form = root.data.AcroForm.data
  form.Fields.push(page.annotations.at(-1), ...fields)
  form['SigFlags'] = SIGNED_APPEND_ONLY
  root.data.Perms = { DocMDP: value }
  // With this entry viewers would redraw the fields, which changes a signed file.
  delete form['NeedAppearances']
}
