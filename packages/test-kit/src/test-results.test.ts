import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createTestProcess, type Result, runTestFile } from './test-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'consilium-runner-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const PATIENT_MS = 60_000
const HEAD = `import { describe, before, test } from 'node:test'\n`
const POLL_MS = 20
let files = 0

const env = process.env
const shared = createTestProcess({ env, fileMs: PATIENT_MS })
after(() => shared.close())

function fileWith(source: string): string {
  const file = join(folder, `probe-${files++}.test.ts`)
  writeFileSync(file, source)
  return file
}

const runSource = (source: string): Promise<Result> => shared.run(fileWith(source))

/** For what ends, outlives or burdens its process. */
const runAlone = (source: string, { fileMs = PATIENT_MS, endMs = PATIENT_MS } = {}): Promise<Result> =>
  runTestFile(fileWith(source), { env, fileMs, endMs })

/** A killed process without a parent may stay listed as a zombie (Z). */
function isAlive(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z') === false
  } catch {
    return false
  }
}

/** The title of a failure without the file. */
const titles = (result: Result): string[] => result.failures.map(({ title }) => title.replace(/^\S+ ?/, ''))

test('passing tests are counted one by one, suites are not', async () => {
  const result = await runSource(`${HEAD}test('a', () => {}); describe('s', () => { test('b', () => {}) })`)
  assert.equal(result.passed.length, 2)
  assert.deepEqual(result.failures, [])
})

test('a failed test is named with its suites, line and error', async () => {
  const result = await runSource(
    `${HEAD}describe('s', () => {\n test('b', () => { throw new Error('broken') })\n})`,
  )
  assert.equal(result.passed.length, 0)
  assert.deepEqual(titles(result), ['s › b'])
  assert.match(result.failures[0]?.title ?? '', /probe-\d+\.test\.ts:3 /)
  assert.match(result.failures[0]?.error ?? '', /Error: broken/)
})

test('a failed subtest fails once, not again with its parent', async () => {
  const result = await runSource(
    `${HEAD}test('p', async (t) => { await t.test('c', () => { throw new Error() }) })`,
  )
  assert.deepEqual(titles(result), ['p › c'])
})

test('skipped and todo tests are failures', async () => {
  const body = `test.skip('a', () => {}); test.todo('b'); test('c', (t) => t.skip()); describe.skip('d', () => {})
    test('e', { todo: true }, () => { throw new Error() })`
  const result = await runSource(HEAD + body)
  assert.equal(result.passed.length, 0)
  assert.deepEqual(titles(result), ['a', 'b', 'c', 'd', 'e'])
})

test('a failed hook is a failure', async () => {
  const body = `describe('s', () => { before(() => { throw new Error('hook') }); test('a', () => {}) })`
  const result = await runSource(HEAD + body)
  assert.equal(result.passed.length, 0)
  assert.ok(titles(result).includes('s'))
})

test('a file without tests is a failure', async () => {
  for (const source of ['', HEAD, `${HEAD}describe('empty', () => {})`]) {
    const result = await runSource(source)
    assert.deepEqual(
      result.failures.map(({ error }) => error),
      ['No test ran.'],
    )
  }
})

test('a file that cannot be loaded is a failure that says why', async () => {
  const result = await runSource(`import './missing.ts'`)
  assert.equal(result.failures.length, 1)
  assert.match(result.failures[0]?.error ?? '', /ERR_MODULE_NOT_FOUND/)
})

test('a file that exits early, with success or by a signal, is a failure', async () => {
  for (const end of ['process.exit(0)', `process.kill(process.pid, 'SIGKILL')`]) {
    const result = await runAlone(
      `${HEAD}test('a', () => {}); test('b', () => { ${end} }); test('c', () => {})`,
    )
    assert.equal(result.failures.length, 1, end)
  }
})

test('an error after the last test is a failure', async () => {
  const result = await runAlone(
    `${HEAD}test('a', () => { setTimeout(() => { throw new Error('late') }, 1) })`,
  )
  assert.equal(result.passed.length, 1)
  assert.equal(result.failures.length, 1)
})

test('an error that nothing catches fails the test that runs', async () => {
  const [rejection, exception] = [
    'void (async () => { await setTimeout(2); throw new Error() })()',
    'process.nextTick(() => { throw new Error() })',
  ]
  const result = await runAlone(
    `${HEAD}import { setTimeout } from 'node:timers/promises'
    describe('s', () => { for (const name of ['a', 'b', 'c', 'd']) test(name, async (t) => {
      if (name === 'b') ${rejection}
      if (name === 'c') await t.test('sub', async () => { ${exception}; await setTimeout(20) })
      await setTimeout(20) }) })`,
  )
  assert.deepEqual(titles(result), ['s › b', 's › c › sub'])
  assert.equal(result.passed.length, 2)
})

test('the processor time of a file includes that of the programs it starts', async () => {
  const busy = (ms: number) => `const end = performance.now() + ${ms}; while (performance.now() < end);`
  const result = await runAlone(
    `${HEAD}import { spawnSync } from 'node:child_process'
    test('a', () => { spawnSync(process.execPath, ['-e', ${JSON.stringify(busy(2000))}]) })`,
  )
  const without = await runAlone(`${HEAD}test('a', () => {})`)
  assert.deepEqual([titles(result), titles(without)], [[], []])
  assert.ok((result.processorMs ?? 0) > (without.processorMs ?? Infinity))
})

test('a file that exceeds its time is ended, and the test that ran is named', async () => {
  const source = `${HEAD}test('a', () => {}); test('b', () => new Promise(() => {}))`
  const result = await runAlone(source, { fileMs: 8000 })
  assert.deepEqual(result.passed, ['a'])
  assert.match(result.failures[0]?.error ?? '', /^Not finished after 8000 ms\. Last test started: b$/)
})

test('a file that leaves something running is a failure, and the processes that it started are ended', async () => {
  const pidFile = join(folder, 'pid')
  const body = `import { spawn } from 'node:child_process'; import { writeFileSync } from 'node:fs'
    test('a', () => { const { pid } = spawn('sleep', ['600']); writeFileSync(${JSON.stringify(pidFile)}, String(pid)) })`
  const result = await runAlone(HEAD + body, { endMs: 500 })
  assert.equal(result.passed.length, 1)
  assert.match(result.failures[0]?.error ?? '', /still ran long after/)
  const pid = readFileSync(pidFile, 'utf8')
  while (isAlive(pid)) await setTimeout(POLL_MS)
})
