import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** The routes of the office; the code of a page is imported only by `load`. */
const ROUTES = pathToFileURL(join(import.meta.dirname, 'src/app/pages.ts')).href
/** Beside what the service runs, so that it is not served. */
const FILE = 'server/paths.json'
/** Where the service worker gets the page of the office (`src/service-worker`). */
const SHELL = '/office-shell'

type Routes = Record<'pages' | 'openPages', readonly { path: string }[]>

/** Writes down the addresses that the office has, so that the service answers every other one as one that does not exist. */
export const officePaths = (): Plugin => ({
  name: 'office-paths',
  apply: 'build',
  async generateBundle() {
    const { pages, openPages } = (await import(ROUTES)) as Routes
    const paths = [...pages, ...openPages].map(({ path }) => path)
    this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify([...new Set(paths), SHELL]) })
  },
})
