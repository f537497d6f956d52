// Makes what the brand needs as files, from the logo and from the typeface's package; run by hand after a change of
// either: node scripts/web/make-brand.ts
//
// The typeface (IBM Plex Sans, SIL Open Font License) has figures of one width. Its Latin letters and figures are kept in
// two weights; Chinese is set in the typeface of the system. The names contain a hash, since /assets/ is cached for good.
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

type SubsetFont = (font: Buffer, text: string, options: object) => Promise<Buffer>

const require = createRequire(import.meta.url)
const subsetFont: SubsetFont = require('subset-font')

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PUBLIC = join(ROOT, 'apps/office/public')
const ASSETS = join(PUBLIC, 'assets')
const ICONS = join(PUBLIC, 'icons')
const FACE = join(ROOT, 'packages/web-kit/src/face.css')
const PACKAGE = dirname(require.resolve('@fontsource/ibm-plex-sans/package.json'))

const WEIGHTS = [400, 600]
const HASH_LENGTH = 8
/** Printable ASCII, and the signs beside figures; the quotes and dashes of Chinese texts are those of their typeface. */
const LETTERS = String.fromCodePoint(
  ...Array.from({ length: 95 }, (_, at) => at + 32),
  0xa0,
  0xa5,
  0xb1,
  0xd7,
  0x2212,
)

/** A maskable icon may be cut to a circle: the sign stays within the middle 80 %. */
const SIZES = [
  { name: 'icon-192.png', size: 192, padding: 0 },
  { name: 'icon-512.png', size: 512, padding: 0 },
  { name: 'maskable-512.png', size: 512, padding: 0.1 },
  { name: 'apple-touch-icon.png', size: 180, padding: 0.04 },
]
const GROUND = '#0b6478'

async function makeFonts(): Promise<void> {
  mkdirSync(ASSETS, { recursive: true })
  for (const old of globSync('plex-sans-*.woff2', { cwd: ASSETS })) rmSync(join(ASSETS, old))
  for (const weight of WEIGHTS) {
    const whole = readFileSync(join(PACKAGE, `files/ibm-plex-sans-latin-${weight}-normal.woff2`))
    const font = await subsetFont(whole, LETTERS, { targetFormat: 'woff2' })
    const hash = createHash('sha256').update(font).digest('hex').slice(0, HASH_LENGTH)
    const name = `plex-sans-${weight}.${hash}.woff2`
    writeFileSync(join(ASSETS, name), font)
    const style = readFileSync(FACE, 'utf8')
    writeFileSync(FACE, style.replace(new RegExp(`plex-sans-${weight}\\.\\w+\\.woff2`), name))
    console.log(`${name}: ${font.length} bytes`)
  }
}

async function makeIcons(): Promise<void> {
  mkdirSync(ICONS, { recursive: true })
  const mark = readFileSync(join(PUBLIC, 'favicon.svg'))
  for (const { name, size, padding } of SIZES) {
    const edge = Math.round(size * padding)
    const inner = await sharp(mark, { density: 72 * (size / 32) })
      .resize(size - 2 * edge)
      .png()
      .toBuffer()
    const made = padding
      ? sharp(inner)
          .extend({ top: edge, bottom: edge, left: edge, right: edge, background: GROUND })
          .flatten({ background: GROUND })
      : sharp(inner)
    await made.png({ compressionLevel: 9, palette: true }).toFile(join(ICONS, name))
  }
}

/** The picture of a shared link: the sign and the name, 1200 × 630 as Open Graph asks. */
async function makeSharedPicture(): Promise<void> {
  const mark = readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8')
    .trim()
    .replace(/^<svg[^>]*>|<\/svg>$/g, '')
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">
    <rect width="1200" height="630" fill="${GROUND}"/>
    <rect y="606" width="1200" height="24" fill="#f5aa58"/>
    <g transform="translate(120 195) scale(7.5)">${mark}</g>
    <text x="420" y="350" font-family="Noto Sans, DejaVu Sans, sans-serif" font-size="112" font-weight="700" fill="#fff">Consilium</text>
  </svg>`
  await sharp(Buffer.from(picture))
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(ICONS, 'shared.png'))
}

await makeFonts()
await makeSharedPicture()
await makeIcons()
