import { globSync, readFileSync, statSync } from 'node:fs'

/** Wide on purpose, so that no test file is missed. */
const UNIT_PATTERNS = ['{packages,apps,scripts,bench}/**/*.test.ts']
const PRODUCT_PATTERNS = ['e2e/**/*.test.ts']
/** Files with this suffix open the built web app in a browser, wherever they are. */
const BROWSER_NAME = /\.browser\.test\.ts$/

/** These tests measure how quickly the product answers, so they run alone. */
const ATTACKS_NAME = /^e2e\/attacks\.test\.ts$/

/** Files that import the API's test harness, its engine or a portal use a database. */
const DATABASE_IMPORT = /from\s*['"][^'"]*\/(?:harness|test-engine|portal)\.ts['"]/

/**
 * Declaration in the first lines of a file that uses a database. `// Engine: postgres` for tests that do not depend on
 * the engine; `// Engine: embedded` if the product should be tested on that engine; `// Engine: both` if connections,
 * locks, notifications or statements may differ; with `only` before the name if it cannot run on the other.
 */
const ENGINE_LINE = /^\/\/ Engine: (both|(?:only )?(embedded|postgres))$/m

/** `// Process: own` in the first lines: the file changes state that other files in its process would see. */
const OWN_PROCESS_LINE = /^\/\/ Process: own\b/m
/** These tests start programs or change state of the process. */
const OWN_PROCESS_FOLDERS = /^(?:scripts|e2e|bench|apps\/ocr)\//
/** `// Slow` in the first lines: the file takes longer than its length suggests, so it starts early. */
const SLOW_LINE = /^\/\/ Slow\b/m
const HEAD_CHARACTERS = 400

export const ENGINES = ['embedded', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

/** Options of the command line: parts of labels to run, and one engine instead of the declared ones. */
export type Selection = { only: string[]; engine: Engine | undefined }

function find(patterns: string[]): string[] {
  const files = globSync(patterns, { exclude: (name) => name.split('/').includes('node_modules') })
  return files.toSorted()
}

interface Declared {
  /** Engines on which it can run if requested. */
  possible: readonly Engine[]
  usual: readonly Engine[]
}

/**
 * Undefined if the file uses a database without a declaration. Files without a database run once, with the embedded
 * engine.
 */
function readDeclared(file: string): Declared | undefined {
  const text = readFileSync(file, 'utf8')
  const [, said, name] = ENGINE_LINE.exec(text.slice(0, HEAD_CHARACTERS)) ?? []
  if (said === 'both') return { possible: ENGINES, usual: ENGINES }
  if (said !== undefined) {
    const usual = ENGINES.filter((engine) => engine === name)
    return { possible: said === name ? ENGINES : usual, usual }
  }
  const needsDatabase = file.startsWith('apps/') && DATABASE_IMPORT.test(text)
  return needsDatabase ? undefined : { possible: ['embedded'], usual: ['embedded'] }
}

/** If one engine is requested, a file runs on it if it can; otherwise it runs as declared. */
export function runsOn(file: string, engine: Engine, asked?: Engine): boolean {
  const { possible, usual } = readDeclared(file) ?? { possible: [], usual: [] }
  return asked === undefined ? usual.includes(engine) : asked === engine && possible.includes(engine)
}

/** True if a check or file with this label is requested. */
export function isWanted(label: string, only: string[]): boolean {
  return only.length === 0 || only.some((part) => label.includes(part))
}

/** True if the file shares a process with others, which loads the product once for all of them. */
export const sharesProcess = (file: string): boolean =>
  !OWN_PROCESS_FOLDERS.test(file) &&
  !OWN_PROCESS_LINE.test(readFileSync(file, 'utf8').slice(0, HEAD_CHARACTERS))

/** The test files of each part, relative to the working folder, with the presumably slowest first. */
export interface TestPlan {
  product: string[]
  browser: Record<Engine, string[]>
  unit: Record<Engine, string[]>
  attacks: string[]
  /** Files that use a database and do not declare the engine; each counts as a failure. */
  undeclared: string[]
}

const isSlow = (file: string): boolean => SLOW_LINE.test(readFileSync(file, 'utf8').slice(0, HEAD_CHARACTERS))

const slowFirst = (a: string, b: string): number =>
  Number(isSlow(b)) - Number(isSlow(a)) || statSync(b).size - statSync(a).size

export function planTests({ only, engine }: Selection): TestPlan {
  const wanted = (patterns: string[]) =>
    find(patterns)
      .filter((file) => isWanted(file, only))
      .toSorted(slowFirst)
  const all = wanted([...UNIT_PATTERNS, ...PRODUCT_PATTERNS])
  const browser = all.filter((file) => BROWSER_NAME.test(file))
  const unit = wanted(UNIT_PATTERNS).filter((file) => !BROWSER_NAME.test(file))
  const product =
    engine === 'postgres' ? [] : wanted(PRODUCT_PATTERNS).filter((file) => !BROWSER_NAME.test(file))
  const on = (files: string[]): Record<Engine, string[]> => ({
    embedded: files.filter((file) => runsOn(file, 'embedded', engine)),
    postgres: files.filter((file) => runsOn(file, 'postgres', engine)),
  })
  return {
    product: product.filter((file) => !ATTACKS_NAME.test(file)),
    browser: on(browser),
    unit: on(unit),
    attacks: product.filter((file) => ATTACKS_NAME.test(file)),
    undeclared: [...unit, ...browser].filter((file) => !readDeclared(file)),
  }
}
