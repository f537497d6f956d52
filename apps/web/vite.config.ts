import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunks } from './vite.chunks.ts'
import { headStart } from './vite.head-start.ts'
import { kitStyles } from './vite.kit-styles.ts'
import { lightRoutes } from './vite.light-routes.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), lightRoutes(), kitStyles(), headStart()],
  resolve: { alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, 'src/lib/zod.ts') }] },
  // Replaced by the server in every answer: styles and scripts are allowed by nonce.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2023',
    // An inlined asset would need `data:` in more places of the Content-Security-Policy than pictures.
    assetsInlineLimit: 0,
    emptyOutDir: true,
    // What the pages have of their own is little: each file of it would be one more that a phone waits for.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: chunks } },
  },
  // The PDF worker is made of several modules.
  worker: { format: 'es' },
})
