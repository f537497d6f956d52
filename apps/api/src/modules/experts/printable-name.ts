import type { PdfRenderer } from '../../infra/pdf/render.ts'
import { refuseField } from '../../infra/refusal.ts'

/** Refuses a name that no agreement could print, naming the characters that the document font lacks. */
export function requirePrintable(pdf: Pick<PdfRenderer, 'missingGlyphs'>, name: string): void {
  const missing = pdf.missingGlyphs(name)
  if (missing.length > 0) throw refuseField('GLYPH_MISSING', 'name', { characters: missing.join(' ') })
}
