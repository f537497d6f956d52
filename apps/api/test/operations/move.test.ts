// Engine: only postgres
// Slow
import assert from 'node:assert/strict'
import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { createClient } from '@consilium/contract/client.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { startSwift } from '../../../../scripts/swift.ts'
import { startApp } from '../../src/app.ts'
import { loadConfig } from '../../src/settings/config.ts'
import { makeTemporaryFolder, migratedTemplate, silentLog } from '../db/test-engine.ts'
import { startApi } from '../harness.ts'
import { commandHere, runCommand, settingsOf } from './operator.ts'

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(70_000, 7)])

const api = await startApi()
const swift = await startSwift()
after(async () => {
  await api.close()
  await swift.stop()
})

/** A data folder whose embedded cluster is migrated, as creating one takes longer than all the rest. */
async function preparedDataDir(): Promise<string> {
  const dataDir = makeTemporaryFolder()
  cpSync(await migratedTemplate(), join(dataDir, 'pg'), { recursive: true })
  return dataDir
}

const start = (settings: Record<string, string>) =>
  startApp({
    config: loadConfig(settings),
    log: silentLog,
    onFatal: (error) => {
      throw error
    },
  })
const login = async (url: string) => {
  const client = createClient({ baseUrl: url + BASE_PATH })
  const body = { username: 'admin', password: 'admin-password' }
  const { token } = await client.call(accountRoutes.login, { body })
  return createClient({ baseUrl: url + BASE_PATH, token })
}

it('OPS-3 FLT-31: moves an embedded installation to an empty server, once, and the old one starts no more', async () => {
  const dataDir = await preparedDataDir()
  const embedded = settingsOf({
    ...api.settings,
    DATA_DIR: dataDir,
    DATABASE_URL: undefined,
    MASTER_KEY: undefined,
  })
  const before = await start(embedded)
  const admin = await login(before.url)
  const { fileId } = await admin.call(fileRoutes.upload, { file: new File([PNG], '图.png') })

  const { url } = await api.emptyDatabase()
  const running = await runCommand(embedded, 'move', url)
  assert.equal(running.code, 1)
  assert.match(running.output, /in use by process/)
  await before.close()

  const occupied = await commandHere(embedded, 'move', api.settings['DATABASE_URL']!)
  assert.match(occupied.output, /database of the target is not empty/)
  assert.equal(existsSync(join(dataDir, 'moved-to-server')), false)

  const moved = await runCommand(embedded, 'move', url)
  assert.equal(moved.code, 0, moved.output)
  assert.match(moved.output, /MASTER_KEY_FILE=/)
  assert.doesNotMatch(moved.output, new RegExp(`:${new URL(url).password}@`))
  const [, printed = ''] = /DATABASE_URL=(\S+)/.exec(moved.output) ?? []
  assert.equal(printed.replace(':PASSWORD@', `:${new URL(url).password}@`), new URL(url).href)
  await assert.rejects(() => start(embedded), /was moved to a server: set DATABASE_URL/)

  const onServer = await start({ ...embedded, DATABASE_URL: url })
  const client = await login(onServer.url)
  const { bytes } = await client.call(fileRoutes.get, { params: { fileId } })
  await onServer.close()
  assert.deepEqual(Buffer.from(bytes), PNG)
})

it('OPS-3: with --files-to-s3 the files are in the bucket, and the folder is not read any more', async () => {
  const dataDir = await preparedDataDir()
  const embedded = settingsOf({ ...api.settings, DATA_DIR: dataDir, DATABASE_URL: undefined })
  const before = await start(embedded)
  const admin = await login(before.url)
  const { fileId } = await admin.call(fileRoutes.upload, { file: new File([PNG], '图.png') })
  await before.close()

  const { url } = await api.emptyDatabase()
  const refused = await commandHere(embedded, 'move', url, '--files-to-s3')
  assert.match(refused.output, /needs the S3_ settings/)
  const bucket = {
    S3_ENDPOINT: swift.endpoint,
    S3_BUCKET: swift.bucket,
    S3_REGION: swift.region,
    S3_ACCESS_KEY_ID: swift.accessKeyId,
    S3_SECRET_ACCESS_KEY: swift.secretAccessKey,
  }
  const moved = await commandHere({ ...embedded, ...bucket }, 'move', url, '--files-to-s3')
  assert.equal(moved.code, 0, moved.output)
  rmSync(join(dataDir, 'files'), { recursive: true, force: true })

  const onServer = await start({ ...embedded, ...bucket, DATABASE_URL: url })
  const client = await login(onServer.url)
  const { bytes } = await client.call(fileRoutes.get, { params: { fileId } })
  await onServer.close()
  assert.deepEqual(Buffer.from(bytes), PNG)
  const checked = await commandHere({ ...embedded, ...bucket, DATABASE_URL: url }, 'admin', 'check')
  assert.equal(checked.code, 0, checked.output)
})
