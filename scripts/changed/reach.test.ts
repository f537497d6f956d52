import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { readChange } from './change.ts'
import { reachedBy } from './reach.ts'

const MODULES = 'apps/api/src/modules'
const FILES = {
  'packages/contract/src/fees.ts': 'export const feeRoutes = {}',
  'packages/contract/src/routes.ts': `import { feeRoutes } from './fees.ts'; export const all = [feeRoutes]`,
  [`${MODULES}/fees/policy.ts`]: 'export const may = true',
  [`${MODULES}/fees/service.ts`]: `import { may } from './policy.ts'; export const fees = may; export type Fees = true`,
  [`${MODULES}/fees/routes.ts`]: `import { feeRoutes } from '@consilium/contract/fees.ts'; export const bound = feeRoutes`,
  [`${MODULES}/fees/fees.test.ts`]: '',
  [`${MODULES}/caps/service.ts`]: `import { fees } from '../fees/service.ts'; export const caps = fees`,
  [`${MODULES}/caps/caps.test.ts`]: '',
  [`${MODULES}/plans/service.ts`]: `import { caps } from '../caps/service.ts'; export const plans = caps`,
  [`${MODULES}/plans/plans.test.ts`]: '',
  [`${MODULES}/gates/service.ts`]: `import type { Fees } from '../fees/service.ts'; export type Gates = Fees`,
  [`${MODULES}/gates/gates.test.ts`]: '',
  'apps/api/src/modules.ts': `import { caps } from './modules/caps/service.ts'; import { fees } from './modules/fees/service.ts'; export const modules = [caps, fees]`,
  'apps/api/test/harness.ts': `import { modules } from '../src/modules.ts'; export const startApi = modules`,
  'apps/api/test/access.test.ts': `import { all } from '@consilium/contract/routes.ts'; import { startApi } from './harness.ts'; [all, startApi]`,
  'apps/api/test/fees-and-more.test.ts': `import { feeRoutes } from '@consilium/contract/fees.ts'; import { startApi } from './harness.ts'; [feeRoutes, startApi]`,
  'apps/office/src/features/fees/pages.ts': `export const pages = [{ path: '/fees' }]`,
  'apps/office/src/features/fees/texts.ts': '',
  'apps/office/test/fees.browser.test.ts': `open('/fees')`,
  'apps/office/test/plans.browser.test.ts': `open('/plans')`,
  'e2e/kill.test.ts': `import { startApi } from '../apps/api/test/harness.ts'; [startApi]`,
  'docs/decisions/0001-first.md': '# 1',
  'scripts/decisions.test.ts': `const folder = '../docs/decisions/'; [folder]`,
  'scripts/runner/checks.test.ts': '',
}

const home = process.cwd()
const root = mkdtempSync(join(tmpdir(), 'consilium-reach-'))
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
for (const [path, text] of Object.entries(FILES)) write(path, text)
process.chdir(root)
after(() => {
  process.chdir(home)
  rmSync(root, { recursive: true, force: true })
})

const CHECKS = 'scripts/runner/checks.test.ts'
const testsOf = (...changed: string[]) => [...reachedBy(changed).tests].toSorted()

test('HSE-31: a change in a module runs its tests, those of modules that use it, and shared ones of its routes', () => {
  assert.deepEqual(testsOf(`${MODULES}/fees/policy.ts`), [
    `${MODULES}/caps/caps.test.ts`,
    `${MODULES}/fees/fees.test.ts`,
    'apps/api/test/fees-and-more.test.ts',
    CHECKS,
  ])
})

test('HSE-31: a change of the contract runs the tests of modules that import its values', () => {
  assert.deepEqual(testsOf('packages/contract/src/fees.ts'), [
    `${MODULES}/fees/fees.test.ts`,
    'apps/api/test/fees-and-more.test.ts',
    CHECKS,
  ])
})

test('HSE-31: a change of the harness runs every test that starts the API', () => {
  assert.deepEqual(testsOf('apps/api/test/harness.ts'), [
    'apps/api/test/access.test.ts',
    'apps/api/test/fees-and-more.test.ts',
    CHECKS,
  ])
})

test('HSE-31: a change of a feature runs the browser tests that open its pages', () => {
  assert.deepEqual(testsOf('apps/office/src/features/fees/texts.ts'), [
    'apps/office/test/fees.browser.test.ts',
    CHECKS,
  ])
})

test('HSE-31: a change of a document or a test runs what reads it, and itself', () => {
  assert.deepEqual(testsOf('docs/decisions/0001-first.md'), ['scripts/decisions.test.ts', CHECKS])
  assert.deepEqual(testsOf('e2e/kill.test.ts'), ['e2e/kill.test.ts', CHECKS])
})

test('HSE-31: a change is what is not committed, not tracked, or committed since the base', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example', ...args], { cwd: root })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'start')
  git('checkout', '--quiet', '-b', 'topic')
  write('docs/decisions/0001-first.md', '# 1, changed')
  git('commit', '--quiet', '--all', '--message', 'one')
  write(`${MODULES}/fees/policy.ts`, 'export const may = false')
  write('docs/new.md', '')
  const both = ['docs/decisions/0001-first.md', 'docs/new.md']
  assert.deepEqual(readChange(), [`${MODULES}/fees/policy.ts`, ...both])
  assert.deepEqual(readChange('HEAD'), [`${MODULES}/fees/policy.ts`, 'docs/new.md'])
  assert.throws(() => readChange('nowhere'), /knows no commit nowhere/)
})
