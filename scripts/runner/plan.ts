import { globSync, readFileSync } from 'node:fs'

/** Wide on purpose: a test file cannot lie where no part runs it. */
const UNIT_PATTERNS = ['{packages,apps,scripts,bench}/**/*.test.ts']
const PRODUCT_PATTERNS = ['e2e/**/*.test.ts']
/** Files so named open the built web app in a browser, wherever they lie. */
const BROWSER_NAME = /\.browser\.test\.ts$/

/** They measure how quickly the product answers, so nothing may run beside them. */
const ATTACKS_NAME = /^e2e\/attacks\.test\.ts$/

/** Files of the API that import its test harness or engine, or lie in infra/db, talk to a database. */
const HARNESS_IMPORT = /from\s*['"][^'"]*\/(?:harness|test-engine)\.ts['"]/
const API_FOLDER = 'apps/api/'
const DATABASE_FOLDER = /^apps\/api\/src\/infra\/db\//

/** A file so named is about one engine only: `lock.embedded.test.ts`, `postgres.test.ts`. */
const ENGINE_NAME = /[./](embedded|postgres)\.test\.ts$/

/**
 * What hangs on connections, locks, notifications, search or long statements may differ between the engines and runs on
 * both. The rest runs on the server; the whole-product and browser tests play it on the embedded engine.
 */
const ENGINE_MATTERS = /infra\/|races|stream|import|export|invoices|migrations|name-search|nodes/

export const ENGINES = ['embedded', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

/** What the command line asks for: label parts to run only, and one engine instead of both. */
export type Selection = { only: string[]; engine: Engine | undefined }

function find(patterns: string[]): string[] {
  const files = globSync(patterns, { exclude: (name) => name.split('/').includes('node_modules') })
  return files.toSorted()
}

function needsDatabase(file: string): boolean {
  const mayNeed = file.startsWith(API_FOLDER)
  return mayNeed && (DATABASE_FOLDER.test(file) || HARNESS_IMPORT.test(readFileSync(file, 'utf8')))
}

/** Whether the file has anything to say on this engine; what needs no database runs once, as embedded. */
function mayRunOn(file: string, engine: Engine): boolean {
  if (!needsDatabase(file)) return engine === 'embedded'
  const only = ENGINE_NAME.exec(file)?.[1]
  return only === undefined || only === engine
}

/** Asked for one engine, all that may run on it does. */
function runsOn(file: string, engine: Engine, asked: Engine | undefined): boolean {
  if (asked !== undefined) return asked === engine && mayRunOn(file, engine)
  const isTwice = ENGINES.every((each) => mayRunOn(file, each))
  return mayRunOn(file, engine) && (engine === 'postgres' || !isTwice || ENGINE_MATTERS.test(file))
}

/** Whether a check or file of this label is asked for. */
export function isWanted(label: string, only: string[]): boolean {
  return only.length === 0 || only.some((part) => label.includes(part))
}

/** The test files of each part, relative to the working folder and in order. */
export interface TestPlan {
  embedded: string[]
  postgres: string[]
  product: string[]
  browser: string[]
  attacks: string[]
}

export function planTests(selection: Selection): TestPlan {
  const { only, engine } = selection
  const wanted = (patterns: string[]) => find(patterns).filter((file) => isWanted(file, only))
  const inBrowser = (file: string) => BROWSER_NAME.test(file)
  const outside = (file: string) => !inBrowser(file)
  const unit = wanted(UNIT_PATTERNS).filter(outside)
  const product = engine === 'postgres' ? [] : wanted(PRODUCT_PATTERNS).filter(outside)
  const isAttack = (file: string) => ATTACKS_NAME.test(file)
  return {
    embedded: unit.filter((file) => runsOn(file, 'embedded', engine)),
    postgres: unit.filter((file) => runsOn(file, 'postgres', engine)),
    product: product.filter((file) => !isAttack(file)),
    browser: engine === 'postgres' ? [] : wanted([...UNIT_PATTERNS, ...PRODUCT_PATTERNS]).filter(inBrowser),
    attacks: product.filter(isAttack),
  }
}
