import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { officePaths } from './vite.office-paths.ts'
import { proofOfWork } from './vite.proof-of-work.ts'
import { serviceWorker } from './vite.service-worker.ts'

/** The first page names every file of the app, so that a character less of each hash is seen in its weight. */
const NAMES = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
}

/** Source of what several pages share, in bytes: a file of its own from here on, and smaller ones are in each page. */
const OWN_FILE_FROM = 80_000

/**
 * Each page is a file with all that it needs beside the app. Without this it would load a file for every combination of
 * pages that share something, some forty of them.
 */
const FILES: Rolldown.OutputOptions['codeSplitting'] = {
  groups: [{ name: 'app', tags: ['$initial'] }],
  experimentalInlineCommonChunks: { maxSize: OWN_FILE_FROM },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), officePaths(), serviceWorker(), proofOfWork()],
  resolve: {
    alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, '../../packages/web-kit/src/zod.ts') }],
  },
  // The server replaces it in every response; styles and scripts are allowed by nonce.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    manifest: true,
    // Every browser of that year knows `modulepreload`.
    modulePreload: { polyfill: false },
    target: 'es2023',
    // An inlined asset would require `data:` in more directives of the Content-Security-Policy than that of pictures.
    assetsInlineLimit: 0,
    emptyOutDir: true,
    // Pages have little CSS of their own, and a phone would wait for each additional file.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: FILES, ...NAMES } },
  },
  // The PDF worker consists of several modules.
  worker: { format: 'es' },
})
