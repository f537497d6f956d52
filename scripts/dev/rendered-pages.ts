// Builds the pages that the API renders, those of the public and of experts, into a separate folder: rendered-pages.ts FOLDER.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createBuilder } from 'vite'

const APPS = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'apps')
/** Folder of the build and the file that says how it is built. */
const BUILDS = {
  publicity: join(APPS, 'office/vite.publicity.config.ts'),
  expert: join(APPS, 'expert/vite.config.ts'),
}
/** Shown by the API to those who open its port instead of the web app's. */
const ELSEWHERE = `<!doctype html><title>Consilium</title>
<p>This is the API of <code>npm run dev</code>; the pages are at the address that the command has printed.
`

const [folder = ''] = process.argv.slice(2)
const into = (outDir: string) => ({ build: { outDir, emptyOutDir: true } })
process.env.NODE_ENV = 'production'
for (const [name, configFile] of Object.entries(BUILDS)) {
  const output = join(folder, name)
  const environments = { client: into(output), ssr: into(join(output, 'server')) }
  const builder = await createBuilder({ configFile, logLevel: 'error', environments }, null)
  await builder.buildApp()
}
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'index.html'), ELSEWHERE)
