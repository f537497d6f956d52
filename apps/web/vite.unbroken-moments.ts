import { join } from 'node:path'
import type { Plugin } from 'vite'

const RUNTIME = 'react/jsx-runtime'
const OURS = join(import.meta.dirname, 'src/lib/unbroken-runtime.ts')

/** Puts our functions for JSX in front of React's, for the libraries as well, which render most of the texts. */
export const unbrokenMoments = (): Plugin => ({
  name: 'unbroken-moments',
  enforce: 'pre',
  resolveId: (id, importer) => (id === RUNTIME && importer !== OURS ? OURS : undefined),
})
