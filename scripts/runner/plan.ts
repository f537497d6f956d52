import { globSync, readFileSync } from 'node:fs'

const UNIT_PATTERNS = ['packages/**/src/**/*.test.ts', 'apps/**/src/**/*.test.ts', 'scripts/*.test.ts']
const PRODUCT_PATTERNS = ['e2e/*.test.ts']

/** Files that import the API's test harness, or lie in infra/db, talk to a database. */
const HARNESS_IMPORT = /from\s*['"][^'"]*\btest\/harness\.ts['"]/
const DATABASE_FOLDER = /^apps\/api\/src\/infra\/db\//

export const ENGINES = ['embedded', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

/** What the command line asks for: label parts to run only, and one engine instead of both. */
export type Selection = { only: string[]; engine: Engine | undefined }

function find(patterns: string[]): string[] {
  const files = globSync(patterns, { exclude: (name) => name.split('/').includes('node_modules') })
  return files.toSorted()
}

function needsDatabase(file: string): boolean {
  return DATABASE_FOLDER.test(file) || HARNESS_IMPORT.test(readFileSync(file, 'utf8'))
}

/** Whether a check or file of this label is asked for. */
export function isWanted(label: string, only: string[]): boolean {
  return only.length === 0 || only.some((part) => label.includes(part))
}

/** The test files of each part, relative to the working folder and in order. */
export function planTests(selection: Selection): {
  embedded: string[]
  postgres: string[]
  product: string[]
} {
  const { only, engine } = selection
  const wanted = (files: string[]) => files.filter((file) => isWanted(file, only))
  const unit = wanted(find(UNIT_PATTERNS))
  return {
    embedded: engine === 'postgres' ? [] : unit,
    postgres: engine === 'embedded' ? [] : unit.filter(needsDatabase),
    product: engine === 'postgres' ? [] : wanted(find(PRODUCT_PATTERNS)),
  }
}
