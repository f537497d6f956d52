// Prints requirement → tests → result: npm run conformance. Fails on a row without a passing test.
import { readFileSync } from 'node:fs'
import { planTests } from './runner/plan.ts'
import { type Result, runTestFile } from '@consilium/test-kit/test-process.ts'
import { installMissing } from './install-packages.ts'
import { PACKAGES } from './packages.ts'
import { REQUIREMENT, readRows, type Row } from './claims/requirements.ts'

const FILE_MS = 600_000
const LANES = 4

const namesARequirement = (path: string) => (readFileSync(path, 'utf8').match(REQUIREMENT) ?? []).length > 0

async function runFiles(files: string[]): Promise<Result[]> {
  const results: Result[] = []
  const { TEST_DATABASE_URL: _none, ...env } = process.env
  const queue = files.values()
  const lane = async () => {
    for (const file of queue) results.push(await runTestFile(file, { env, fileMs: FILE_MS }))
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return results
}

/** Maps each requirement id to the tests with it in their titles, and their results. */
function collect(results: Result[]): Map<string, { title: string; passed: boolean }[]> {
  const tests = results.flatMap((result) => [
    ...result.passed.map((title) => ({ title: `${result.label} › ${title}`, passed: true })),
    ...result.failures.map(({ title }) => ({ title, passed: false })),
  ])
  const byId = new Map<string, { title: string; passed: boolean }[]>()
  for (const test of tests)
    for (const id of new Set(test.title.match(REQUIREMENT) ?? []))
      byId.set(id, [...(byId.get(id) ?? []), test])
  return byId
}

function printRow({ id, meaning }: Row, tests: { title: string; passed: boolean }[]): boolean {
  const shown = tests.length > 0 && tests.every(({ passed }) => passed)
  const verdict = shown ? 'shown' : tests.length > 0 ? 'FAILED' : 'NO TEST'
  console.log(`${id.padEnd(7)} ${verdict.padEnd(8)} ${meaning}`)
  for (const { title, passed } of tests) console.log(`        ${passed ? '✓' : '✖'} ${title}`)
  return shown
}

await installMissing(PACKAGES.test)
// Runs on the embedded engine; tests that need a server are part of npm test only.
const { runs } = planTests({ isWanted: () => true, engine: 'embedded' })
const filesOf = (isWanted: (part: string) => boolean) =>
  runs.filter(({ part }) => isWanted(part)).map(({ file }) => file)
const [build] = await runFiles(filesOf((part) => part === 'build'))
for (const { error } of build?.failures ?? []) console.log(error)
const files = filesOf((part) => !['build', 'attacks'].includes(part))
const tests = collect(await runFiles(files.filter(namesARequirement)))
const rows = readRows()
const unmet = rows.filter((row) => !printRow(row, tests.get(row.id) ?? []))
const unknown = [...tests.keys()].filter((id) => !rows.some((row) => row.id === id))
for (const id of unknown) console.log(`${id} stands in a test title but not in docs/requirements.md`)
console.log(`\n${rows.length} rows: ${rows.length - unmet.length} met, ${unmet.length} not met`)
process.exit(unmet.length + unknown.length + (build?.failures ?? []).length > 0 ? 1 : 0)
