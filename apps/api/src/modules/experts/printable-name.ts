import type { PdfRenderer } from '@consilium/pdf-layout/render.ts'
import { refuseField } from '../../infra/refusal.ts'

/** Refuses a name with characters that the document font lacks, because agreements could not print it. */
export function requirePrintable(pdf: Pick<PdfRenderer, 'missingGlyphs'>, name: string): void {
  const missing = pdf.missingGlyphs(name)
  if (missing.length > 0) throw refuseField('GLYPH_MISSING', 'name', { characters: missing.join(' ') })
}
