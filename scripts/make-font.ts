/**
 * Builds the fonts that documents are drawn with, into packages/pdf-layout/assets/fonts. Run by hand, only when the
 * source fonts change; the result is committed:
 *
 *   npm i --prefix /tmp/fontsrc @expo-google-fonts/noto-sans-sc@0.4.3 \
 *     @expo-google-fonts/noto-sans-hk@0.4.3 @expo-google-fonts/noto-sans-jp@0.4.3
 *   node scripts/make-font.ts /tmp/fontsrc
 *
 * Noto Sans SC carries GBK, the whole of CJK Unified and Extension A. The Hong Kong and Japanese faces of
 * the same family add the rare ideographs of names that it lacks (𠮷 and some 2,000 others).
 *
 * In a built font no glyph answers to two characters. A PDF's text layer is written per glyph, so a shared
 * glyph reads back as whichever of its characters came first: the middle dot of a name would turn into a
 * bullet. The other characters go to coverage.json as aliases, which the renderer maps before drawing.
 * An ideograph with a twin in one face (㬵, drawn as 胶) is taken from the next face that tells them apart.
 * The layout tables are dropped: their substitutions share glyphs again, and opening a font without them
 * takes half the time.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

type SubsetFont = (font: Buffer, text: string, options: object) => Promise<Buffer>
type SourceFont = {
  characterSet: number[]
  version: string
  glyphForCodePoint(codePoint: number): { id: number }
}
type Source = { data: Buffer; font: SourceFont; folder: string; label: string }

const require = createRequire(import.meta.url)
const subsetFont: SubsetFont = require('subset-font')
const fontkit: { create(data: Buffer): SourceFont } = createRequire(require.resolve('pdfkit'))('fontkit')

const FACES = ['sc', 'hk', 'jp']
const OUTPUT = fileURLToPath(new URL('../packages/pdf-layout/assets/fonts/', import.meta.url))
const SUBSET_OPTIONS = {
  targetFormat: 'truetype',
  dropTables: ['GSUB', 'GPOS', 'GDEF', 'BASE', 'STAT', 'vhea', 'vmtx', 'gasp'],
  /** Copyright, family, style, id, full name, version, PostScript name, licence and its address. */
  preserveNameIds: [0, 1, 2, 3, 4, 5, 6, 13, 14],
}
const UNWANTED = /[\p{Script=Hangul}\p{Default_Ignorable_Code_Point}]/u
const IDEOGRAPH = /\p{Ideographic}/u
const UNIFIED = /\p{Unified_Ideograph}/u
/** Characters that people write: ideographs, and full-width ASCII rather than mathematical variants. */
const LETTERLIKE = /[\p{Unified_Ideograph}\uff01-\uff5e]/u

function gbkCharacters(): Set<string> {
  const decoder = new TextDecoder('gbk')
  const characters = new Set<string>()
  for (let byte = 0; byte < 0x80; byte++) characters.add(String.fromCharCode(byte))
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) characters.add(decoder.decode(Uint8Array.of(lead, trail)))
  }
  return characters
}

/** Of the characters that share a glyph, the one that the PDF's text layer returns ranks lowest. */
function rankIn(gbk: Set<string>): (char: string) => number {
  return (char) => {
    if (LETTERLIKE.test(char)) return gbk.has(char) ? 0 : 1
    return gbk.has(char) ? 2 : 3
  }
}

function charactersByGlyph(font: SourceFont): string[][] {
  const byGlyph = new Map<number, string[]>()
  for (const codePoint of font.characterSet) {
    const { id } = font.glyphForCodePoint(codePoint)
    byGlyph.set(id, [...(byGlyph.get(id) ?? []), String.fromCodePoint(codePoint)])
  }
  return [...byGlyph.values()]
}

function toRanges(characters: string[]): [number, number][] {
  const ranges: [number, number][] = []
  for (const codePoint of characters.map((char) => char.codePointAt(0) ?? 0).toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.[1] === codePoint - 1) last[1] = codePoint
    else ranges.push([codePoint, codePoint])
  }
  return ranges
}

function openSource(root: string, face: string): Source {
  const folder = join(root, 'node_modules', '@expo-google-fonts', `noto-sans-${face}`)
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const data = readFileSync(join(folder, '400Regular', `NotoSans${face.toUpperCase()}_400Regular.ttf`))
  const font = fontkit.create(data)
  return { data, font, folder, label: `${name}@${version} (font ${font.version.split(';')[0]})` }
}

function notice(sources: Source[]): string {
  return `Noto Sans (SC, HK, JP), Regular, under the SIL Open Font License 1.1 (OFL.txt).
Built by scripts/make-font.ts from the npm packages
${sources.map(({ label }) => `- ${label}`).join('\n')}
Changed: characters left out (Hangul; in HK and JP all that SC has), layout tables removed.
`
}

interface Selection {
  /** The characters of each face, in the order of FACES. */
  drawn: string[][]
  /** Maps a character without its own glyph to the drawn character with the same glyph. */
  aliases: Record<string, string>
}

function select(sources: Source[]): Selection {
  const rank = rankIn(gbkCharacters())
  const known = new Set<string>()
  const aliases: Record<string, string> = {}
  const drawn = sources.map(({ font }, index) => {
    const wanted = (char: string) =>
      !known.has(char) && !UNWANTED.test(char) && (index === 0 || IDEOGRAPH.test(char))
    return charactersByGlyph(font).flatMap((sharing) => {
      const [first, ...rest] = sharing.filter(wanted).toSorted((a, b) => rank(a) - rank(b))
      if (first === undefined) return []
      known.add(first)
      delete aliases[first]
      for (const other of rest) {
        aliases[other] = first
        if (!UNIFIED.test(other)) known.add(other)
      }
      return [first]
    })
  })
  return { drawn, aliases }
}

async function build(root: string): Promise<void> {
  const sources = FACES.map((face) => openSource(root, face))
  const { drawn, aliases } = select(sources)
  const fonts = await Promise.all(
    sources.map(({ data }, index) => subsetFont(data, (drawn[index] ?? []).join(''), SUBSET_OPTIONS)),
  )
  mkdirSync(OUTPUT, { recursive: true })
  const faces = FACES.map((face, index) => ({
    file: `noto-sans-${face}.ttf`,
    ranges: toRanges(drawn[index] ?? []),
  }))
  for (const [index, { file }] of faces.entries()) {
    const font = fonts[index] ?? Buffer.alloc(0)
    writeFileSync(join(OUTPUT, file), font)
    console.log(`${file}: ${drawn[index]?.length} characters, ${font.length} bytes`)
  }
  writeFileSync(join(OUTPUT, 'coverage.json'), `${JSON.stringify({ faces, aliases })}\n`)
  writeFileSync(join(OUTPUT, 'SOURCE.txt'), notice(sources))
  for (const { folder } of sources) copyFileSync(join(folder, 'LICENSE_FONT'), join(OUTPUT, 'OFL.txt'))
}

const root = process.argv[2]
if (!root) throw new Error('Usage: node scripts/make-font.ts FOLDER_THAT_HOLDS_NODE_MODULES')
await build(root)
