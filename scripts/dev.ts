// `npm run dev`: one address serves the web app with hot reload and, behind it, the API and the recognition service,
// each of which restarts when its files change.
import { randomBytes } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environmentOfRecognition, loadProcessConfig, type Config } from '../apps/api/src/settings/config.ts'
import { type Program, runOnce, startProgram } from './dev/program.ts'
import { onChange, type SOURCES } from './dev/sources.ts'
import { freePort } from '@consilium/test-kit/free-port.ts'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const LOCAL = '127.0.0.1'
const KEY_BYTES = 24
const FILES = {
  api: 'apps/api/src/main.ts',
  recognition: 'apps/ocr/src/main.ts',
  web: 'scripts/dev/web.ts',
} as const

const say = (line: string) => process.stdout.write(`${line}\n`)

/** The first start prints everything that `npm start` prints; later ones only that the API is back. */
function announceOnce(): (line: string) => void {
  let starts = 0
  return (line) => {
    const isReady = line.startsWith('Consilium is ready')
    if (isReady) starts++
    if (starts <= 1) say(line)
    else if (isReady) say('api: ready')
  }
}

interface Part {
  name: keyof typeof FILES & keyof typeof SOURCES
  args?: readonly string[]
  env: NodeJS.ProcessEnv
  onLine(line: string): void
}

/** A part that fails is restarted at the next change. */
function startPart({ name, ...options }: Part): Program {
  const program = startProgram({
    ...options,
    file: join(ROOT, FILES[name]),
    onEnd: (code) => say(`${name}: ended (${code ?? 'by a signal'}); it starts again when a file changes`),
  })
  onChange(ROOT, name, () => {
    say(`${name}: a file changed, starting again`)
    void program.restart()
  })
  return program
}

/**
 * Address and command of the recognition service; there is no command if the settings have the address of one that runs
 * elsewhere.
 */
async function startRecognition(config: Config) {
  if (process.env['OCR_URL']) return { programs: [], settings: {} }
  const key = config.ocrApiKey ?? randomBytes(KEY_BYTES).toString('base64url')
  const port = String(await freePort())
  const env = environmentOfRecognition({
    OCR_LOG_FILE: resolve(config.ocrLogFile),
    OCR_HOST: LOCAL,
    OCR_PORT: port,
    OCR_API_KEY: key,
  })
  const program = startPart({ name: 'recognition', env, onLine: () => {} })
  return { programs: [program], settings: { OCR_URL: `http://${LOCAL}:${port}`, OCR_API_KEY: key } }
}

/** The API reads the bundles of the pages that it renders at its start. */
async function buildRenderedPages(folder: string): Promise<void> {
  const code = await runOnce(join(ROOT, 'scripts/dev/rendered-pages.ts'), [folder])
  if (code !== 0) say('rendered pages: cannot be built; they are built again when a file changes')
}

async function startAll(config: Config): Promise<Program[]> {
  const port = config.port === 0 ? await freePort() : config.port
  const apiPort = String(await freePort())
  const pages = join(resolve(config.dataDir), 'dev-pages')
  await buildRenderedPages(pages)
  const { programs, settings } = await startRecognition(config)
  const api = startPart({
    name: 'api',
    env: {
      ...process.env,
      ...settings,
      HOST: LOCAL,
      PORT: apiPort,
      PUBLIC_URL: config.publicUrl ?? `http://localhost:${port}`,
      WEB_DIR: pages,
    },
    onLine: announceOnce(),
  })
  onChange(ROOT, 'renderedPages', () => void buildRenderedPages(pages).then(() => api.restart()))
  const args = [config.host, String(port), `http://${LOCAL}:${apiPort}`]
  const web = startPart({ name: 'web', args, env: process.env, onLine: say })
  return [web, api, ...programs]
}

async function main(): Promise<void> {
  const config = loadProcessConfig()
  if (config.mode === 'production')
    throw new Error('npm run dev is for development; npm start serves APP_MODE=production')
  const started = startAll(config)
  const stop = () =>
    void started
      .then((programs) => Promise.all(programs.map((program) => program.stop())))
      .finally(() => process.exit())
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  await started
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
