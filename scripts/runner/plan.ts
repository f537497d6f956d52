import { globSync, readFileSync, statSync } from 'node:fs'

/** Wide on purpose, so that no test file is missed. */
const PATTERNS = ['{packages,apps,scripts,bench,e2e}/**/*.test.ts']
const PRODUCT_FOLDER = /^e2e\//
/** Files with this suffix open the built web app in a browser, wherever they are. */
const BROWSER_NAME = /\.browser\.test\.ts$/
/** Browser tests wait for the web app that it builds. */
const WEB_BUILD = 'scripts/web/build-web.test.ts'
/** These tests measure how quickly the product answers, so they run alone. */
const ATTACKS_NAME = /^e2e\/(?:.*\/)?attacks\.test\.ts$/

/** Files that import the API's test harness, a shared API, its engine or a portal use a database. */
const DATABASE_IMPORT = /from\s*['"][^'"]*\/(?:harness|shared-api|test-engine|portal)\.ts['"]/

/**
 * Declaration in the first lines of a file that uses a database. `// Engine: postgres` for tests that do not depend on
 * the engine; `// Engine: embedded` if the product should be tested on that engine; `// Engine: both` if connections,
 * locks, notifications or statements may differ; with `only` before the name if it cannot run on the other.
 */
const ENGINE_LINE = /^\/\/ Engine: (both|(?:only )?(embedded|postgres))$/m
/** `// Process: own` in the first lines: the file changes state that other files in its process would see. */
const OWN_PROCESS_LINE = /^\/\/ Process: own\b/m
/** These tests start programs or change state of the process. */
const OWN_PROCESS_FOLDERS = /^(?:scripts|e2e|bench|apps\/ocr|packages\/test-kit)\//
/** `// Slow` in the first lines: the file takes longer than its length suggests, so it starts early. */
const SLOW_LINE = /^\/\/ Slow\b/m
const HEAD_CHARACTERS = 400

export const ENGINES = ['embedded', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

export interface Selection {
  /** Which files run. */
  isWanted(file: string): boolean
  /** One engine instead of the declared ones. */
  engine?: Engine | undefined
  /** A file for both engines runs on PostgreSQL only. */
  oneEngine?: boolean
}

/** One run of a test file. */
export interface Run {
  file: string
  part: 'build' | 'product' | 'browser' | 'unit' | 'attacks'
  engine: Engine
  ownProcess: boolean
}

const read = (file: string) => readFileSync(file, 'utf8')
const headOf = (file: string) => read(file).slice(0, HEAD_CHARACTERS)

export const findTests = (): string[] =>
  globSync(PATTERNS, { exclude: (name) => name.split('/').includes('node_modules') }).toSorted()

/** True if the file uses a database without saying which engine it is for. */
const isUndeclared = (file: string): boolean =>
  file.startsWith('apps/') && DATABASE_IMPORT.test(read(file)) && !ENGINE_LINE.test(headOf(file))

/** The engines on which a file runs. If one is requested, it runs there if it can; otherwise as declared. */
export function enginesOf(file: string, asked?: Engine): Engine[] {
  if (isUndeclared(file)) return []
  // Files without a database run once, with the embedded engine.
  const [, said = 'only embedded', name = 'embedded'] = ENGINE_LINE.exec(headOf(file)) ?? []
  const usual = ENGINES.filter((engine) => said === 'both' || engine === name)
  const possible = said.startsWith('only') ? usual : ENGINES
  return asked === undefined ? usual : possible.filter((engine) => engine === asked)
}

function partOf(file: string): Run['part'] {
  if (file === WEB_BUILD) return 'build'
  if (BROWSER_NAME.test(file)) return 'browser'
  if (ATTACKS_NAME.test(file)) return 'attacks'
  return PRODUCT_FOLDER.test(file) ? 'product' : 'unit'
}

/** The longest parts come first, and a shared process changes its engine once. */
const PARTS = ['build', 'product', 'browser', 'unit', 'attacks']
const rank = ({ part, engine }: Run) => PARTS.indexOf(part) + (engine === 'postgres' ? PARTS.length : 0)
const isSlow = ({ file }: Run): boolean => SLOW_LINE.test(headOf(file))
const sizeOf = ({ file }: Run): number => statSync(file).size

const presumablySlowestFirst = (a: Run, b: Run): number =>
  rank(a) - rank(b) || Number(isSlow(b)) - Number(isSlow(a)) || sizeOf(b) - sizeOf(a)

/** What runs, in this order; and files that use a database and do not declare the engine, each of which is a failure. */
export function planTests({ isWanted, engine, oneEngine }: Selection): { runs: Run[]; undeclared: string[] } {
  const all = findTests()
  const wanted = all.filter(isWanted)
  const needsBuild = wanted.some((file) => BROWSER_NAME.test(file))
  const files = all.filter((file) => wanted.includes(file) || (needsBuild && file === WEB_BUILD))
  const runs = files.flatMap((file) => {
    const ownProcess = OWN_PROCESS_FOLDERS.test(file) || OWN_PROCESS_LINE.test(headOf(file))
    const engines = file === WEB_BUILD ? enginesOf(file) : enginesOf(file, engine)
    return engines
      .slice(oneEngine ? -1 : 0)
      .map((on): Run => ({ file, part: partOf(file), engine: on, ownProcess }))
  })
  return { runs: runs.toSorted(presumablySlowestFirst), undeclared: files.filter(isUndeclared) }
}
