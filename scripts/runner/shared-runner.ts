import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LAST_SUBTEST, RECORDS_VARIABLE, type TestRecord } from './reporter.ts'
import {
  type Exit,
  killGroup,
  type Limits,
  OUTPUT_LIMIT,
  parseRecords,
  REPORTER_FLAGS,
  type Result,
  running,
  toResult,
} from './run-file.ts'

const PROGRAM = fileURLToPath(new URL('./shared-process.ts', import.meta.url))

/**
 * After this many files the process is replaced, since the memory of its modules is not freed: half a gigabyte after
 * twenty small files, one after forty with those of the browser. A new one takes two seconds of processor time until its code is loaded and warm.
 */
const FILES_PER_PROCESS = 40
/** Time limit for a process to end by itself; beyond it, a file has left something running. */
const END_MS = 20_000

/** Runs test files one after the other in one process, which loads the product once for all of them. */
export interface SharedRunner {
  /** Never rejects. If a file ends the process, the following files get a new one. */
  run(file: string): Promise<Result>
  /** Ends the process. Returns the failure if something that a file started keeps it running. */
  close(): Promise<Result | undefined>
}

interface SharedProcess {
  child: ChildProcess
  folder: string
  files: string[]
  failed: boolean
  /** Number of characters in the record file that belong to earlier files. */
  read: number
  /** Processor time that belongs to earlier files. */
  usedMs: number
  output: string
  ended: Promise<Exit>
}

function start(env: NodeJS.ProcessEnv): SharedProcess {
  const folder = mkdtempSync(join(tmpdir(), 'consilium-test-'))
  const ownEnv: NodeJS.ProcessEnv = { ...env, [RECORDS_VARIABLE]: join(folder, 'records') }
  delete ownEnv.NODE_TEST_CONTEXT
  const child = spawn(process.execPath, [...REPORTER_FLAGS, PROGRAM], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: ownEnv,
  })
  running.add(child)
  const shared: SharedProcess = {
    child,
    folder,
    files: [],
    failed: false,
    read: 0,
    usedMs: 0,
    output: '',
    ended: new Promise((settle) => {
      const end = (code: number | null, signal: NodeJS.Signals | null) =>
        settle({ code, signal, timedOut: false, output: shared.output })
      child.once('error', () => end(null, null))
      child.once('exit', end)
    }),
  }
  const collect = (chunk: string) => (shared.output = (shared.output + chunk).slice(-OUTPUT_LIMIT))
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', collect)
  return shared
}

/** Ends the rest of its process group as well. */
function discard({ child, folder }: SharedProcess): void {
  killGroup(child)
  running.delete(child)
  rmSync(folder, { recursive: true, force: true })
}

function newRecords(shared: SharedProcess): TestRecord[] {
  let text = ''
  try {
    text = readFileSync(join(shared.folder, 'records'), 'utf8')
  } catch {
    // The process ended before its first record.
  }
  const records = parseRecords(text.slice(shared.read))
  shared.read = text.length
  return records
}

/** Returns the records as a separate process would have written them, without the test that represents the file. */
function withoutFile(records: TestRecord[], file: string): TestRecord[] {
  return records.flatMap((record): TestRecord[] => {
    if (record.kind === 'running') return record.name === file || record.name === LAST_SUBTEST ? [] : [record]
    if (record.kind === 'done') return [record]
    const path = record.path.slice(1)
    if (path[0] === LAST_SUBTEST && record.kind === 'passed') return []
    if (path.length > 0) return [{ ...record, path }]
    return record.kind === 'failed' ? [{ ...record, path: ['the file itself'], line: undefined }] : []
  })
}

const clean: Exit = { code: 0, signal: null, timedOut: false, output: '' }

async function runIn(shared: SharedProcess, file: string, { fileMs }: Limits) {
  const path = resolve(file)
  shared.files.push(file)
  shared.output = ''
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    killGroup(shared.child)
  }, fileMs)
  const over = once(shared.child, 'message').then(() => clean)
  shared.child.send({ file: path, limitMs: fileMs }, () => {})
  const exit = await Promise.race([over, shared.ended])
  clearTimeout(timer)
  const result = { ...exit, timedOut, output: shared.output }
  return { ended: exit !== clean, exit: result, records: withoutFile(newRecords(shared), path) }
}

/** Returns what the end of a process says about its files besides their tests. */
function complaint({ code, signal }: Exit, { failed }: SharedProcess): string | undefined {
  if (signal !== null) return 'Something that one of these files started still ran long after them.'
  return code !== 0 && !failed
    ? `Exit code ${code} although no test failed: an error after a test's end?`
    : undefined
}

async function finish(shared: SharedProcess, endMs: number): Promise<Result | undefined> {
  const started = performance.now()
  shared.child.disconnect()
  const timer = setTimeout(() => killGroup(shared.child), endMs)
  const error = complaint(await shared.ended, shared)
  clearTimeout(timer)
  discard(shared)
  if (error === undefined) return undefined
  const label = `the process of ${shared.files.join(', ')}`
  const ms = performance.now() - started
  return { label, passed: 0, failures: [{ title: label, error }], ms, output: shared.output }
}

export interface SharedRunnerOptions {
  limits: Limits
  env: NodeJS.ProcessEnv
  /** How long a process may run after its last file. */
  endMs?: number
}

export function createSharedRunner({ limits, env, endMs = END_MS }: SharedRunnerOptions): SharedRunner {
  let shared: SharedProcess | undefined

  async function close(): Promise<Result | undefined> {
    const closing = shared
    shared = undefined
    return closing && finish(closing, endMs)
  }

  async function run(file: string): Promise<Result> {
    const started = performance.now()
    const process = (shared ??= start(env))
    const { ended, exit, records } = await runIn(process, file, limits)
    const all = toResult(file, exit, records, limits)
    const used = all.processorMs ?? process.usedMs
    const result = { ...all, ms: performance.now() - started, processorMs: used - process.usedMs }
    process.usedMs = used
    if (result.failures.length > 0) process.failed = true
    if (ended) {
      discard(process)
      shared = undefined
    }
    const left = process.files.length < FILES_PER_PROCESS ? undefined : await close()
    return left ? { ...result, failures: [...result.failures, ...left.failures] } : result
  }

  return { run, close }
}
