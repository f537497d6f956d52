// A temporary PostgreSQL server from Debian's packages, for tests and experiments: `node scripts/run.mjs postgres`
// prints its address and keeps it running until Ctrl-C.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@consilium/test-kit/free-port.ts'
import { asUser, type Identity, makeFolder, unprivileged } from '@consilium/test-kit/unprivileged.ts'
import { installMissing } from './install-packages.ts'
import { PACKAGES } from './packages.ts'
import { requirePackages } from './system-packages.ts'

const VERSIONS = '/usr/lib/postgresql'
const OWNER = 'consilium'
const START_TIMEOUT_MS = 60_000
/** Another process may take the free port before the server does. */
const START_ATTEMPTS = 3
const KEPT_OUTPUT = 4000
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

export interface Postgres {
  /** Address with name and password of a superuser. */
  url: string
  /** The same by a socket of the file system, where a statement costs a sixth less processor time. */
  socketUrl: string
  /** The process id of the server, which a restart changes. */
  pid(): number
  /** Ends all sessions, restarts the server at the same address, and runs `down` while it is stopped. */
  restart(down?: () => Promise<unknown>): Promise<void>
  /** Stops every process of the server where it is (SIGSTOP): connections stay open, and nothing answers. */
  freeze(): void
  thaw(): void
  /** Kills every process of the server with SIGKILL, and starts it again at the same address. */
  crash(): Promise<void>
  stop(): Promise<void>
}

/** Folder of the newest installed server; undefined if there is none. */
function findServer(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined
  const versions = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a))
  return versions
    .map((version) => join(VERSIONS, version, 'bin'))
    .find((bin) => isExecutable(join(bin, 'initdb')))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function requireServer(): string {
  requirePackages(PACKAGES.postgres)
  const found = findServer()
  if (!found) throw new Error(`the package postgresql is there, but ${VERSIONS} has no server that runs`)
  return found
}

/** The path of one of the server's own programs, such as pg_dump. */
export const programOfServer = (name: string): string => join(requireServer(), name)

function initialize(bin: string, folder: string, identity: Identity | undefined, password: string): void {
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (identity) chownSync(passwordFile, identity.uid, identity.gid)
  const options = ['--username', OWNER, '--pwfile', passwordFile, '--auth', 'scram-sha-256']
  const flags = ['--pgdata', join(folder, 'data'), ...options, '--encoding', 'UTF8', '--locale', 'C.UTF-8']
  const result = spawnSync(
    'setpriv',
    [...asUser(identity, bin), join(bin, 'initdb'), ...flags, '--no-sync'],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    },
  )
  if (result.status !== 0) throw new Error(`initdb failed: ${result.error?.message ?? result.stderr.trim()}`)
}

/** Where a server runs and how. */
interface Place {
  bin: string
  folder: string
  identity: Identity | undefined
  /** Whether a commit waits for the disk, as in production. */
  isDurable: boolean
}

/** A longer path of a socket is refused (unix(7)). */
const SOCKET_PATH_MAX = 107
const hasSocket = (folder: string): boolean => join(folder, '.s.PGSQL.65535').length <= SOCKET_PATH_MAX

/** The kernel stops the server if this process is killed (--pdeathsig; SIGINT is a fast shutdown). */
function launch({ bin, folder, identity, isDurable }: Place, port: number): ChildProcess {
  const durability = isDurable ? 'on' : 'off'
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: hasSocket(folder) ? folder : '',
    fsync: durability,
    synchronous_commit: durability,
    full_page_writes: durability,
    max_connections: 200,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = ['setpriv', '--pdeathsig', 'INT', '--', join(bin, 'postgres'), '-D', join(folder, 'data')]
  return spawn('setpriv', [...asUser(identity, bin), ...server, ...flags], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
}

/** Resolves with undefined when the server accepts connections, or with its last output if it has ended. */
function untilReady(server: ChildProcess): Promise<string | undefined> {
  let output = ''
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.kill('SIGQUIT'), START_TIMEOUT_MS)
    const settle = (problem?: string) => {
      clearTimeout(timer)
      resolve(problem)
    }
    server.once('error', (error) => settle(error.message))
    server.once('close', () => settle(output.trim()))
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-KEPT_OUTPUT)
      if (output.includes('ready to accept connections')) settle()
    })
  })
}

async function startServer(place: Place, samePort?: number) {
  let problem: string | undefined
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt++) {
    const port = samePort ?? (await freePort())
    const server = launch(place, port)
    problem = await untilReady(server)
    if (problem === undefined) return { server, port }
  }
  throw new Error(`PostgreSQL does not start: ${problem}`)
}

const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })

/** The server and the processes of its sessions. */
function signalAll({ pid = 0 }: ChildProcess, signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  for (const process_ of [pid, ...children.filter((child) => child !== '').map(Number)])
    process.kill(process_, signal)
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill('SIGINT')
  await exited
}

/**
 * Starts an empty server on a free port of 127.0.0.1. If it is not installed, the error says how to install it. The
 * server and its folder are removed by `stop`, or when this process ends.
 */
export async function startPostgres({ isDurable = false } = {}): Promise<Postgres> {
  const bin = requireServer()
  const identity = unprivileged()
  const folder = makeFolder('consilium-postgres-', identity)
  try {
    const password = randomBytes(12).toString('hex')
    initialize(bin, folder, identity, password)
    const place: Place = { bin, folder, identity, isDurable }
    const { server: first, port } = await startServer(place)
    let server = first
    const onExit = () => {
      server.kill('SIGQUIT')
      removeFolder(folder)
    }
    process.once('exit', onExit)
    const url = `postgres://${OWNER}:${password}@127.0.0.1:${port}/postgres`
    return {
      url,
      socketUrl: hasSocket(folder) ? `${url}?host=${folder}` : url,
      pid: () => server.pid ?? 0,
      async restart(down) {
        await stopServer(server)
        await down?.()
        server = (await startServer(place, port)).server
      },
      async crash() {
        const exited = once(server, 'exit')
        signalAll(server, 'SIGKILL')
        await exited
        server = (await startServer(place, port)).server
      },
      freeze: () => signalAll(server, 'SIGSTOP'),
      thaw: () => signalAll(server, 'SIGCONT'),
      async stop() {
        process.off('exit', onExit)
        await stopServer(server)
        removeFolder(folder)
      },
    }
  } catch (error) {
    removeFolder(folder)
    throw error
  }
}

async function main(): Promise<void> {
  await installMissing(PACKAGES.postgres)
  const postgres = await startPostgres()
  for (const [signal, code] of Object.entries(EXIT_CODES))
    process.once(signal, () => void postgres.stop().finally(() => process.exit(code)))
  console.log(postgres.url)
}

if (import.meta.main) await main()
