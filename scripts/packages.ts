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

/** Debian's own Python, since another one on the path lacks Swift. */
const swift = {
  '/usr/bin/python3': 'python3',
  '/usr/lib/python3/dist-packages/swift': 'python3-swift',
}

/** Reads what the product writes by other code than its own, with Debian's Python. */
const openpyxl = {
  '/usr/bin/python3': 'python3',
  '/usr/lib/python3/dist-packages/openpyxl': 'python3-openpyxl',
}

const pooler = { '/usr/sbin/pgbouncer': 'pgbouncer' }

const nginx = { '/usr/sbin/nginx': 'nginx-light' }

/** Packages for drawing invoices. */
const synth: Packages = {
  'fc-match': 'fontconfig',
  ...Object.fromEntries(Object.entries(FONT_PACKAGES).map(([family, name]) => [`font:${family}`, name])),
}

/**
 * Chromium's headless shell, unless the full browser is installed (`apps/office/test/chromium.ts`). Without Chinese fonts
 * every character would have the width of an empty box.
 */
const browser: Packages = {
  ...(existsSync('/usr/bin/chromium')
    ? {}
    : { '/usr/bin/chromium-headless-shell': 'chromium-headless-shell' }),
  '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc': 'fonts-noto-cjk',
}

/** Debian packages that the project's commands need. */
export const PACKAGES = {
  walkthrough: { ...readingPdfs, ...synth },
  postgres,
  fixture: { ...postgres, git: 'git' },
  'try-install': {
    '/usr/sbin/debootstrap': 'debootstrap',
    'systemd-nspawn': 'systemd-container',
  },
  swift,
  cluster: { ...postgres, ...swift, ...nginx },
  synth,
  'bench-ocr': {
    ...synth,
    tesseract: 'tesseract-ocr',
    '/usr/share/tesseract-ocr/*/tessdata/chi_sim.traineddata': 'tesseract-ocr-chi-sim',
  },
  browser,
  /** Everything that any test needs. */
  test: {
    ...readingPdfs,
    clamd: 'clamav-daemon',
    openssl: 'openssl',
    git: 'git',
    'systemd-analyze': 'systemd',
    promtool: 'prometheus',
    ...postgres,
    ...pooler,
    ...swift,
    ...openpyxl,
    ...nginx,
    ...synth,
    ...browser,
  },
} satisfies Record<string, Packages>
