import { existsSync } from 'node:fs'
import { FONT_PACKAGES } from '../apps/ocr/synth/fonts.ts'
import type { Packages } from './system-packages.ts'

const readingPdfs = {
  pdftotext: 'poppler-utils',
  pdfimages: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  pdfsig: 'poppler-utils',
}

const postgres = { '/usr/lib/postgresql/*/bin/initdb': 'postgresql' }

/** Debian's own Python: another one on the path has no Swift. */
const swift = {
  '/usr/bin/python3': 'python3',
  '/usr/lib/python3/dist-packages/swift': 'python3-swift',
}

/** What drawing invoices needs. */
const synth: Packages = {
  'fc-match': 'fontconfig',
  ...Object.fromEntries(Object.entries(FONT_PACKAGES).map(([family, name]) => [`font:${family}`, name])),
}

/**
 * Chromium without what a window needs, unless all of it is there (`apps/web/test/chromium.ts`). Without fonts of
 * Chinese every character of it has the width of an empty box.
 */
const browser: Packages = {
  ...(existsSync('/usr/bin/chromium')
    ? {}
    : { '/usr/bin/chromium-headless-shell': 'chromium-headless-shell' }),
  '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc': 'fonts-noto-cjk',
}

/** What the commands of the project call of Debian's packages. */
export const PACKAGES = {
  walkthrough: readingPdfs,
  postgres,
  swift,
  synth,
  'bench-ocr': {
    ...synth,
    tesseract: 'tesseract-ocr',
    '/usr/share/tesseract-ocr/*/tessdata/chi_sim.traineddata': 'tesseract-ocr-chi-sim',
  },
  browser,
  /** All that any test calls. */
  test: {
    ...readingPdfs,
    clamd: 'clamav-daemon',
    openssl: 'openssl',
    git: 'git',
    ...postgres,
    ...swift,
    ...synth,
    ...browser,
  },
} satisfies Record<string, Packages>
