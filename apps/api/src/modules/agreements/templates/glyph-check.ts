import type { PdfRenderer } from '@consilium/pdf-layout/render.ts'
import { Refusal } from '../../../infra/refusal.ts'

/** Throws GLYPH_MISSING if the document's fonts lack a character; the refusal names the characters and their fields. */
export function requireDrawable(
  pdf: Pick<PdfRenderer, 'missingGlyphs'>,
  texts: Readonly<Record<string, string | null>>,
): void {
  const found = Object.entries(texts)
    .map(([field, text]) => ({ field, missing: pdf.missingGlyphs(text ?? '') }))
    .filter(({ missing }) => missing.length > 0)
  if (found.length === 0) return
  throw new Refusal('GLYPH_MISSING', {
    params: { characters: [...new Set(found.flatMap(({ missing }) => missing))].join(' ') },
    details: found.map(({ field }) => ({ field })),
  })
}
