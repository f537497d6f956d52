import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { type Engine, planTests, sharesProcess } from './runner/plan.ts'

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
  'e2e/kill.test.ts': '// Slow',
  'e2e/demo.test.ts': '// the longer of the others comes first',
  'e2e/tour.test.ts': '',
  'e2e/attacks.test.ts': '',
  'apps/web/test/list.browser.test.ts': `// Engine: postgres\nimport { openPortal } from './portal.ts'\n`,
  'apps/web/test/people.browser.test.ts': `// Engine: embedded\nimport { openPortal } from './portal.ts'\n`,
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

const EVERYTHING = { only: [], engine: undefined }
const NOTHING = { embedded: [], postgres: [] }
const WITHOUT_DATABASE = [
  `${MODULE}/fees.test.ts`,
  'packages/contract/src/fields.test.ts',
  'packages/contract/src/global.test.ts',
  'scripts/postgres.test.ts',
]
const sorted = ({ embedded, postgres }: Record<Engine, string[]>) => ({
  embedded: embedded.toSorted(),
  postgres: postgres.toSorted(),
})

test('HSE-15: a file runs on the engines that it declares; one without a database runs once', () => {
  const { unit, browser, product, attacks } = planTests(EVERYTHING)
  assert.deepEqual(sorted(unit), {
    embedded: [`${DB}/embedded.test.ts`, `${DB}/pool.test.ts`, ...WITHOUT_DATABASE],
    postgres: [`${DB}/listener.test.ts`, `${DB}/pool.test.ts`, `${MODULE}/a.test.ts`],
  })
  assert.deepEqual(browser, {
    embedded: ['apps/web/test/people.browser.test.ts'],
    postgres: ['apps/web/test/list.browser.test.ts'],
  })
  assert.deepEqual(product, ['e2e/kill.test.ts', 'e2e/demo.test.ts', 'e2e/tour.test.ts'])
  assert.deepEqual(attacks, ['e2e/attacks.test.ts'])
})

test('HSE-15: a file that uses a database without declaring an engine is named and not run', () => {
  const { undeclared, unit } = planTests(EVERYTHING)
  assert.deepEqual(undeclared, [`${MODULE}/silent.test.ts`])
  assert.ok(!Object.values(unit).flat().includes(`${MODULE}/silent.test.ts`))
})

test('if one engine is requested, every file that supports it runs', () => {
  const embedded = planTests({ ...EVERYTHING, engine: 'embedded' })
  assert.deepEqual(sorted(embedded.unit), {
    embedded: [
      `${DB}/embedded.test.ts`,
      `${DB}/pool.test.ts`,
      `${MODULE}/a.test.ts`,
      ...WITHOUT_DATABASE,
    ].toSorted(),
    postgres: [],
  })
  assert.deepEqual(embedded.browser.embedded.length, 2)
  const postgres = planTests({ ...EVERYTHING, engine: 'postgres' })
  assert.deepEqual(sorted(postgres.unit), {
    embedded: [],
    postgres: [`${DB}/listener.test.ts`, `${DB}/pool.test.ts`, `${MODULE}/a.test.ts`],
  })
  assert.deepEqual(postgres.product, [])
})

test('a selection of files can be requested', () => {
  assert.deepEqual(planTests({ only: ['modules/a/a', 'kill'], engine: undefined }), {
    unit: { embedded: [], postgres: [`${MODULE}/a.test.ts`] },
    browser: NOTHING,
    product: ['e2e/kill.test.ts'],
    attacks: [],
    undeclared: [],
  })
})

test('files share a process unless they start programs or declare that they need their own', () => {
  const { unit } = planTests(EVERYTHING)
  const own = unit.embedded.filter((file) => !sharesProcess(file)).toSorted()
  assert.deepEqual(own, ['packages/contract/src/global.test.ts', 'scripts/postgres.test.ts'])
})
