import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SHORT_LIVED_FLAGS } from '@consilium/test-kit/node-flags.ts'
import { migratedTemplate } from '../apps/api/test/db/test-engine.ts'

const MAIN = fileURLToPath(new URL('../scripts/start.ts', import.meta.url))
/** Flags of a product that a test does not measure: it starts quickly, and hashes passwords at a low cost. */
export const UNMEASURED_FLAGS = [
  ...SHORT_LIVED_FLAGS,
  `--import=${new URL('./cheap-passwords.ts', import.meta.url).href}`,
]
const START_MS = 90_000
/** Characters of what a service printed last. */
const PRINTED_MAX = 4000
const ADDRESS = /^API\s+(\S+)$/m

/** The product in a process of its own, started as `npm start` does. */
export interface Service {
  baseUrl: string
  /** The process id. */
  pid: number
  /** Everything it has printed so far. */
  output(): string
  /** Sends SIGKILL, so that no shutdown code runs. */
  kill(): Promise<void>
  /** Sends SIGTERM and waits until the process has ended. */
  stop(): Promise<number | null>
}

export const newDataDir = () => mkdtempSync(join(tmpdir(), 'consilium-e2e-'))

/**
 * A data folder with a migrated embedded cluster, for tests that are not about the first start. Creating and migrating
 * the cluster takes much longer than copying it.
 */
export async function preparedDataDir(): Promise<string> {
  const dataDir = newDataDir()
  cpSync(await migratedTemplate(), join(dataDir, 'pg'), { recursive: true })
  return dataDir
}

export interface ServiceOptions {
  dataDir: string
  env?: Record<string, string>
  /** Node's flags; `UNMEASURED_FLAGS` unless given. */
  flags?: readonly string[]
}

/** The environment of whoever runs the tests without settings of the product. */
export const settingsFree = () =>
  Object.fromEntries(
    ['PATH', 'HOME', 'LANG', 'TMPDIR', 'NODE_COMPILE_CACHE'].map((name) => [name, process.env[name] ?? '']),
  )

function launch({ dataDir, env = {}, flags = UNMEASURED_FLAGS }: ServiceOptions): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...flags, MAIN], {
    // Ignore the environment of the person who runs the tests.
    env: {
      ...settingsFree(),
      DATA_DIR: dataDir,
      PORT: '0',
      // All requests of a test come from one address.
      ANONYMOUS_REQUESTS_PER_MINUTE: '1000000',
      ACCOUNT_REQUESTS_PER_MINUTE: '1000000',
      // Only tests of recognition start a recognition service.
      OCR_URL: 'http://127.0.0.1:9',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Starts the product and waits until it prints that it is ready. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const child = launch(options)
  const exited = once(child, 'exit') as Promise<[number | null]>
  let printed = ''
  const ready = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready in time:\n${printed}`)), START_MS)
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      const address = ADDRESS.exec(printed)?.[1]
      if (address) resolve(address)
      if (address) clearTimeout(timer)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    void exited.then(([code]) => {
      clearTimeout(timer)
      reject(new Error(`ended with ${code}:\n${printed}`))
    })
  })
  const baseUrl = await ready
  let isEnded = false
  const end = async (signal: NodeJS.Signals) => {
    isEnded = true
    child.kill(signal)
    return (await exited)[0]
  }
  // What fails then says only that nobody answers any more.
  void once(child, 'exit').then(([code, signal]) => {
    if (!isEnded)
      console.error(`the service ended by itself with ${code ?? signal}:\n${printed.slice(-PRINTED_MAX)}`)
  })
  return {
    baseUrl,
    pid: child.pid ?? 0,
    output: () => printed,
    async kill() {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
  }
}
