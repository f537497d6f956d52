import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const folder = mkdtempSync(join(tmpdir(), 'consilium-run-of-all-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const HEAD = `import { test } from 'node:test'\n`

/** Runs the whole runner over a separate tree; returns its totals and exit code. */
function runTree(sources: Record<string, string>, args: string[]) {
  const tree = mkdtempSync(join(folder, 'tree-'))
  for (const [path, source] of Object.entries(sources)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), source)
  }
  const script = fileURLToPath(new URL('../test.ts', import.meta.url))
  const { stdout, status } = spawnSync(process.execPath, [script, ...args], { cwd: tree, encoding: 'utf8' })
  const lines = stdout.trimEnd().split('\n')
  const totals = lines.filter((line) => /^\d+ passed, \d+ failed$/.test(line))
  return { status, totals, last: lines.at(-1), output: stdout }
}

test('the last line is the total, and the exit code indicates failures', () => {
  const sources = {
    'packages/a/src/good.test.ts': `${HEAD}console.log('7 passed, 0 failed'); test('a', () => {})`,
    'scripts/bad.test.ts': `${HEAD}test('b', () => { console.log('9 passed, 0 failed'); throw new Error('no') })`,
    'e2e/skipped.test.ts': `${HEAD}test.skip('c', () => {}); test('d', () => {})`,
  }
  for (const [only, status, total] of [
    ['.test.ts', 1, '2 passed, 2 failed'],
    ['good', 0, '1 passed, 0 failed'],
    ['nowhere', 1, '0 passed, 1 failed'],
  ] as const) {
    const run = runTree(sources, ['--only', only])
    assert.deepEqual([run.status, run.totals, run.last], [status, [total], total])
  }
})

test('what failed beside others runs once more alone; what then passes is named and counts as passed', () => {
  const marker = join(folder, 'marker')
  const once = `import { existsSync, writeFileSync } from 'node:fs'
    test('a', () => { if (existsSync(${JSON.stringify(marker)})) return; writeFileSync(${JSON.stringify(marker)}, ''); throw new Error('the first time') })`
  const sources = {
    'packages/a/src/once.test.ts': HEAD + once,
    'packages/a/src/good.test.ts': `${HEAD}test('b', () => {})`,
  }
  const { status, totals, output } = runTree(sources, [])
  assert.deepEqual([status, totals], [0, ['2 passed, 0 failed']])
  assert.match(
    output,
    /Unsteady: packages\/a\/src\/once\.test\.ts failed beside other files and passed alone/,
  )
  assert.match(output, /the first time/)
  assert.match(
    output,
    /Failed beside other files and passed alone\n  packages\/a\/src\/once\.test\.ts: .*the first time/,
  )
  const always = { 'packages/a/src/bad.test.ts': `${HEAD}test('c', () => { throw new Error('always') })` }
  const bad = runTree(always, [])
  assert.deepEqual([bad.status, bad.totals], [1, ['0 passed, 1 failed']])
  assert.doesNotMatch(bad.output, /Unsteady/)
  assert.match(bad.output, /\nFailed\n  packages\/a\/src\/bad\.test\.ts: .*always/)
})
