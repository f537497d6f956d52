// Builds the public pages, which the API renders, into a separate folder: public-pages.ts FOLDER.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createBuilder } from 'vite'

const CONFIG = join(
  dirname(dirname(dirname(fileURLToPath(import.meta.url)))),
  'apps/web/vite.publicity.config.ts',
)
/** Shown by the API to those who open its port instead of the web app's. */
const ELSEWHERE = `<!doctype html><title>Consilium</title>
<p>This is the API of <code>npm run dev</code>; the pages are at the address that the command has printed.
`

const [folder = ''] = process.argv.slice(2)
const into = (outDir: string) => ({ build: { outDir, emptyOutDir: true } })
const output = join(folder, 'publicity')
process.env.NODE_ENV = 'production'
const environments = { client: into(output), ssr: into(join(output, 'server')) }
const builder = await createBuilder({ configFile: CONFIG, logLevel: 'error', environments }, null)
await builder.buildApp()
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'index.html'), ELSEWHERE)
