import { createRequire } from 'node:module'
import { join } from 'node:path'
import { clientName, OLD_BROWSERS } from '@consilium/web-kit/client-name.ts'
import { defineConfig } from 'vite'
import { handwriting } from './vite.handwriting.ts'

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

/** Small modules that every page loads are one file: several would be compressed badly, and each be a request. */
const CHUNKS = {
  groups: [
    {
      name: 'base',
      test: /expert\/src\/client\/(?:session|words)\.ts$|contract\/src\/(?:addresses|half-width)\.ts$/,
    },
  ],
}

/** The library that draws documents, in its edition for older browsers. */
const drawing = (file: string) =>
  createRequire(createRequire(import.meta.url).resolve('react-pdf')).resolve(
    `pdfjs-dist/legacy/build/${file}`,
  )

/** The pages of experts: scripts for browsers, and the bundle with which the API process renders the pages. */
export default defineConfig({
  root: import.meta.dirname,
  base: BASE,
  publicDir: false,
  plugins: [clientName({ base: BASE, entry: ENTRY }), handwriting()],
  resolve: {
    alias: [
      { find: /^zod$/, replacement: join(import.meta.dirname, '../../packages/web-kit/src/zod.ts') },
      { find: /^virtual:pdfjs$/, replacement: drawing('pdf.mjs') },
      { find: /^virtual:pdfjs\/worker/, replacement: drawing('pdf.worker.mjs') },
    ],
  },
  // The worker consists of several modules.
  worker: { format: 'es' },
  environments: {
    client: {
      build: {
        outDir: OUTPUT,
        emptyOutDir: true,
        manifest: 'manifest.json',
        target: OLD_BROWSERS,
        modulePreload: false,
        // An inlined asset would require `data:` in the Content-Security-Policy.
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: join(import.meta.dirname, ENTRY),
          output: { ...HASHED, codeSplitting: CHUNKS },
        },
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
