// Engine: postgres
// Slow
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { createClient } from '@consilium/contract/client.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { recognitionRoutes } from '@consilium/contract/recognition/invoice-recognition.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { startSwift } from '../../../../../scripts/swift.ts'
import { makeTemporaryFolder, testDatabaseUrl } from '../../../test/db/test-engine.ts'
import { startApi } from '../../../test/harness.ts'
import { openWorld } from '../../../test/meeting-world.ts'
import { fileOf, invoicePicture, startOcrServer } from '../../../test/ocr-server.ts'
import { commandHere } from '../../../test/operations/operator.ts'
import { createKeys } from '../keys/keys.ts'
import { createS3Storage } from './s3-storage.ts'
import { sealStorage } from './sealed-storage.ts'

const LARGE_BYTES = 9 * 1024 * 1024

const swift = await startSwift()
const ocr = await startOcrServer()
const api = await startApi({
  env: {
    OCR_URL: ocr.url,
    S3_ENDPOINT: swift.endpoint,
    S3_BUCKET: swift.bucket,
    S3_REGION: swift.region,
    S3_ACCESS_KEY_ID: swift.accessKeyId,
    S3_SECRET_ACCESS_KEY: swift.secretAccessKey,
  },
})
after(async () => {
  await api.close()
  await ocr.close()
  await swift.stop()
})
const bucket = createS3Storage(swift)
const contentOf = async (key: string, range?: { start: number; end: number }) =>
  buffer(await bucket.read(key, range))

describe('files in a bucket', () => {
  it('are read completely and in ranges, replaced, and removed', async () => {
    const bytes = randomBytes(LARGE_BYTES)
    await bucket.put('2026/11/large', bytes)
    assert.ok((await contentOf('2026/11/large')).equals(bytes))
    assert.deepEqual(await contentOf('2026/11/large', { start: 5, end: 9 }), bytes.subarray(5, 10))
    const beyond = { start: LARGE_BYTES - 3, end: Number.MAX_SAFE_INTEGER }
    assert.deepEqual(await contentOf('2026/11/large', beyond), bytes.subarray(-3))
    await bucket.put('2026/11/large', Buffer.from('other'))
    assert.equal(String(await contentOf('2026/11/large')), 'other')
    await bucket.remove('2026/11/large')
    await bucket.remove('2026/11/large')
    await assert.rejects(contentOf('2026/11/large'))
  })

  it('are refused with a wrong secret, and are stored encrypted', async () => {
    const stranger = createS3Storage({ ...swift, secretAccessKey: 'wrong' })
    await assert.rejects(stranger.put('a', Buffer.from('a')))
    const plain = Buffer.from('身份证 11010519491231002X')
    const sealed = sealStorage(bucket, createKeys({ current: randomBytes(32), previous: [] }))
    const file = {
      fileId: 1,
      storageKey: 'sealed',
      size: plain.length,
      ...(await sealed.put(1, 'sealed', plain)),
    }
    assert.equal((await contentOf('sealed')).indexOf(plain), -1)
    assert.deepEqual(await buffer(await sealed.read(file, { start: 10, end: 20 })), plain.subarray(10, 21))
  })
})

describe('the service on object storage', () => {
  it('stores uploads there and serves ranges of them; its own folder has no files', async () => {
    const expert = await api.expert()
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(1000)])
    const data = await expert.call(fileRoutes.upload, { file: fileOf(bytes, '协议.pdf') })
    const response = await fetch(new URL(data.url, api.baseUrl), { headers: { range: 'bytes=4-12' } })
    assert.equal(response.status, 206)
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes.subarray(4, 13))
    assert.equal(existsSync(join(api.dataDir, 'files')), false)
  })

  it('SVC-11: a recognized invoice is stored in the bucket under its number', async () => {
    const world = await openWorld(api)
    const { meetingId } = await world.meeting()
    const number = '26427000000375586818'
    const bytes = invoicePicture({ invoice_number: number })
    const { executor } = world
    await executor.call(recognitionRoutes.submit, { body: { meetingId }, files: [fileOf(bytes)] })
    const query = { meetingId }
    const list = async () => (await executor.call(materialRoutes.meetingInvoice.list, { query })).rows
    let rows = await list()
    for (; rows.length === 0; rows = await list()) await delay(50)
    const year = rows[0]!.createTime.slice(0, 4)
    const stored = await contentOf(`invoices/${year}/${number}-${rows[0]!.fileId}`)
    assert.ok(stored.length > bytes.length && !stored.includes(bytes))
    const shown = await fetch(new URL(rows[0]!.files[0]!.url, api.baseUrl))
    assert.deepEqual(Buffer.from(await shown.arrayBuffer()), bytes)
  })

  if (testDatabaseUrl)
    it('OPS-1: OPS-2: is saved with its bucket, and restored into another one', async () => {
      const expert = await api.expert()
      const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(1000)])
      const data = await expert.call(fileRoutes.upload, { file: fileOf(bytes, '协议.pdf') })
      const dir = join(makeTemporaryFolder(), 'backup')
      const saved = await commandHere(api.settings, 'backup', dir)
      assert.equal(saved.code, 0, saved.output)
      await new S3Client({ ...swift, credentials: swift, forcePathStyle: true }).send(
        new CreateBucketCommand({ Bucket: 'restored' }),
      )
      const target = {
        DATA_DIR: makeTemporaryFolder(),
        DATABASE_URL: (await api.emptyDatabase()).url,
        S3_BUCKET: 'restored',
      }
      const restored = await commandHere({ ...api.settings, ...target }, 'restore', dir)
      assert.equal(restored.code, 0, restored.output)
      const app = await api.startNode(target.DATABASE_URL, target)
      const params = { fileId: data.fileId }
      const client = createClient({ baseUrl: app.url + BASE_PATH, token: expert.token, repeats: 0 })
      const reply = await client.call(fileRoutes.get, { params })
      await app.close()
      assert.deepEqual(Buffer.from(reply.bytes), bytes)
    })
})
