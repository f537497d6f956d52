import type { PdfRenderer } from '@consilium/pdf-layout/render.ts'
import { refuseField } from '../../infra/refusal.ts'

/** Refuses a text with characters that the document font lacks, because agreements could not print it. */
export function requirePrintable(
  pdf: Pick<PdfRenderer, 'missingGlyphs'>,
  text: string,
  field: 'name' | 'identityReason' | 'opinion' = 'name',
): void {
  const missing = pdf.missingGlyphs(text)
  if (missing.length > 0) throw refuseField('GLYPH_MISSING', field, { characters: missing.join(' ') })
}
