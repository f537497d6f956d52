import { readFileSync } from 'node:fs'
import type { PdfLanguage } from './document.ts'

const FONTS = new URL('../assets/fonts/', import.meta.url)
const CODE_POINTS = 0x110000

interface Coverage {
  faces: { file: string; ranges: [number, number][] }[]
  aliases: Record<string, string>
}

/** scripts/make-font.ts writes this file together with the fonts, so that only the workers open the fonts. */
const coverage: Coverage = JSON.parse(readFileSync(new URL('coverage.json', FONTS), 'utf8'))
const faceByCodePoint = new Uint8Array(CODE_POINTS)
for (const [index, face] of coverage.faces.entries()) {
  for (const [first, last] of face.ranges) faceByCodePoint.fill(index + 1, first, last + 1)
}

/** The font files, main face first, in the order of the indexes of `faceOf`. */
export const fontFiles: readonly URL[] = coverage.faces.map((face) => new URL(face.file, FONTS))

/** Returns the index of the face that draws a character; undefined if none does. */
export function faceOf(char: string): number | undefined {
  const face = faceByCodePoint[char.codePointAt(0) ?? 0]
  return face ? face - 1 : undefined
}

const LINE_END = /\r\n?|[\u2028\u2029]/g
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g
const COMBINED = /\P{M}\p{M}+/gu
const NOT_ASCII = /[^\n\x20-\x7e]/gu
const ASCII_QUOTES: Record<string, string> = { '‘': "'", '’': "'", '“': '"', '”': '"', '…': '...' }
const APOSTROPHE = /(?<=\p{Script=Latin})’(?=\p{Script=Latin})/gu

/**
 * Normalizes a text for the fonts: one form of line end, no invisible characters, combined accents, and always the same
 * of several characters that share a glyph. The faces have quotation marks in full width only, so Latin text gets ASCII
 * ones.
 */
export function drawable(text: string, language: PdfLanguage = 'zh-CN'): string {
  return text
    .replace(LINE_END, '\n')
    .replaceAll('\t', ' ')
    .replace(INVISIBLE, '')
    .replace(APOSTROPHE, "'")
    .replace(COMBINED, (cluster) => cluster.normalize('NFC'))
    .replace(
      NOT_ASCII,
      (char) => (language === 'en' && ASCII_QUOTES[char]) || (coverage.aliases[char] ?? char),
    )
}

/** Returns the characters that no face can draw, each once, in the order of appearance. */
export function missingGlyphs(text: string): string[] {
  const missing = new Set<string>()
  for (const char of drawable(text)) {
    if (char !== '\n' && faceOf(char) === undefined) missing.add(char)
  }
  return [...missing]
}
