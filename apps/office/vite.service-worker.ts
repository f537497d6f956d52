import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformWithOxc, type Plugin, type Rolldown } from 'vite'

const SOURCE = join(import.meta.dirname, 'src/service-worker/service-worker.ts')
const PUBLIC = join(import.meta.dirname, 'public')
const FILE = 'service-worker.js'
const VERSION_LENGTH = 12

/** What opens without a network even if it was never opened before: the frame, and the page of helpers at the door. */
const AHEAD = /\/src\/features\/attendance\/offline\/offline-page\.tsx$/

type Chunks = Map<string, Rolldown.OutputChunk>

/** These files and all that they import statically. */
function closureOf(chunks: Chunks, roots: Iterable<string>): string[] {
  const found = new Set(roots)
  for (const name of found) for (const next of chunks.get(name)?.imports ?? []) found.add(next)
  return [...found]
}

/** Writes the service worker beside the app, with the files that it keeps and a version that is theirs. */
export const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const chunks: Chunks = new Map()
      for (const [name, file] of Object.entries(bundle)) if (file.type === 'chunk') chunks.set(name, file)
      const isAhead = ({ isEntry, facadeModuleId }: Rolldown.OutputChunk) =>
        isEntry || (facadeModuleId !== null && AHEAD.test(facadeModuleId))
      const roots = [...chunks].filter(([, chunk]) => isAhead(chunk)).map(([name]) => name)
      const styles = Object.keys(bundle).filter((name) => name.endsWith('.css'))
      const fonts = globSync('assets/*', { cwd: PUBLIC })
      const files = [...closureOf(chunks, roots), ...styles, ...fonts].map((name) => `/${name}`).toSorted()
      const { code } = await transformWithOxc(readFileSync(SOURCE, 'utf8'), SOURCE)
      const all = JSON.stringify([code, files, Object.keys(bundle).toSorted()])
      const version = createHash('sha256').update(all).digest('hex').slice(0, VERSION_LENGTH)
      const known = `const FILES = ${JSON.stringify(files)}\nconst VERSION = '${version}'\n`
      this.emitFile({ type: 'asset', fileName: FILE, source: known + code })
    },
  },
})
