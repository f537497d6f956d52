import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** Address of the script on the server; `base` of the client's build. */
const BASE = '/publicity/'
const SOURCE = join(import.meta.dirname, 'src/publicity')
const OUTPUT = join(import.meta.dirname, 'dist/publicity')
/** Not served to browsers. */
const SERVER_OUTPUT = join(OUTPUT, 'server')
const CLIENT_MODULE = 'virtual:publicity-client'
const CLIENT_ENTRY = 'src/publicity/client.ts'
/** In-app browsers of chat apps are several years old. */
const BROWSERS = ['es2020', 'chrome87', 'safari14']

interface Manifest {
  [entry: string]: { file: string } | undefined
}

/** Passes the name of the script, which contains its hash, to the pages. */
const clientName = (): Plugin => ({
  name: 'publicity-client',
  resolveId: (id) => (id === CLIENT_MODULE ? `\0${CLIENT_MODULE}` : undefined),
  load(id) {
    if (id !== `\0${CLIENT_MODULE}`) return undefined
    const { outDir } = this.environment.getTopLevelConfig().environments['client']!.build
    const manifest = JSON.parse(readFileSync(join(outDir, 'manifest.json'), 'utf8')) as Manifest
    const file = manifest[CLIENT_ENTRY]?.file
    if (!file) throw new Error(`${CLIENT_ENTRY} is not in the manifest`)
    return `export const clientPath = ${JSON.stringify(BASE + file)}`
  },
})

/** The public pages: a small script for browsers, and the bundle with which the API process renders them. */
export default defineConfig({
  root: import.meta.dirname,
  base: BASE,
  publicDir: false,
  plugins: [clientName()],
  environments: {
    client: {
      build: {
        outDir: OUTPUT,
        emptyOutDir: true,
        manifest: 'manifest.json',
        target: BROWSERS,
        modulePreload: false,
        rolldownOptions: { input: join(SOURCE, 'client.ts') },
      },
    },
    ssr: {
      // One self-contained file, which works in any folder.
      resolve: { noExternal: true },
      build: {
        outDir: SERVER_OUTPUT,
        emptyOutDir: true,
        target: 'node24',
        rolldownOptions: { input: join(SOURCE, 'server.tsx'), output: { entryFileNames: 'render.js' } },
      },
    },
  },
  builder: {
    /** In the order above, since the pages need the name of the script. */
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) await builder.build(environment)
    },
  },
})
