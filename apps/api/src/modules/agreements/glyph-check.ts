import type { PdfRenderer } from '../../infra/pdf/render.ts'
import { Refusal } from '../../infra/refusal.ts'

/** Refuses texts that the document's fonts cannot draw, naming the characters and the fields that hold them. */
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
