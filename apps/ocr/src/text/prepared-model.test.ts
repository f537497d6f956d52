import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { MODEL_SOURCES } from './model-sources.ts'
import { loadPreparedModel, nameInCache } from './prepared-model.ts'

const run = promisify(execFile)
const AT_ONCE = 4
/** The smallest of the models. */
const source = MODEL_SOURCES.direction

const root = await mkdtemp(join(tmpdir(), 'consilium-prepared-'))
after(() => rm(root, { recursive: true, force: true }))

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const assertPrepared = (bytes: Uint8Array) => assert.equal(sha256Of(bytes), source.preparedSha256)

test('OCR-1: the rewriting of each model gives the recorded SHA-256', async () => {
  for (const [name, model] of Object.entries(MODEL_SOURCES))
    assert.equal(sha256Of(await loadPreparedModel(model, [])), model.preparedSha256, name)
  await assert.rejects(
    loadPreparedModel({ ...source, preparedSha256: '0'.repeat(64) }, []),
    /The rewritten .+\.onnx has the SHA-256 \w+, and 0+ is recorded/,
  )
})

test('OCR-1: a model is rewritten once, and again where the cached file is cut off or changed', async () => {
  const folder = join(root, 'kept')
  const path = join(folder, nameInCache(source))
  assertPrepared(await loadPreparedModel(source, [folder]))
  const { ino } = await stat(path)
  assertPrepared(await loadPreparedModel(source, [folder]))
  assert.equal((await stat(path)).ino, ino, 'the file is not written a second time')
  await truncate(path, 1000)
  assertPrepared(await loadPreparedModel(source, [folder]))
  assertPrepared(await readFile(path))
  const changed = await readFile(path)
  changed[changed.length - 1]! ^= 1
  await writeFile(path, changed)
  assertPrepared(await loadPreparedModel(source, [folder]))
  assertPrepared(await readFile(path))
})

test('OCR-1: where the first folder cannot be written the next one is used, and none is needed', async () => {
  const file = join(root, 'a-file')
  await writeFile(file, '')
  const [closed, open] = [join(file, 'below'), join(root, 'open')]
  assertPrepared(await loadPreparedModel(source, [closed]))
  assertPrepared(await loadPreparedModel(source, [closed, open]))
  assert.deepEqual(await readdir(open), [nameInCache(source)])
})

test('OCR-1: processes that start at once leave one whole file', async () => {
  const folder = join(root, 'raced')
  const script = `
    import { loadPreparedModel } from ${JSON.stringify(new URL('prepared-model.ts', import.meta.url).href)}
    import { MODEL_SOURCES } from ${JSON.stringify(new URL('model-sources.ts', import.meta.url).href)}
    import { createHash } from 'node:crypto'
    const bytes = await loadPreparedModel(MODEL_SOURCES.direction, [${JSON.stringify(folder)}])
    process.stdout.write(createHash('sha256').update(bytes).digest('hex'))`
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script]
  const processes = Array.from({ length: AT_ONCE }, () => run(process.execPath, flags))
  for (const { stdout } of await Promise.all(processes)) assert.equal(stdout, source.preparedSha256)
  assert.deepEqual(await readdir(folder), [nameInCache(source)])
  assertPrepared(await readFile(join(folder, nameInCache(source))))
})
