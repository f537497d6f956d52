// Slow
// What other programs check: each is a test that fails with what the program printed.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

/** The checkers in Go spend half of their time on freeing memory that they could keep until they end. */
const RARE_COLLECTION = { GOGC: '400' }
/** On one processor the linter's checker of types takes half of the processor time that it takes on two. */
const ONE_PROCESSOR = { GOMAXPROCS: '1' }
/** What `npm test -- --changed` gives: files to lint and format, by their lines; unset for all of them. */
const changed = process.env['CONSILIUM_CHANGED']?.split('\n')

const root = fileURLToPath(new URL('../..', import.meta.url))

function check(args: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  const all = ['--disable-warning=ExperimentalWarning', ...args]
  const options = {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...RARE_COLLECTION, ...env },
  } as const
  const { status, stdout, stderr, error } = spawnSync(process.execPath, all, options)
  if (error) throw error
  assert.equal(status, 0, `${stdout}${stderr}`.trim() || `exit code ${status}`)
}

const matching = (ending: RegExp) => changed?.filter((path) => ending.test(path))

/** After a change, what the last check found is kept and only what depends on the change is checked again. */
function checkTypes(name: string, args: readonly string[] = []): void {
  const cache = `node_modules/.cache/types-${name}.tsbuildinfo`
  if (changed) mkdirSync('node_modules/.cache', { recursive: true })
  const kept = changed ? ['--incremental', '--tsBuildInfoFile', cache] : []
  check(['node_modules/typescript/bin/tsc', '--pretty', 'false', '--singleThreaded', ...kept, ...args])
}

test('lint', () => {
  const files = matching(/\.[cm]?[jt]sx?$/)
  if (files?.length !== 0)
    check(['node_modules/oxlint/bin/oxlint', '--deny-warnings', ...(files ?? [])], ONE_PROCESSOR)
})

test('types', () => checkTypes('node'))

for (const app of ['office', 'expert'])
  test(`types of apps/${app}`, () => {
    const own = new RegExp(`^(?:apps/${app}|packages)/`)
    if (matching(own)?.length !== 0) checkTypes(app, ['--project', `apps/${app}`])
  })

test('format', () => {
  if (changed?.length !== 0)
    check(['node_modules/oxfmt/bin/oxfmt', '--check', '--no-error-on-unmatched-pattern', ...(changed ?? [])])
})

test('dependencies', () => check(['scripts/licences.ts']))

test('layout', () => check(['scripts/check-layout.ts']))
