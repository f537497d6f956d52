import { fileURLToPath } from 'node:url'
import { SHORT_LIVED_FLAGS } from './node-flags.ts'
import { processorMs } from './processor-time.ts'
import { type Exit, endOf, killGroup, type Program, startProgram } from './programs.ts'
import type { TestRecord } from './reporter.ts'

export type Failure = { title: string; error: string }

/** Result of a test file. Times are in milliseconds. */
export type Result = {
  label: string
  /** Titles of passed tests, with their suites. */
  passed: string[]
  failures: Failure[]
  ms: number
  /** Processor time, with that of all processes it started; undefined if it is unknown. */
  processorMs?: number | undefined
  output: string
}

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const FLAGS = [
  '--disable-warning=ExperimentalWarning',
  ...SHORT_LIVED_FLAGS,
  `--test-reporter=${fileOf('./reporter.ts')}`,
  '--test-reporter-destination=stdout',
]
/**
 * After this many files the process is replaced, since the memory of its modules is not freed: half a gigabyte after
 * twenty small files, one after forty with those of the browser.
 */
const FILES_PER_PROCESS = 40
/** Time limit for a process to end by itself; beyond it, a file has left something running. */
const END_MS = 20_000

export interface TestProcessOptions {
  env: NodeJS.ProcessEnv
  /** Time limit of a file. */
  fileMs: number
  /** How long the process may run after its last file. */
  endMs?: number
}

interface Opened {
  program: Program
  files: string[]
  failed: boolean
  usedMs: number
}

const titleOf = (path: string[]) => path.join(' › ')

/** Returns what is wrong with a process that has ended before the file had. */
function endedBadly({ code, signal, timedOut }: Exit, records: TestRecord[], fileMs: number): string {
  const last = records.findLast((record) => record.kind === 'running')
  const during = last ? ` Last test started: ${last.name}` : ''
  if (timedOut) return `Not finished after ${fileMs} ms.${during}`
  return signal ? `Ended by ${signal}.${during}` : `Exit code ${code} before the end of the file.${during}`
}

/** Failed, skipped and todo tests count as failures, and so do a file without tests and one that ends the process. */
function judge(file: string, records: TestRecord[], exit: Exit | undefined, fileMs: number) {
  const passed = records.flatMap((record) => (record.kind === 'passed' ? titleOf(record.path) : []))
  const failures = records.flatMap((record): Failure[] =>
    record.kind === 'failed'
      ? [{ title: `${file}:${record.line ?? 1} ${titleOf(record.path)}`, error: record.error }]
      : [],
  )
  if (exit) failures.push({ title: file, error: endedBadly(exit, records, fileMs) })
  else if (passed.length + failures.length === 0) failures.push({ title: file, error: 'No test ran.' })
  return { passed, failures }
}

/** Runs test files one after the other in one process, which loads the product once for all of them. */
export function createTestProcess({ env, fileMs, endMs = END_MS }: TestProcessOptions) {
  let opened: Opened | undefined

  function open(): Opened {
    const { NODE_TEST_CONTEXT: _ofOuterRun, ...own } = env
    const program = startProgram([...FLAGS, fileOf('./worker.ts')], { env: own, ipc: true })
    return { program, files: [], failed: false, usedMs: 0 }
  }

  /** Ends the process. Returns the failure if something that a file started keeps it running. */
  async function close(): Promise<Result | undefined> {
    const closing = opened
    opened = undefined
    if (!closing) return undefined
    const started = performance.now()
    const { program, files, failed } = closing
    if (program.child.connected) program.child.disconnect()
    const { code, timedOut, output } = await endOf(program, endMs)
    if (!timedOut && (code === 0 || failed)) return undefined
    const label = `the process of ${files.join(', ')}`
    const error = timedOut
      ? 'Something that one of these files started still ran long after them.'
      : `Exit code ${code} although no test failed: an error after a test's end?`
    return { label, passed: [], failures: [{ title: label, error }], ms: performance.now() - started, output }
  }

  /** Never rejects. If a file ends the process, the following files get a new one. */
  async function run(file: string): Promise<Result> {
    const started = performance.now()
    const current = (opened ??= open())
    const { program } = current
    current.files.push(file)
    program.output = ''
    const records: TestRecord[] = []
    const over = Promise.withResolvers<undefined>()
    const onRecord = (record: TestRecord) =>
      record.kind === 'over' ? over.resolve(undefined) : records.push(record)
    program.child.on('message', onRecord)
    program.child.send(file, () => {})
    const timer = setTimeout(() => killGroup(program.child), fileMs)
    const exit = await Promise.race([over.promise, program.ended])
    clearTimeout(timer)
    program.child.off('message', onRecord)
    const ms = performance.now() - started
    const timedOut = exit?.signal === 'SIGKILL' && ms >= fileMs
    const used = processorMs(program.child.pid) ?? current.usedMs
    const result = {
      label: file,
      ...judge(file, records, exit && { ...exit, timedOut }, fileMs),
      ms,
      processorMs: used - current.usedMs,
      output: program.output,
    }
    current.usedMs = used
    current.failed ||= result.failures.length > 0
    if (exit) opened = undefined
    const left = current.files.length < FILES_PER_PROCESS ? undefined : await close()
    return left ? { ...result, failures: [...result.failures, ...left.failures] } : result
  }

  return { run, close }
}

export type TestProcess = ReturnType<typeof createTestProcess>

/** Runs one test file in its own process. */
export async function runTestFile(file: string, options: TestProcessOptions): Promise<Result> {
  const own = createTestProcess(options)
  const result = await own.run(file)
  const left = await own.close()
  return left ? { ...result, failures: [...result.failures, ...left.failures], output: left.output } : result
}
