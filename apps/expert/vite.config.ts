import { join } from 'node:path'
import { clientName, OLD_BROWSERS } from '@consilium/web-kit/client-name.ts'
import { defineConfig } from 'vite'

/** Address of the scripts on the server; `base` of the client's build. */
const BASE = '/expert/'
const OUTPUT = join(import.meta.dirname, 'dist')
const ENTRY = 'src/client/main.ts'
/** Their names have the hash of the content, so browsers keep them for good. */
const HASHED = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
}

/** The pages of experts: scripts for browsers, and the bundle with which the API process renders the pages. */
export default defineConfig({
  root: import.meta.dirname,
  base: BASE,
  publicDir: false,
  plugins: [clientName({ base: BASE, entry: ENTRY })],
  resolve: {
    alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, '../../packages/web-kit/src/zod.ts') }],
  },
  environments: {
    client: {
      build: {
        outDir: OUTPUT,
        emptyOutDir: true,
        manifest: 'manifest.json',
        target: OLD_BROWSERS,
        modulePreload: false,
        rolldownOptions: { input: join(import.meta.dirname, ENTRY), output: HASHED },
      },
    },
    ssr: {
      // One self-contained file, which works in any folder.
      resolve: { noExternal: true },
      build: {
        outDir: join(OUTPUT, 'server'),
        emptyOutDir: true,
        target: 'node24',
        rolldownOptions: {
          input: join(import.meta.dirname, 'src/server.tsx'),
          output: { entryFileNames: 'render.js' },
        },
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
