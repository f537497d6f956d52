// Builds the web app into apps/web/dist, unless it stands there as its sources are. `--for-start` says only what it
// does and leaves the weight of the pages to `npm run build`.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { createBuilder } from 'vite'
import { describeSize, measurePages, overweight } from './web/budget.ts'
import { compressFiles } from './web/compress.ts'
import { sourceHash } from './web/sources.ts'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const WEB = join(ROOT, 'apps/web')
const DIST = join(WEB, 'dist')
/** Written last: holds the hash of what was built. */
const STAMP = join(DIST, '.build')
const LOCK = join(ROOT, 'node_modules/.cache/web-build.lock')
const OTHER_BUILD_MS = 180_000
const SECOND_MS = 1000

/** Two commands started at once must not write into one folder; the lock ends with the process (decision 2). */
function holdLock(): DatabaseSync {
  mkdirSync(dirname(LOCK), { recursive: true })
  const lock = new DatabaseSync(LOCK, { timeout: OTHER_BUILD_MS })
  lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  return lock
}

const isCurrent = (hash: string) => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash

/** The app's own settings first, as its build empties the folder; then those of further entries. */
function configFiles(): string[] {
  const further = globSync('vite.*.config.ts', { cwd: WEB }).toSorted()
  return ['vite.config.ts', ...further].map((name) => join(WEB, name))
}

async function build(hash: string): Promise<void> {
  const started = performance.now()
  console.log('Building the web app …')
  rmSync(DIST, { recursive: true, force: true })
  for (const configFile of configFiles()) {
    const builder = await createBuilder({ configFile, logLevel: 'warn' }, null)
    await builder.buildApp()
  }
  await compressFiles(DIST)
  writeFileSync(STAMP, hash)
  console.log(`The web app is built (${((performance.now() - started) / SECOND_MS).toFixed(1)} s).`)
}

/** Returns the exit code. */
function checkWeight(): number {
  const pages = measurePages(DIST)
  for (const page of pages) console.log(describeSize(page))
  const problems = overweight(pages)
  for (const problem of problems) console.error(`\n${problem}`)
  return problems.length > 0 ? 1 : 0
}

// Vite takes what is set here for the kind of build, whatever the user's shell says.
process.env.NODE_ENV = 'production'
const lock = holdLock()
try {
  const hash = sourceHash(ROOT)
  if (!isCurrent(hash)) await build(hash)
  if (!process.argv.includes('--for-start')) process.exitCode = checkWeight()
} catch (error) {
  rmSync(DIST, { recursive: true, force: true })
  console.error(`The web app cannot be built: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  lock.close()
}
