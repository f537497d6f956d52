import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

export interface WorkerOptions {
  /** Folder of the database cluster; created if missing or empty. */
  folder: string
}

/** `execute`: complete messages of the PostgreSQL wire protocol. `clock`: how far behind this machine the database's time is. */
export type Request =
  | { id: number; kind: 'execute'; bytes: Uint8Array }
  | { id: number; kind: 'clock'; behindMs: number }
  | { id: number; kind: 'close' }

export type Reply =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; bytes: Uint8Array }
  | { kind: 'broken'; reason: string }

const STARTUP_MESSAGE = 0
// PGlite reports an ordinary SQL error with this exit status (pglitec.c, POSTGRES_MAIN_LONGJMP).
const SQL_ERROR_STATUS = 100
const KEPT_LOG_LINES = 3

if (!parentPort) throw new Error('pglite-worker.ts runs in a worker thread only')
const port = parentPort
const reply = (message: Reply, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

const severeLines: string[] = []

function keepSevere(line: string): boolean {
  if (/\b(FATAL|PANIC):/.test(line)) severeLines.push(line)
  if (severeLines.length > KEPT_LOG_LINES) severeLines.shift()
  return false
}

/** Ends the thread at once, since the memory of the engine is in an undefined state. */
function giveUp(error: unknown): never {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  reply({ kind: 'broken', reason: [reason, ...severeLines].join('; ') })
  process.exit(1)
}

/**
 * PGlite ignores exceptions of its main loop. After a trap (stack overflow, out of memory, PANIC) the client would wait
 * forever for an engine in an undefined state.
 */
function guardMainLoop(db: PGlite): void {
  const once = db.Module._PostgresMainLoopOnce
  db.Module._PostgresMainLoopOnce = () => {
    try {
      once()
    } catch (error) {
      if ((error as { status?: unknown } | undefined)?.status !== SQL_ERROR_STATUS) giveUp(error)
      throw error
    }
  }
}

async function open({ folder }: WorkerOptions): Promise<PGlite> {
  try {
    return await PGlite.create(folder, { extensions: { pg_trgm }, onStderr: keepSevere })
  } catch (error) {
    return giveUp(error)
  }
}

const db = await open(workerData as WorkerOptions)
guardMainLoop(db)

/** All clients share one backend, so its session state is reset for each new client. */
async function resetSession(): Promise<void> {
  if (db.isInTransaction()) await db.exec('ROLLBACK')
  await db.exec('DISCARD ALL')
}

function join(parts: Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [first] = parts
  if (first && parts.length === 1) return first
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

/** Uses the streaming call because execProtocolRaw (0.5.16) keeps every response in memory. */
async function execute(id: number, bytes: Uint8Array): Promise<void> {
  if (bytes[0] === STARTUP_MESSAGE) await resetSession()
  const parts: Uint8Array<ArrayBuffer>[] = []
  // The bytes are a view of the engine's memory and valid only during this call.
  await db.execProtocolRawStream(bytes, { onRawData: (part) => parts.push(new Uint8Array(part)) })
  const whole = join(parts)
  reply({ kind: 'done', id, bytes: whole }, [whole.buffer])
}

const machineTime = Date.now

/** The engine asks this thread for the time at each reading. */
function setClock(id: number, behindMs: number): void {
  Date.now = behindMs === 0 ? machineTime : () => machineTime() - behindMs
  reply({ kind: 'done', id, bytes: new Uint8Array(0) })
}

async function close(id: number): Promise<void> {
  await resetSession()
  await db.exec('CHECKPOINT')
  await db.close()
  reply({ kind: 'done', id, bytes: new Uint8Array(0) })
  port.close()
}

async function answer(request: Request): Promise<void> {
  if (request.kind === 'execute') await execute(request.id, request.bytes)
  else if (request.kind === 'clock') setClock(request.id, request.behindMs)
  else await close(request.id)
}

let last: Promise<void> = Promise.resolve()
port.on('message', (request: Request) => {
  last = last.then(() => answer(request)).catch(giveUp)
})
reply({ kind: 'ready' })
