import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The API that `vite` proxies to while the pages are being worked on. */
const DEVELOPMENT_API = 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // Replaced by the server in every answer: styles and scripts are allowed by nonce.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2023',
    // An inlined asset would need `data:` in more places of the Content-Security-Policy than pictures.
    assetsInlineLimit: 0,
    emptyOutDir: true,
  },
  // The PDF worker is made of several modules.
  worker: { format: 'es' },
  server: { proxy: { '/api': DEVELOPMENT_API } },
})
