import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { planTests } from './runner/plan.ts'

const DB = 'apps/api/src/infra/db'
const MODULE = 'apps/api/src/modules/a'
const FILES = {
  [`${DB}/pool.test.ts`]: '',
  [`${DB}/embedded.test.ts`]: '',
  [`${DB}/lock.embedded.test.ts`]: '',
  [`${DB}/listener.postgres.test.ts`]: '',
  [`${MODULE}/a.test.ts`]: `import { startApi } from '../../../test/harness.ts'`,
  'apps/api/test/access.test.ts': `import { startApi } from './harness.ts'`,
  [`${MODULE}/fees.test.ts`]: `import { fee } from './fees.ts' // test/harness.ts`,
  'packages/contract/src/fields.test.ts': '',
  'packages/contract/node_modules/x/src/x.test.ts': '',
  'scripts/postgres.test.ts': '',
  'e2e/kill.test.ts': '',
  'e2e/attacks.test.ts': '',
  'e2e/tour.browser.test.ts': '',
  'apps/web/test/list.browser.test.ts': `import { startApi } from '../../api/test/harness.ts'`,
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
const BOTH = [`${DB}/pool.test.ts`]
const ON_THE_SERVER = [`${MODULE}/a.test.ts`, 'apps/api/test/access.test.ts']
const ONCE = [`${MODULE}/fees.test.ts`, 'packages/contract/src/fields.test.ts', 'scripts/postgres.test.ts']

test('what an engine could change runs on both, the rest of what needs a database on the server', () => {
  const { embedded, postgres, product, browser, attacks } = planTests(EVERYTHING)
  const embeddedOnly = [`${DB}/embedded.test.ts`, `${DB}/lock.embedded.test.ts`]
  assert.deepEqual(embedded, [...BOTH, ...ONCE, ...embeddedOnly].toSorted())
  assert.deepEqual(postgres, [...BOTH, ...ON_THE_SERVER, `${DB}/listener.postgres.test.ts`].toSorted())
  assert.deepEqual(product, ['e2e/kill.test.ts'])
  assert.deepEqual(attacks, ['e2e/attacks.test.ts'])
  assert.deepEqual(browser, ['apps/web/test/list.browser.test.ts', 'e2e/tour.browser.test.ts'])
})

test('one engine or some files may be asked for', () => {
  const whole = planTests(EVERYTHING)
  assert.deepEqual(planTests({ ...EVERYTHING, engine: 'embedded' }), {
    ...whole,
    embedded: [...whole.embedded, ...ON_THE_SERVER].toSorted(),
    postgres: [],
  })
  assert.deepEqual(planTests({ ...EVERYTHING, engine: 'postgres' }), {
    ...whole,
    embedded: [],
    product: [],
    browser: [],
    attacks: [],
  })
  assert.deepEqual(planTests({ only: ['modules/a/a', 'kill'], engine: undefined }), {
    embedded: [],
    postgres: [`${MODULE}/a.test.ts`],
    product: ['e2e/kill.test.ts'],
    browser: [],
    attacks: [],
  })
})
