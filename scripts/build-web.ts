// Builds the web app into apps/office/dist unless it is up to date. With `--for-start` it only prints what it does and
// leaves the check of page weights to `npm run build`.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import type { InlineConfig } from 'vite'
import { writeBillOfMaterials } from './dependencies/sbom.ts'
import { describeSize, measurePages, overweight } from './web/budget.ts'
import { sourceHash } from './web/sources.ts'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const WEB = join(ROOT, 'apps/office')
const DIST = join(WEB, 'dist')
/** Folder of the running build; a build that fails leaves the previous one in place. */
const DRAFT = join(WEB, 'dist.draft')
/** Bill of materials of all packages, for operators (CycloneDX). */
const BILL_OF_MATERIALS = join(ROOT, 'dist/sbom.cdx.json')
/** Contains the hash of the sources of the build. */
const STAMP = '.build'
const LOCK = join(ROOT, 'node_modules/.cache/web-build.lock')
const OTHER_BUILD_MS = 180_000
const SECOND_MS = 1000
const forStart = process.argv.includes('--for-start')

/** Two commands must not build into one folder at once. The lock ends with the process (decision 2). */
function lockBuild(): DatabaseSync {
  mkdirSync(dirname(LOCK), { recursive: true })
  const lock = new DatabaseSync(LOCK, { timeout: OTHER_BUILD_MS })
  lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  return lock
}

const isCurrent = (hash: string) =>
  existsSync(join(DIST, STAMP)) && readFileSync(join(DIST, STAMP), 'utf8') === hash

const into = (outDir: string) => ({ build: { outDir, emptyOutDir: true } })
const PUBLIC_PAGES = join(DRAFT, 'publicity')
const EXPERT_PAGES = join(DRAFT, 'expert')
/** The app comes first, since its build empties the folder. */
const BUILDS: readonly InlineConfig[] = [
  { configFile: join(WEB, 'vite.config.ts'), ...into(DRAFT) },
  {
    configFile: join(WEB, 'vite.publicity.config.ts'),
    environments: { client: into(PUBLIC_PAGES), ssr: into(join(PUBLIC_PAGES, 'server')) },
  },
  {
    configFile: join(ROOT, 'apps/expert/vite.config.ts'),
    environments: { client: into(EXPERT_PAGES), ssr: into(join(EXPERT_PAGES, 'server')) },
  },
]

async function build(hash: string): Promise<void> {
  const started = performance.now()
  console.log('Building the web app …')
  // Loaded only for a build, as every start asks whether one is needed.
  const { createBuilder } = await import('vite')
  const { compressFiles } = await import('./web/compress.ts')
  for (const config of BUILDS) {
    const builder = await createBuilder({ ...config, logLevel: forStart ? 'error' : 'warn' }, null)
    await builder.buildApp()
  }
  await compressFiles(DRAFT)
  writeFileSync(join(DRAFT, STAMP), hash)
  rmSync(DIST, { recursive: true, force: true })
  renameSync(DRAFT, DIST)
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

// Vite derives the kind of build from this variable, so the user's shell must not set it.
process.env.NODE_ENV = 'production'
const lock = lockBuild()
try {
  const hash = sourceHash(ROOT)
  if (!isCurrent(hash)) await build(hash)
  if (!forStart) {
    writeBillOfMaterials(BILL_OF_MATERIALS)
    process.exitCode = checkWeight()
  }
} catch (error) {
  console.error(`The web app cannot be built: ${error instanceof Error ? error.message : String(error)}`)
  if (existsSync(DIST)) console.error('What was built before stays.')
  process.exitCode = 1
} finally {
  lock.close()
}
