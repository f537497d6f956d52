import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { RECOGNITION_PATHS, type RecognizedInvoice } from '@consilium/contract/recognition/recognition.ts'

export interface Service {
  recognize(file: Buffer, name: string, full: boolean): Promise<RecognizedInvoice>
  /** CPU seconds used by the service and its workers so far. */
  cpuSeconds(): number
  /** Resident sizes of the service and each of its workers, in MiB. */
  residentMib(): number[]
  /** Peaks of the running processes, in MiB. */
  peaksMib(): number[]
  stop(): Promise<void>
}

const MAIN = fileURLToPath(new URL('../../apps/ocr/src/main.ts', import.meta.url))
const ADDRESS = /http:\/\/\S+/
const WORKERS = 2
const READY_WAIT_MS = 60_000
const POLL_MS = 20
/** Clock ticks per second (proc(5)), as on all common Linux machines. */
const TICKS_PER_SECOND = 100
const KIB_PER_MIB = 1024
const USER_TIME = 11
const SYSTEM_TIME = 12
const PARENT = 1

/** Fields of /proc/PID/stat after the name, which may contain any character. */
const statOf = (path: string): string[] => {
  try {
    return readFileSync(path, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}

/** Returns a process and all its descendants. */
function family(pid: number): number[] {
  const parents = globSync('/proc/[0-9]*/stat').map((path) => ({
    pid: Number(path.split('/')[2]),
    parent: Number(statOf(path)[PARENT]),
  }))
  const members = [pid]
  for (const member of members)
    members.push(...parents.filter(({ parent }) => parent === member).map((child) => child.pid))
  return members
}

const secondsOf = (pid: number): number => {
  const stat = statOf(`/proc/${pid}/stat`)
  return (Number(stat[USER_TIME] ?? 0) + Number(stat[SYSTEM_TIME] ?? 0)) / TICKS_PER_SECOND
}

const statusOf = (pid: number, name: string): number => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(String.raw`^${name}:\s+(\d+) kB`, 'm').exec(status)?.[1] ?? 0) / KIB_PER_MIB
  } catch {
    return 0
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const [address] = ADDRESS.exec(line) ?? []
    if (address) return address
  }
  throw new Error('The recognition service ended before it told its address')
}

async function waitUntilReady(address: string): Promise<void> {
  const until = performance.now() + READY_WAIT_MS
  const readyWorkers = async () => {
    const { ready } = (await (await fetch(`${address}/health/ready`)).json()) as { ready: number }
    return ready
  }
  while ((await readyWorkers()) < WORKERS) {
    if (performance.now() > until) throw new Error('The recognition service did not become ready')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

async function send(address: string, file: Buffer, name: string, full: boolean): Promise<RecognizedInvoice> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(file)]), name)
  const reply = await fetch(`${address}${RECOGNITION_PATHS.invoice}?full=${full}`, { method: 'POST', body })
  if (!reply.ok) throw new Error(`The recognition service answered ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as RecognizedInvoice
}

/** Starts the service with two workers on a free port. */
export async function startService(): Promise<Service> {
  const child = spawn(process.execPath, [...process.execArgv, MAIN], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      OCR_PORT: '0',
      OCR_WORKERS: String(WORKERS),
      OCR_LOG_LEVEL: 'silent',
      OCR_API_KEY: '',
    },
  })
  const pid = child.pid!
  const address = await addressOf(child)
  child.stdout.resume()
  await waitUntilReady(address)
  return {
    recognize: (file, name, full) => send(address, file, name, full),
    cpuSeconds: () => family(pid).reduce((sum, member) => sum + secondsOf(member), 0),
    residentMib: () => family(pid).map((member) => statusOf(member, 'VmRSS')),
    peaksMib: () => family(pid).map((member) => statusOf(member, 'VmHWM')),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}
