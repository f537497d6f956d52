import { chmodSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { CHECKS, runCheck, WEB_BUILD } from './runner/checks.ts'
import { ENGINES, type Selection, type TestPlan, isWanted, planTests } from './runner/plan.ts'
import { printFailures, printPart, printProgress, printTotal } from './runner/report.ts'
import { type Limits, type Result, killAll, runTestFile } from './runner/run-file.ts'
import { startPostgres } from './postgres.ts'
import { installMissing } from './install-packages.ts'
import { PACKAGES } from './packages.ts'

/** A test waits for about half of its time: for a page, a timer, a disk. */
const CONCURRENCY = availableParallelism() + 1
const UNIT_LIMITS: Limits = { fileMs: 240_000, testMs: 120_000 }
const PRODUCT_LIMITS: Limits = { fileMs: 600_000, testMs: 300_000 }
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
const USAGE_EXIT = 2
/** Every test file loads the whole product: what one has compiled serves the next. */
const COMPILE_CACHE = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
/** A process just killed may still be writing into the folder that is removed. */
const REMOVE_RETRIES = 5
/** Another user, such as the one PostgreSQL runs as, may pass through to a folder of its own. */
const PASSABLE = 0o711

type Job = () => Promise<Result>
type Cleanup = () => Promise<void>

const results: Result[] = []
const cleanups = new Set<Cleanup>()

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

/** What went wrong around the tests counts as one failure, like a failed test. */
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
  const queue = jobs.values()
  const work = async () => {
    for (const job of queue) {
      // A file begun now would outlive this process.
      if (stopping) return
      const result = await job()
      results.push(result)
      printProgress(result)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  printPart(title, performance.now() - started)
}

/** One folder for everything temporary of this run: what killed tests leave there goes with it. */
function makeTempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'consilium-run-'))
  chmodSync(folder, PASSABLE)
  cleanups.add(() => rm(folder, { recursive: true, force: true, maxRetries: REMOVE_RETRIES }))
  return folder
}

function fileJobs(files: string[], limits: Limits, tempFolder: string, databaseUrl?: string): Job[] {
  const env: NodeJS.ProcessEnv = { ...process.env, TMPDIR: tempFolder, NODE_COMPILE_CACHE: COMPILE_CACHE }
  delete env.TEST_DATABASE_URL
  if (databaseUrl !== undefined) env.TEST_DATABASE_URL = databaseUrl
  return files.map((file) => async () => {
    const result = await runTestFile(file, { limits, env })
    return databaseUrl === undefined ? result : { ...result, label: `${file} on PostgreSQL` }
  })
}

/** The files on a server of their own, which is stopped with everything else; none where there is no server. */
async function onPostgres(files: string[], tempFolder: string): Promise<Job[]> {
  if (files.length === 0) return []
  try {
    const postgres = await startPostgres()
    cleanups.add(() => postgres.stop())
    return fileJobs(files, UNIT_LIMITS, tempFolder, postgres.url)
  } catch (error) {
    fail('PostgreSQL for the tests', error)
    return []
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

/** All that any test calls, installed once before the first; what cannot be had fails the run, not each test. */
function ensurePackages(plan: TestPlan): void {
  if (Object.values(plan).every((files) => files.length === 0)) return
  try {
    installMissing(PACKAGES.test)
  } catch (error) {
    fail('System packages', error)
  }
}

async function runAll(selection: Selection): Promise<void> {
  const plan = planTests(selection)
  const tempFolder = makeTempFolder()
  const checks = CHECKS.filter(
    ({ label }) => selection.engine !== 'postgres' && isWanted(label, selection.only),
  )
  if (plan.browser.length > 0) checks.push(WEB_BUILD)
  ensurePackages(plan)
  await runPart(
    'Checks',
    checks.map((check) => () => runCheck(check)),
  )
  // One queue, so that no core waits for the last file of a part; the long ones come first.
  await runPart('Tests', [
    ...fileJobs([...plan.product, ...plan.browser], PRODUCT_LIMITS, tempFolder),
    ...fileJobs(plan.embedded, UNIT_LIMITS, tempFolder),
    ...(await onPostgres(plan.postgres, tempFolder)),
  ])
  await runPart('Attacks', fileJobs(plan.attacks, PRODUCT_LIMITS, tempFolder), 1)
  if (results.length === 0) fail('Selection', 'no check and no test file matches')
}

/** Returns the exit code; whatever happens, the totals are the last line. */
async function main(selection: Selection): Promise<number> {
  const started = performance.now()
  await runAll(selection).catch((error: unknown) => fail('The test runner', error))
  await cleanUp().catch((error: unknown) => fail('Cleaning up', error))
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
