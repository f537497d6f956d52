import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { CHECKS, runCheck, WEB_BUILD } from './runner/checks.ts'
import { ENGINES, type Selection, type TestPlan, isWanted, planTests } from './runner/plan.ts'
import { printFailures, printPart, printProcessorTime, printProgress, printTotal } from './runner/report.ts'
import { CONCURRENCY, fileJob, type FileOptions, type Job, runJobs } from './runner/queue.ts'
import { processorMs } from './runner/processor-time.ts'
import { type Limits, type Result, killAll } from './runner/run-file.ts'
import { makeTempFolder } from './runner/temp-folder.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { installMissing } from './install-packages.ts'
import { PACKAGES } from './packages.ts'

const UNIT_LIMITS: Limits = { fileMs: 240_000, testMs: 120_000 }
const PRODUCT_LIMITS: Limits = { fileMs: 600_000, testMs: 300_000 }
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
const USAGE_EXIT = 2
/** Every test file loads the whole product, so compiled code is cached for the next one. */
const COMPILE_CACHE = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
/** A process that was just killed may still be writing into the folder. */
const REMOVE_RETRIES = 5

type Cleanup = () => Promise<void>

const results: Result[] = []

const cleanups = new Set<Cleanup>()

let serverOfTests: Postgres | undefined

async function cleanUp(): Promise<void> {
  killAll()
  for (const cleanup of cleanups) {
    cleanups.delete(cleanup)
    await cleanup()
  }
}

let stopping = false
for (const [signal, code] of Object.entries(SIGNALS)) {
  process.once(signal, () => {
    stopping = true
    void cleanUp().finally(() => process.exit(code))
  })
}

/** An error around the tests counts as one failure, like a failed test. */
function fail(label: string, error: unknown): void {
  const text = error instanceof Error ? error.message : String(error)
  const result = { label, passed: 0, failures: [{ title: label, error: text }], ms: 0, output: '' }
  results.push(result)
  printProgress(result)
}

async function runPart(title: string, jobs: Job[], concurrency = CONCURRENCY): Promise<void> {
  if (jobs.length === 0) return
  console.log(title)
  const started = performance.now()
  const onResult = (result: Result) => {
    results.push(result)
    printProgress(result)
  }
  await runJobs(jobs, onResult, { concurrency, isStopping: () => stopping })
  printPart(title, performance.now() - started)
}

/** The folder is also used by this process itself, for example for the data of the PostgreSQL server. */
function useTempFolder(): string {
  const folder = makeTempFolder()
  process.env.TMPDIR = folder
  cleanups.add(() => rm(folder, { recursive: true, force: true, maxRetries: REMOVE_RETRIES }))
  return folder
}

/** The environment of an engine's tests: the address of the server, or none. */
function environment(tempFolder: string, databaseUrl?: string): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, TMPDIR: tempFolder, NODE_COMPILE_CACHE: COMPILE_CACHE }
  delete env.TEST_DATABASE_URL
  if (databaseUrl !== undefined) env.TEST_DATABASE_URL = databaseUrl
  return env
}

/** Starts a server, which is stopped at the end; undefined if it is not installed. */
async function serverEnvironment(tempFolder: string): Promise<NodeJS.ProcessEnv | undefined> {
  try {
    const postgres = await startPostgres()
    serverOfTests = postgres
    cleanups.add(() => postgres.stop())
    return environment(tempFolder, postgres.url)
  } catch (error) {
    fail('PostgreSQL for the tests', error)
    return undefined
  }
}

function readSelection(): Selection {
  const { values } = parseArgs({
    options: { only: { type: 'string', multiple: true }, engine: { type: 'string' } },
  })
  const engine = ENGINES.find((name) => name === values.engine)
  if (values.engine !== undefined && !engine) throw new Error(`--engine is one of ${ENGINES.join(', ')}`)
  return { only: values.only ?? [], engine }
}

/** Installs everything that any test needs, once before the first test. If that fails, the run fails as a whole. */
async function ensurePackages({ product, browser, unit, attacks }: TestPlan): Promise<void> {
  const files = [product, attacks, ...Object.values(browser), ...Object.values(unit)].flat()
  if (files.length === 0) return
  try {
    await installMissing(PACKAGES.test)
  } catch (error) {
    fail('System packages', error)
  }
}

/** The longest jobs come first; tests of the web app wait until it is built. */
async function jobsOf(plan: TestPlan, checks: Job[], tempFolder: string): Promise<Job[]> {
  const { product, browser, unit } = plan
  const embedded = environment(tempFolder)
  const needsServer = browser.postgres.length + unit.postgres.length > 0
  const server = needsServer ? await serverEnvironment(tempFolder) : undefined
  const built = browser.embedded.length + browser.postgres.length > 0 ? runCheck(WEB_BUILD) : undefined
  const jobs = (files: string[], options: FileOptions) => files.map((file) => fileJob(file, options))
  const onServer = (files: string[], limits: Limits) =>
    server ? jobs(files, { limits, env: server, note: ' on PostgreSQL' }) : []
  const afterBuild = (opening: Job[]) =>
    opening.map((job): Job => async (lane) => {
      await built
      return job(lane)
    })
  return [
    ...(built ? [() => built] : []),
    ...jobs(product, { limits: PRODUCT_LIMITS, env: embedded }),
    ...checks,
    ...afterBuild(jobs(browser.embedded, { limits: PRODUCT_LIMITS, env: embedded })),
    ...jobs(unit.embedded, { limits: UNIT_LIMITS, env: embedded }),
    ...afterBuild(onServer(browser.postgres, PRODUCT_LIMITS)),
    ...onServer(unit.postgres, UNIT_LIMITS),
  ]
}

async function runAll(selection: Selection): Promise<void> {
  const plan = planTests(selection)
  const tempFolder = useTempFolder()
  const checks = CHECKS.filter(
    ({ label }) => selection.engine !== 'postgres' && isWanted(label, selection.only),
  )
  await ensurePackages(plan)
  for (const file of plan.undeclared)
    fail(file, 'It talks to a database: its first line must say `// Engine: …`')
  const checkJobs = checks.map((check) => () => runCheck(check))
  await runPart('Checks and tests', await jobsOf(plan, checkJobs, tempFolder))
  const attacks = { limits: PRODUCT_LIMITS, env: environment(tempFolder) }
  await runPart(
    'Attacks',
    plan.attacks.map((file) => fileJob(file, attacks)),
    1,
  )
  if (results.length === 0) fail('Selection', 'no check and no test file matches')
}

/** Returns the exit code. The totals are always the last line. */
async function main(selection: Selection): Promise<number> {
  const started = performance.now()
  await runAll(selection).catch((error: unknown) => fail('The test runner', error))
  const serverMs = serverOfTests && processorMs(serverOfTests.pid())
  await cleanUp().catch((error: unknown) => fail('Cleaning up', error))
  printProcessorTime(results, serverMs)
  printFailures(results)
  printPart('\nEverything', performance.now() - started)
  return printTotal(results)
}

try {
  process.exit(await main(readSelection()))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(USAGE_EXIT)
}
