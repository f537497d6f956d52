import { SUBFILTER_ETSI_CADES_DETACHED } from '@signpdf/utils'
import type { PdfSignaturePlaceholder } from './document.ts'

const FIELD_NAME = 'Signature'
/** Placeholder for a number that is known only when the file is complete; @signpdf/signpdf searches for it. */
const NUMBER = '*'.repeat(10)
/** SignaturesExist and AppendOnly (ISO 32000-2, table 225). */
const SIGNED_APPEND_ONLY = 3
/** A certified document that nobody may change (ISO 32000-2, table 257). */
const NO_CHANGES = 1
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
 * Adds a signature field without appearance and a signature dictionary (ISO 32000-2, 12.8.1; ETSI EN 319 142-1, 6.3)
 * with empty bytes. The last page must have been drawn.
 */
export function reserveSignature(
  pdf: PDFKit.PDFDocument,
  placeholder: PdfSignaturePlaceholder,
  time: Date,
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
        TransformParams: { Type: 'TransformParams', P: NO_CHANGES, V: '1.2' },
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
  form.Fields.push(page.annotations.at(-1))
  form['SigFlags'] = SIGNED_APPEND_ONLY
  root.data.Perms = { DocMDP: value }
  // With this entry viewers would redraw the fields, which changes a signed file.
  delete form['NeedAppearances']
}
