import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { planTests, type Run } from './plan.ts'

const DB = 'apps/api/src/infra/db'
const MODULE = 'apps/api/src/modules/a'
const HARNESS = `import { startApi } from '../../../test/harness.ts'\n`
const FILES = {
  [`${DB}/pool.test.ts`]: `// Engine: both\n${HARNESS}`,
  [`${DB}/embedded.test.ts`]: `// Engine: only embedded\n${HARNESS}`,
  [`${DB}/listener.test.ts`]: `// Engine: only postgres\n${HARNESS}`,
  [`${MODULE}/a.test.ts`]: `// Engine: postgres\n${HARNESS}`,
  [`${MODULE}/fees.test.ts`]: `import { fee } from './fees.ts' // test/harness.ts`,
  [`${MODULE}/silent.test.ts`]: HARNESS,
  'packages/contract/src/fields.test.ts': '',
  'packages/contract/src/global.test.ts': '// Process: own, as it replaces a global\n',
  'packages/contract/node_modules/x/src/x.test.ts': '',
  'scripts/postgres.test.ts': HARNESS,
  'scripts/web/build-web.test.ts': '',
  'e2e/faults/kill.test.ts': '// Slow',
  'e2e/demo.test.ts': '// the longer of the others comes first',
  'e2e/tour.test.ts': '',
  'e2e/attacks.test.ts': '',
  'apps/office/test/list.browser.test.ts': `// Engine: postgres\nimport { openPortal } from './portal.ts'\n`,
  'apps/office/test/pages/people.browser.test.ts': `// Engine: embedded\nimport { openPortal } from './portal.ts'\n`,
}

const home = process.cwd()
const root = mkdtempSync(join(tmpdir(), 'consilium-plan-'))
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
process.chdir(root)
after(() => {
  process.chdir(home)
  rmSync(root, { recursive: true, force: true })
})

const EVERYTHING = { isWanted: () => true }
const WITHOUT_DATABASE = [
  `${MODULE}/fees.test.ts`,
  'packages/contract/src/fields.test.ts',
  'packages/contract/src/global.test.ts',
  'scripts/postgres.test.ts',
]
const OF_DATABASE = [`${DB}/listener.test.ts`, `${DB}/pool.test.ts`, `${MODULE}/a.test.ts`]
const filesOf = (runs: Run[], part: Run['part'], engine: Run['engine'] = 'embedded') =>
  runs.filter((run) => run.part === part && run.engine === engine).map(({ file }) => file)

test('HSE-15: a file runs on the engines that it declares; one without a database runs once', () => {
  const { runs } = planTests(EVERYTHING)
  const embedded = [`${DB}/embedded.test.ts`, `${DB}/pool.test.ts`, ...WITHOUT_DATABASE]
  assert.deepEqual(filesOf(runs, 'unit').toSorted(), embedded)
  assert.deepEqual(filesOf(runs, 'unit', 'postgres').toSorted(), OF_DATABASE)
  assert.deepEqual(filesOf(runs, 'browser'), ['apps/office/test/pages/people.browser.test.ts'])
  assert.deepEqual(filesOf(runs, 'browser', 'postgres'), ['apps/office/test/list.browser.test.ts'])
  assert.deepEqual(filesOf(runs, 'product'), [
    'e2e/faults/kill.test.ts',
    'e2e/demo.test.ts',
    'e2e/tour.test.ts',
  ])
  assert.deepEqual(filesOf(runs, 'attacks'), ['e2e/attacks.test.ts'])
  assert.equal(runs[0]?.file, 'scripts/web/build-web.test.ts')
})

test('HSE-15: a file that uses a database without declaring an engine is named and not run', () => {
  const { undeclared, runs } = planTests(EVERYTHING)
  assert.deepEqual(undeclared, [`${MODULE}/silent.test.ts`])
  assert.ok(!runs.some(({ file }) => file === `${MODULE}/silent.test.ts`))
})

test('if one engine is requested, every file that supports it runs', () => {
  const embedded = planTests({ ...EVERYTHING, engine: 'embedded' }).runs
  assert.deepEqual(
    filesOf(embedded, 'unit').toSorted(),
    [`${DB}/embedded.test.ts`, `${DB}/pool.test.ts`, `${MODULE}/a.test.ts`, ...WITHOUT_DATABASE].toSorted(),
  )
  assert.deepEqual(filesOf(embedded, 'unit', 'postgres'), [])
  assert.equal(filesOf(embedded, 'browser').length, 2)
  const postgres = planTests({ ...EVERYTHING, engine: 'postgres' }).runs
  assert.deepEqual(filesOf(postgres, 'unit'), [])
  assert.deepEqual(filesOf(postgres, 'unit', 'postgres').toSorted(), OF_DATABASE)
  assert.deepEqual(filesOf(postgres, 'product'), [])
})

test('a selection of files runs, with the build of the web app if one of them opens it', () => {
  const files = (...parts: string[]) =>
    planTests({ isWanted: (file) => parts.some((part) => file.includes(part)) }).runs.map(({ file }) => file)
  assert.deepEqual(files('modules/a/a', 'kill'), ['e2e/faults/kill.test.ts', `${MODULE}/a.test.ts`])
  assert.deepEqual(files('office/test/list'), [
    'scripts/web/build-web.test.ts',
    'apps/office/test/list.browser.test.ts',
  ])
})

test('after a change, a file for both engines runs on PostgreSQL only', () => {
  const { runs } = planTests({ isWanted: (file) => file.startsWith(DB), oneEngine: true })
  assert.deepEqual(runs.map(({ file, engine }) => `${file} ${engine}`).toSorted(), [
    `${DB}/embedded.test.ts embedded`,
    `${DB}/listener.test.ts postgres`,
    `${DB}/pool.test.ts postgres`,
  ])
})

test('files share a process unless they start programs or declare that they need their own', () => {
  const { runs } = planTests({ isWanted: (file) => !file.startsWith('e2e/') && !file.includes('browser') })
  const own = runs.filter(({ ownProcess }) => ownProcess).map(({ file }) => file)
  assert.deepEqual(own.toSorted(), [
    'packages/contract/src/global.test.ts',
    'scripts/postgres.test.ts',
    'scripts/web/build-web.test.ts',
  ])
})
