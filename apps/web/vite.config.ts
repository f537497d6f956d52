import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunks } from './vite.chunks.ts'
import { headStart } from './vite.head-start.ts'
import { kitVariables } from './vite.kit-variables.ts'
import { lightRoutes } from './vite.light-routes.ts'
import { proofOfWork } from './vite.proof-of-work.ts'
import { serviceWorker } from './vite.service-worker.ts'
import { unbrokenMoments } from './vite.unbroken-moments.ts'

/** The first page names every file of the app, so that a character less of each hash is seen in its weight. */
const NAMES = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    unbrokenMoments(),
    react(),
    lightRoutes(),
    kitVariables(),
    headStart(),
    serviceWorker(),
    proofOfWork(),
  ],
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
    rolldownOptions: { output: { codeSplitting: chunks, ...NAMES } },
  },
  // The PDF worker consists of several modules.
  worker: { format: 'es' },
})
