import { existsSync } from 'node:fs'
import type { CommandPackages } from '../system-packages.ts'

/** What tests call, and the Debian packages that bring it. */
export const TEST_COMMANDS = {
  pdftotext: 'poppler-utils',
  pdfimages: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  pdfsig: 'poppler-utils',
  openssl: 'openssl',
}
/** Chromium without what a window needs, unless all of it is there (`apps/web/test/chromium.ts`). */
const chromium: CommandPackages = existsSync('/usr/bin/chromium')
  ? {}
  : { 'chromium-headless-shell': 'chromium-headless-shell' }
/** Without fonts of Chinese every character of it has the width of an empty box. */
export const BROWSER_COMMANDS: CommandPackages = {
  ...chromium,
  '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc': 'fonts-noto-cjk',
}
