// npm test: runs the test files of planTests on both engines, several at a time; the attacks come last and alone.
import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readChange } from './changed/change.ts'
import { reachedBy } from './changed/reach.ts'
import { installMissing } from './install-packages.ts'
import { PACKAGES } from './packages.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { ENGINES, type Engine, planTests, type Run, type Selection } from './runner/plan.ts'
import { processorMs } from '@consilium/test-kit/processor-time.ts'
import { killAll } from '@consilium/test-kit/programs.ts'
import {
  hasFailed,
  printFailures,
  printProcessorTime,
  printProgress,
  printTotal,
  seconds,
} from './runner/report.ts'
import { makeTempFolder } from '@consilium/test-kit/temp-folder.ts'
import {
  createTestProcess,
  type Result,
  runTestFile,
  type TestProcess,
} from '@consilium/test-kit/test-process.ts'

/** A test waits for about half of its time: for a page, a timer, a process that starts. */
const CONCURRENCY = Math.ceil(2.5 * availableParallelism())
/** What chance decides is repeated many times in a thorough run. */
const FILE_MS = process.env['TEST_THOROUGH'] === 'yes' ? 3_600_000 : 600_000
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
const USAGE_EXIT = 2
/** Every test file loads the whole product, so compiled code is cached for the next one. */
const COMPILE_CACHE = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
/** A process that was just killed may still be writing into the folder. */
const REMOVE_RETRIES = 5

/** Beyond so many, something is wrong with the product or the machine, and a repetition would only take time. */
const REPEATED_FILES_MAX = 5

const results: Result[] = []
/** First results of files that failed beside others and passed when they were run again alone. */
const unsteady: Result[] = []
/** The run of each result that can be repeated. */
const runOf = new Map<Result, Run>()
const started = performance.now()
// The folder is also used by this process itself, for example for the data of the PostgreSQL server.
const folder = (process.env['TMPDIR'] = makeTempFolder())
let server: Postgres | undefined
let stopping = false

async function cleanUp(): Promise<void> {
  killAll()
  await server?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: REMOVE_RETRIES })
}

for (const [signal, code] of Object.entries(SIGNALS))
  process.once(signal, () => {
    stopping = true
    void cleanUp().finally(() => process.exit(code))
  })

function add(result: Result | undefined): void {
  if (!result) return
  results.push(result)
  printProgress(result)
}

/** An error around the tests counts as one failure, like a failed test. */
function fail(label: string, error: unknown): void {
  const text = error instanceof Error ? error.message : String(error)
  add({ label, passed: [], failures: [{ title: label, error: text }], ms: 0, output: '' })
}

/** The environment of an engine's tests: with the address of the server, or without. */
function environmentOf(engine: Engine): NodeJS.ProcessEnv {
  const { TEST_DATABASE_URL: _none, ...env } = process.env
  const ofServer = engine === 'postgres' && server ? { TEST_DATABASE_URL: server.socketUrl } : {}
  return { ...env, NODE_COMPILE_CACHE: COMPILE_CACHE, ...ofServer }
}

/**
 * Runs files that failed once more, alone and one after the other. What then passes is no failure of the run; it is
 * named at its end with its first errors, since a test or the product may depend on how busy the machine is.
 */
async function repeatFailed(): Promise<void> {
  const failed = results.filter(hasFailed)
  if (failed.length > REPEATED_FILES_MAX) return
  for (const first of failed) {
    const run = runOf.get(first)
    if (!run || stopping) continue
    console.log('  once more, alone:')
    const again = await runTestFile(run.file, { env: environmentOf(run.engine), fileMs: FILE_MS })
    results.splice(results.indexOf(first), 1)
    add({ ...again, label: first.label })
    if (!hasFailed(again)) unsteady.push(first)
  }
}

/** Runs the files in order. Each of the concurrent lanes has a process for each engine, which takes file after file. */
async function runAll(runs: Run[], concurrency = CONCURRENCY): Promise<void> {
  const built = Promise.withResolvers<void>()
  const runOne = async ({ file, part, engine, ownProcess }: Run, shared: Map<Engine, TestProcess>) => {
    if (part === 'browser') await built.promise
    const options = { env: environmentOf(engine), fileMs: FILE_MS }
    if (ownProcess) return runTestFile(file, options)
    const process = shared.get(engine) ?? createTestProcess(options)
    shared.set(engine, process)
    return process.run(file)
  }
  const lane = async () => {
    const shared = new Map<Engine, TestProcess>()
    for (const run of queue) {
      // A file that starts now would outlive this process.
      if (stopping) return
      const result = await runOne(run, shared)
      if (run.part === 'build') built.resolve()
      const labelled = {
        ...result,
        label: run.engine === 'postgres' ? `${run.file} on PostgreSQL` : run.file,
      }
      runOf.set(labelled, run)
      add(labelled)
    }
    for (const process of shared.values()) add(await process.close())
  }
  const queue = runs.values()
  await Promise.all(Array.from({ length: Math.min(concurrency, runs.length) }, lane))
}

function readSelection(): Selection & { isWhole: boolean } {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      engine: { type: 'string' },
      changed: { type: 'boolean', default: false },
      base: { type: 'string' },
    },
  })
  const engine = ENGINES.find((name) => name === values.engine)
  if (values.engine !== undefined && !engine) throw new Error(`--engine is one of ${ENGINES.join(', ')}`)
  if (values.base !== undefined && !values.changed) throw new Error('--base needs --changed')
  const only = values.only ?? ['']
  const reached = values.changed ? reachedBy(readChange(values.base)) : undefined
  if (reached) process.env['CONSILIUM_CHANGED'] = reached.changed.join('\n')
  const isWanted = (file: string) =>
    only.some((part) => file.includes(part)) && (reached === undefined || reached.tests.has(file))
  const isWhole = values.only === undefined && !values.changed
  return { isWanted, engine, oneEngine: values.changed, isWhole }
}

/** Returns the exit code. The totals are always the last line. */
async function main(selection: ReturnType<typeof readSelection>): Promise<number> {
  try {
    const { runs, undeclared } = planTests(selection)
    // Everything that any test needs is installed once, before the first one.
    if (runs.length > 0) await installMissing(PACKAGES.test).catch((error) => fail('System packages', error))
    for (const file of undeclared)
      fail(file, 'It talks to a database: its first line must say `// Engine: …`')
    if (runs.some(({ engine }) => engine === 'postgres')) server = await startPostgres()
    const isAttack = ({ part }: Run) => part === 'attacks'
    await runAll(runs.filter((run) => !isAttack(run)))
    await runAll(runs.filter(isAttack), 1)
    if (selection.isWhole) await repeatFailed()
  } catch (error) {
    fail('The test runner', error)
  }
  if (results.length === 0) fail('Selection', 'no test file matches')
  printProcessorTime(results, processorMs(server?.pid()))
  await cleanUp().catch((error: unknown) => fail('Cleaning up', error))
  printFailures(results, unsteady)
  console.log(`\nEverything: ${seconds(performance.now() - started)}`)
  return printTotal(results)
}

try {
  process.exit(await main(readSelection()))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(USAGE_EXIT)
}
