// Engine: only embedded
import assert from 'node:assert/strict'
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DataFolderInUse, lockFolder } from './lock.ts'
import { nextLine, startChild } from '../../../../test/db/child.ts'
import { makeTemporaryFolder } from '../../../../test/db/test-engine.ts'

test('a folder locked by another process is refused with one line that names the process and what to do', async (t) => {
  const folder = join(makeTemporaryFolder(), 'data')
  const holder = startChild(t, 'lock-holder.ts', folder)
  assert.equal(await nextLine(holder), 'locked')
  assert.throws(
    () => lockFolder(folder),
    (error) => {
      assert.ok(error instanceof DataFolderInUse)
      assert.equal(error.message.split('\n').length, 1)
      assert.ok(error.message.includes(folder))
      assert.match(
        error.message,
        new RegExp(`process ${holder.process.pid} on \\S+ since \\d{4}-\\d{2}-\\d{2}T`),
      )
      assert.match(error.message, /stop that process, or set DATA_DIR/)
      return true
    },
  )
})

test('another process is refused until the lock is released', async (t) => {
  const folder = makeTemporaryFolder()
  const lock = lockFolder(folder)
  const refused = startChild(t, 'lock-holder.ts', folder)
  assert.match(await nextLine(refused), new RegExp(`^DataFolderInUse: .*process ${process.pid} `))
  await refused.closed
  lock.release()
  const admitted = startChild(t, 'lock-holder.ts', folder)
  assert.equal(await nextLine(admitted), 'locked')
})

test('kill -9 releases the folder and does not affect the next start', async (t) => {
  const folder = makeTemporaryFolder()
  const holder = startChild(t, 'lock-holder.ts', folder)
  assert.equal(await nextLine(holder), 'locked')
  holder.process.kill('SIGKILL')
  await holder.closed
  assert.deepEqual(readdirSync(folder).toSorted(), ['lock', 'lock.json'])
  lockFolder(folder).release()
  assert.deepEqual(readdirSync(folder), ['lock'])
})

test('one process cannot lock a folder twice', () => {
  const folder = makeTemporaryFolder()
  const lock = lockFolder(folder)
  assert.throws(() => lockFolder(folder), DataFolderInUse)
  assert.throws(() => lockFolder(folder), DataFolderInUse, 'nor does the refused attempt loosen the lock')
  lock.release()
  lock.release()
  lockFolder(folder).release()
})

test('the folder is created for its owner only, and invalid lock details do not hide the refusal', (t) => {
  const folder = join(makeTemporaryFolder(), 'new', 'data')
  const lock = lockFolder(folder)
  t.after(() => lock.release())
  assert.equal(statSync(folder).mode & 0o777, 0o700)
  writeFileSync(join(folder, 'lock.json'), '{"pid":')
  assert.throws(() => lockFolder(folder), /in use by another process: /)
})

test('a folder that cannot be locked causes another error than one in use', () => {
  const folder = makeTemporaryFolder()
  writeFileSync(join(folder, 'lock'), 'this is no database, but a file of somebody else '.repeat(100))
  chmodSync(join(folder, 'lock'), 0o600)
  assert.throws(
    () => lockFolder(folder),
    (error) => error instanceof Error && !(error instanceof DataFolderInUse),
  )
})
