import { globSync, readFileSync, statSync } from 'node:fs'

/** Wide on purpose: a test file cannot lie where no part runs it. */
const UNIT_PATTERNS = ['{packages,apps,scripts,bench}/**/*.test.ts']
const PRODUCT_PATTERNS = ['e2e/**/*.test.ts']
/** Files so named open the built web app in a browser, wherever they lie. */
const BROWSER_NAME = /\.browser\.test\.ts$/

/** They measure how quickly the product answers, so nothing may run beside them. */
const ATTACKS_NAME = /^e2e\/attacks\.test\.ts$/

/** Files that import the API's test harness or its engine, or a portal, talk to a database. */
const DATABASE_IMPORT = /from\s*['"][^'"]*\/(?:harness|test-engine|portal)\.ts['"]/

/**
 * What a file that talks to a database says in its first lines. `// Engine: postgres` where it is about what no engine
 * changes; `// Engine: embedded` where the product should be seen on that engine; `// Engine: both` where connections,
 * locks, notifications or statements may differ; with `only` before the name where it can run on no other.
 */
const ENGINE_LINE = /^\/\/ Engine: (both|(?:only )?(embedded|postgres))$/m

/** `// Process: own` in the first lines: the file changes something that other files of its process would see. */
const OWN_PROCESS_LINE = /^\/\/ Process: own\b/m
/** These start programs, and what they change they change for a process. */
const OWN_PROCESS_FOLDERS = /^(?:scripts|e2e|bench|apps\/ocr)\//
/** `// Slow` in the first lines: it takes longer than its length lets expect, so it is begun early. */
const SLOW_LINE = /^\/\/ Slow\b/m
const HEAD_CHARACTERS = 400

export const ENGINES = ['embedded', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

/** What the command line asks for: label parts to run only, and one engine instead of those that files declare. */
export type Selection = { only: string[]; engine: Engine | undefined }

function find(patterns: string[]): string[] {
  const files = globSync(patterns, { exclude: (name) => name.split('/').includes('node_modules') })
  return files.toSorted()
}

interface Declared {
  /** Where it can run when it is asked to. */
  possible: readonly Engine[]
  usual: readonly Engine[]
}

/** Undefined: the file talks to a database and does not say. What needs none runs once, where the embedded engine does. */
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

/** Asked for one engine, a file runs on it where it can; otherwise where it declares. */
function runsOn(file: string, engine: Engine, asked: Engine | undefined): boolean {
  const { possible, usual } = readDeclared(file) ?? { possible: [], usual: [] }
  return asked === undefined ? usual.includes(engine) : asked === engine && possible.includes(engine)
}

/** Whether a check or file of this label is asked for. */
export function isWanted(label: string, only: string[]): boolean {
  return only.length === 0 || only.some((part) => label.includes(part))
}

/** Whether the file runs in a process with others, which loads the product once for all of them. */
export const sharesProcess = (file: string): boolean =>
  !OWN_PROCESS_FOLDERS.test(file) &&
  !OWN_PROCESS_LINE.test(readFileSync(file, 'utf8').slice(0, HEAD_CHARACTERS))

/** The test files of each part, relative to the working folder; those that probably take longest come first. */
export interface TestPlan {
  product: string[]
  browser: Record<Engine, string[]>
  unit: Record<Engine, string[]>
  attacks: string[]
  /** Files that talk to a database and do not declare the engine: each is a failure. */
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
