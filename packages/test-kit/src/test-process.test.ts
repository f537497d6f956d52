import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createTestProcess } from './test-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'consilium-shared-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const PATIENT_MS = 60_000
const HEAD = `import { after, describe, test } from 'node:test'\nimport { setTimeout } from 'node:timers/promises'\n`
const GOOD = `test('a', () => {})`
let files = 0

/** Runs the sources one after the other in one process; returns their results and the end of the process. */
async function runSources(sources: string[], { fileMs = PATIENT_MS, endMs = 10_000 } = {}) {
  const runner = createTestProcess({ fileMs, env: process.env, endMs })
  const results: { passed: number; failed: string[]; titles: string[] }[] = []
  for (const source of sources) {
    const file = join(folder, `probe-${files++}.test.ts`)
    writeFileSync(file, HEAD + source)
    const { passed, failures } = await runner.run(file)
    results.push({
      passed: passed.length,
      failed: failures.map(({ error }) => error.split('\n')[0] ?? ''),
      titles: passed,
    })
  }
  const left = await runner.close()
  return { results, left: left?.failures.map(({ error }) => error) }
}

test('each file has its own results, and the next one starts after it has ended', async () => {
  const counting = (title: string) => `globalThis.files = (globalThis.files ?? 0) + 1
    describe('s', () => test('${title} ' + globalThis.files, () => setTimeout(20)))
    test('${title} fails', () => { throw new Error('${title}') })`
  const { results, left } = await runSources([counting('first'), counting('second')])
  assert.deepEqual(results, [
    { passed: 1, failed: ['Error: first'], titles: ['s › first 1'] },
    { passed: 1, failed: ['Error: second'], titles: ['s › second 2'] },
  ])
  assert.equal(left, undefined)
})

test('cleanup of a file runs after its last test, even if it loads in stages', async () => {
  const source = `let open = true; describe('early', () => test('a', () => {})); await setTimeout(50)
    after(() => { open = false }); describe('late', () => { for (const n of [1, 2, 3]) test(String(n), async () => {
      await setTimeout(5); if (!open) throw new Error('cleaned up already') }) })`
  const { results } = await runSources([source])
  assert.deepEqual(results[0], {
    passed: 4,
    failed: [],
    titles: ['early › a', 'late › 1', 'late › 2', 'late › 3'],
  })
})

test('a file that cannot be loaded, has no test or skips one is a failure, and the next one runs', async () => {
  const sources = [`throw new Error('broken')`, '', `test.skip('b', () => {})`, GOOD]
  const { results } = await runSources(sources)
  assert.deepEqual(
    results.map(({ passed, failed }) => [passed, ...failed]),
    [[0, 'Error: broken'], [0, 'No test ran.'], [0, 'This test is skipped.'], [1]],
  )
})

test('a file that ends the process is a failure, and the next one gets a new process', async () => {
  for (const end of ['process.exit(0)', `process.kill(process.pid, 'SIGKILL')`]) {
    const { results } = await runSources([`${GOOD}; test('b', () => { ${end} })`, GOOD])
    assert.equal(results[0]?.failed.length, 1, end)
    assert.deepEqual([results[1]?.passed, results[1]?.failed], [1, []], end)
  }
})

test('a file that exceeds the time limit is ended and named', async () => {
  const { results } = await runSources([`test('b', () => new Promise(() => {}))`, GOOD], { fileMs: 8000 })
  assert.equal(results[0]?.passed, 0)
  assert.ok((results[0]?.failed.length ?? 0) > 0)
  assert.deepEqual([results[1]?.passed, results[1]?.failed], [1, []])
})

test('errors after the end of a test, and anything left running, are failures', async () => {
  const late = `test('b', () => void setTimeout(1).then(() => { throw new Error('late') })); after(() => setTimeout(50))`
  const { results, left = [] } = await runSources([late])
  assert.equal(left.length + (results[0]?.failed.length ?? 0), 1)
  const running = await runSources([`${GOOD}; setInterval(() => {}, 1000)`], { endMs: 300 })
  assert.equal(running.left?.length, 1)
})
