import { join } from 'node:path'
import { OLD_BROWSERS } from '@consilium/web-kit/client-name.ts'
import { build, type Plugin, type Rolldown } from 'vite'

const SOURCE = join(import.meta.dirname, 'src/proof-of-work/worker.ts')
const FILE = 'proof-of-work.js'

async function bundle(): Promise<string> {
  const output = { format: 'iife', entryFileNames: FILE } as const
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: { write: false, target: OLD_BROWSERS, rolldownOptions: { input: SOURCE, output } },
  })
  return (built as Rolldown.RolldownOutput).output[0].code
}

/** Writes the worker that solves proofs of work beside the app, and serves it while developing. */
export const proofOfWork = (): Plugin => ({
  name: 'proof-of-work',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: FILE, source: await bundle() })
  },
  configureServer({ middlewares }) {
    middlewares.use(`/${FILE}`, (_request, response, next) => {
      bundle().then((code) => {
        response.setHeader('content-type', 'text/javascript')
        response.end(code)
      }, next)
    })
  },
})
