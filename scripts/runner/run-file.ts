import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SHORT_LIVED_FLAGS } from './node-flags.ts'
import { RECORDS_VARIABLE, type TestRecord } from './reporter.ts'

/** Result of a test file or check. Times are in milliseconds. */
export type Result = {
  label: string
  passed: number
  failures: Failure[]
  ms: number
  /** Processor time, with that of all processes it started; undefined if it is unknown. */
  processorMs?: number | undefined
  output: string
  /** Titles of passed tests, with their suites. */
  titles?: string[]
}
export type Failure = { title: string; error: string }
export type Limits = { fileMs: number; testMs: number }

const REPORTER = fileURLToPath(new URL('./reporter.ts', import.meta.url))
const TEST_CONTEXT = new URL('./test-context.ts', import.meta.url).href

/** Maximum number of characters kept of the end of a file's output. */
export const OUTPUT_LIMIT = 20_000

/** Maximum time that the output of an ended file may stay open. */
const PIPES_GRACE_MS = 2_000

/** Flags of Node for a test process that writes a record file. */
export const REPORTER_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  ...SHORT_LIVED_FLAGS,
  `--import=${TEST_CONTEXT}`,
  `--test-reporter=${REPORTER}`,
  '--test-reporter-destination=stdout',
]

export const running = new Set<ChildProcess>()

/** Ends every process group started here, including everything the tests in it started. */
export function killAll(): void {
  for (const child of running) killGroup(child)
}

export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The whole group has ended already.
  }
}

export type Exit = { code: number | null; signal: NodeJS.Signals | null; timedOut: boolean; output: string }

/**
 * Runs a program in its own process group, so that its remaining processes can be ended with it. Never rejects: if a
 * program cannot be started, the code is null and the output is the error.
 */
export async function runProgram(
  args: string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string; timeoutMs: number; onStart?: (pid: number) => void },
): Promise<Exit> {
  const child = spawn(process.execPath, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: options.env ?? process.env,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  })
  running.add(child)
  if (child.pid !== undefined) options.onStart?.(child.pid)
  let output = ''
  let timedOut = false
  const collect = (chunk: string) => (output = (output + chunk).slice(-OUTPUT_LIMIT))
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', collect)
  const timer = setTimeout(() => {
    timedOut = true
    killGroup(child)
  }, options.timeoutMs)
  try {
    return await new Promise<Exit>((resolve) => {
      child.once('error', (error) => resolve({ code: null, signal: null, timedOut, output: String(error) }))
      // Remaining processes of the group keep the pipes open, so they are ended before 'close' is awaited. A process
      // that has left the group cannot be ended, so the wait is limited.
      child.once('exit', (code, signal) => {
        killGroup(child)
        const done = () => resolve({ code, signal, timedOut, output })
        child.once('close', done)
        setTimeout(done, PIPES_GRACE_MS)
      })
    })
  } finally {
    clearTimeout(timer)
    child.stdout.destroy()
    child.stderr.destroy()
    running.delete(child)
  }
}

function endedBadly(exit: Exit, records: TestRecord[], limits: Limits, failed: number): string | undefined {
  const last = records.findLast((record) => record.kind === 'running')
  const during = last ? ` The last test begun: ${last.name}` : ''
  if (exit.timedOut) return `Not finished after ${limits.fileMs} ms and ended.${during}`
  if (exit.signal) return `Ended by ${exit.signal}.${during}`
  if (exit.code !== 0 && failed === 0) return `Exit code ${exit.code} although no test failed.${during}`
  const finished = records.some((record) => record.kind === 'done')
  if (!finished && records.length > 0) return `The process left before its tests were over.${during}`
  if (!records.some((record) => record.kind === 'passed') && failed === 0) return 'No test ran.'
  return undefined
}

export function parseRecords(text: string): TestRecord[] {
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as TestRecord)
}

export function toResult(
  label: string,
  exit: Exit,
  records: TestRecord[],
  limits: Limits,
): Omit<Result, 'ms'> {
  const failures: Failure[] = []
  for (const record of records) {
    if (record.kind !== 'failed') continue
    failures.push({ title: `${label}:${record.line ?? 1} ${record.path.join(' › ')}`, error: record.error })
  }
  const bad = endedBadly(exit, records, limits, failures.length)
  if (bad) failures.push({ title: label, error: bad })
  const titles = records.filter((record) => record.kind === 'passed').map(({ path }) => path.join(' › '))
  const done = records.findLast((record) => record.kind === 'done')
  return {
    label,
    passed: titles.length,
    failures,
    output: exit.output,
    titles,
    processorMs: done?.processorMs,
  }
}

export interface TestFileOptions {
  limits: Limits
  env?: NodeJS.ProcessEnv
  /** Base folder of the file's path; by default the working folder. */
  cwd?: string
  /** Runs only tests whose title matches this regular expression. */
  namePattern?: string
}

/**
 * Runs one node:test file in its own process. Failed, skipped and todo tests count as failures, as do files without
 * tests, crashes, early exits and time-outs.
 */
export async function runTestFile(file: string, options: TestFileOptions): Promise<Result> {
  const { limits } = options
  const started = performance.now()
  const folder = await mkdtemp(join(tmpdir(), 'consilium-test-'))
  const recordFile = join(folder, 'records')
  const env: NodeJS.ProcessEnv = { ...(options.env ?? process.env), [RECORDS_VARIABLE]: recordFile }
  // Set by an outer `node --test`; the file would report to that process instead.
  delete env.NODE_TEST_CONTEXT
  try {
    const flags = [...REPORTER_FLAGS, `--test-timeout=${limits.testMs}`]
    if (options.namePattern !== undefined) flags.push(`--test-name-pattern=${options.namePattern}`)
    const { cwd } = options
    const exit = await runProgram([...flags, file], {
      env,
      timeoutMs: limits.fileMs,
      ...(cwd === undefined ? {} : { cwd }),
    })
    const records = parseRecords(await readFile(recordFile, 'utf8').catch(() => ''))
    return { ...toResult(file, exit, records, limits), ms: performance.now() - started }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
