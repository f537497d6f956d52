import { join } from 'node:path'
import { clientName, OLD_BROWSERS } from '@consilium/web-kit/client-name.ts'
import { defineConfig } from 'vite'

/** Address of the script on the server; `base` of the client's build. */
const BASE = '/publicity/'
const SOURCE = join(import.meta.dirname, 'src/publicity')
const OUTPUT = join(import.meta.dirname, 'dist/publicity')
/** Not served to browsers. */
const SERVER_OUTPUT = join(OUTPUT, 'server')
const ENTRY = 'src/publicity/client.ts'

/** The public pages: a small script for browsers, and the bundle with which the API process renders them. */
export default defineConfig({
  root: import.meta.dirname,
  base: BASE,
  publicDir: false,
  plugins: [clientName({ base: BASE, entry: ENTRY })],
  environments: {
    client: {
      build: {
        outDir: OUTPUT,
        emptyOutDir: true,
        manifest: 'manifest.json',
        target: OLD_BROWSERS,
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
