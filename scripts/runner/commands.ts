/** What tests call, and the Debian packages that bring it. */
export const TEST_COMMANDS = {
  pdftotext: 'poppler-utils',
  pdfimages: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  pdfsig: 'poppler-utils',
  openssl: 'openssl',
}
/** Without fonts of Chinese every character of it has the width of an empty box. */
export const BROWSER_COMMANDS = {
  chromium: 'chromium',
  '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc': 'fonts-noto-cjk',
}
