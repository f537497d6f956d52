import { join } from 'node:path'
import { watch } from 'chokidar'

const CONTRACT = 'packages/contract/src'
const ARCHIVE = 'packages/archive/src'
const LISTS = 'packages/lists/src'
const PADES = 'packages/pades/src'
const PDF_LAYOUT = 'packages/pdf-layout/src'
const SHEETS = 'packages/sheets/src'
const TRACING = 'packages/tracing/src'
const WEB_KIT = 'packages/web-kit/src'

/** Sources of each part of the product, relative to the root. */
export const SOURCES = {
  api: [CONTRACT, ARCHIVE, LISTS, PADES, PDF_LAYOUT, SHEETS, TRACING, 'apps/api/src', 'apps/api/migrations'],
  recognition: [CONTRACT, ARCHIVE, TRACING, 'apps/ocr/src'],
  /** Vite watches the files of the app; it reads these once, at its start. */
  web: [CONTRACT, WEB_KIT],
  /** Public pages and those of experts. */
  renderedPages: [
    CONTRACT,
    WEB_KIT,
    'apps/office/src/publicity',
    'apps/office/vite.publicity.config.ts',
    'apps/expert/src',
    'apps/expert/vite.config.ts',
  ],
} as const

/** Files written at almost the same time, by an editor or a checkout, cause one call. */
const SETTLE_MS = 100

/** Calls back when the sources of the part have changed. */
export function onChange(root: string, part: keyof typeof SOURCES, changed: () => void): void {
  let timer: NodeJS.Timeout | undefined
  const paths = SOURCES[part].map((path) => join(root, path))
  const ignored = (path: string) => path.endsWith('.test.ts')
  watch(paths, { ignoreInitial: true, ignored }).on('all', () => {
    clearTimeout(timer)
    timer = setTimeout(changed, SETTLE_MS)
  })
}
