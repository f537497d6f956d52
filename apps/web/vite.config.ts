import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunks } from './vite.chunks.ts'
import { headStart } from './vite.head-start.ts'
import { kitStyles } from './vite.kit-styles.ts'
import { lightRoutes } from './vite.light-routes.ts'

const ZOD_CONFIG = '__zod_globalConfig = {}'

/**
 * Zod tries whether it may compile its checks, which the Content-Security-Policy refuses and reports. It must be told
 * before the first shape is made, earlier than any module of ours is sure to run.
 */
const zodWithoutCompiling = (): Plugin => ({
  name: 'zod-without-compiling',
  transform: {
    // Vite itself sorts out the thousands of other modules.
    filter: { id: /\/zod\/v4\/core\/core\.js$/ },
    handler(code, id) {
      if (!code.includes(ZOD_CONFIG)) throw new Error(`${id} no longer has ${ZOD_CONFIG}`)
      return { code: code.replace(ZOD_CONFIG, '__zod_globalConfig = { jitless: true }'), map: null }
    },
  },
})

const JSON_SCHEMA_IMPORT =
  'import { createStandardJSONSchemaMethod, createToJSONSchemaMethod } from "../core/to-json-schema.js";'
const JSON_SCHEMA_STUBS =
  'const createStandardJSONSchemaMethod = () => undefined, createToJSONSchemaMethod = () => undefined;'
const JSON_SCHEMA_OF_KIND = /inst\._zod\.processJSONSchema = .*;$/gm

/** Only the service writes shapes as JSON Schema; what does it is a quarter of the library. */
const zodWithoutJsonSchema = (): Plugin => ({
  name: 'zod-without-json-schema',
  transform: {
    filter: { id: /\/zod\/v4\/classic\/schemas\.js$/ },
    handler(code, id) {
      if (!code.includes(JSON_SCHEMA_IMPORT)) throw new Error(`${id} no longer has ${JSON_SCHEMA_IMPORT}`)
      const light = code.replace(JSON_SCHEMA_IMPORT, JSON_SCHEMA_STUBS).replaceAll(JSON_SCHEMA_OF_KIND, '')
      return { code: light, map: null }
    },
  },
})

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), lightRoutes(), kitStyles(), headStart(), zodWithoutCompiling(), zodWithoutJsonSchema()],
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
