// Engine: both
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import type { Room } from '../../src/infra/storage/disks.ts'
import { freshPhone, startApi } from '../harness.ts'

const MEBIBYTE = 1024 * 1024
const LARGE = 1e12
const ROOMY: Room = { size: LARGE, available: LARGE }
const HANGING = new Promise<never>(() => {})
const PAUSE_MS = 50
const FRESH_MS = 2000

/** Stands for the recognition service and the gateway of text messages. */
let isWell = true
let checks = 0
const outside = createServer((request, response) => {
  if (request.url === '/health/ready') checks++
  request.resume()
  response.writeHead(isWell ? 200 : 503).end()
})
outside.listen(0, '127.0.0.1')
await once(outside, 'listening')
const address = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`

type Disk = 'data' | 'uploads' | 'files' | 'log'
const rooms: Record<Disk, Room | Promise<Room>> = { data: ROOMY, uploads: ROOMY, files: ROOMY, log: ROOMY }
const reads: Record<Disk, number> = { data: 0, uploads: 0, files: 0, log: 0 }

function diskOf(path: string): Disk {
  if (path.endsWith('/incoming')) return 'uploads'
  if (path.endsWith('/files')) return 'files'
  return path.endsWith('.log') ? 'log' : 'data'
}

const api = await startApi({
  env: {
    OCR_URL: address,
    SMS_WEBHOOK_URL: address,
    DATABASE_CONNECTIONS: '4',
    METRICS_PORT: '0',
    LOG_FILE: '/var/log/of-this-test/consilium.log',
  },
  async readRoom(path) {
    const disk = diskOf(path)
    reads[disk]++
    return rooms[disk]
  },
})
after(async () => {
  await api.close()
  outside.close()
})

interface Readiness {
  status: string
  parts: Record<string, string>
}

async function ready() {
  const answer = await fetch(`${api.app.url}/health/ready`)
  return { code: answer.status, ...((await answer.json()) as Readiness) }
}

/** What was found stands for a while. */
async function readyOnce(part: string, state: string) {
  for (;;) {
    const answer = await ready()
    if (answer.parts[part] === state) return answer
    await delay(PAUSE_MS)
  }
}

const metrics = async () => (await fetch(api.app.metricsUrl!)).text()

describe('readiness of a node', () => {
  it('FLT-25: 200 calls at once make one check of each part', async () => {
    const before = checks
    const began = performance.now()
    const answers = await Promise.all(Array.from({ length: 200 }, ready))
    for (const { code, status, parts } of answers) {
      assert.deepEqual([code, status], [200, 'ok'])
      assert.deepEqual(
        Object.keys(parts).toSorted(),
        [
          'database',
          'dataDisk',
          'filesDisk',
          'logDisk',
          'recognition',
          'storage',
          'textMessages',
          'uploadsDisk',
        ].toSorted(),
      )
    }
    // What a check has found stands for two seconds, which a busy machine may need for 200 answers.
    const most = 1 + Math.floor((performance.now() - began) / FRESH_MS)
    for (const count of [...Object.values(reads), checks - before]) assert.ok(count >= 1 && count <= most)
  })

  it('FLT-25: a recognition service that fails stands in the answer, and the node stays in service', async () => {
    isWell = false
    const failing = await readyOnce('recognition', 'unavailable')
    assert.deepEqual([failing.code, failing.status], [200, 'degraded'])
    assert.match(await metrics(), /^consilium_part_ready\{part="recognition"\} 0$/m)
    assert.match(await metrics(), /^consilium_ready 1$/m)
    isWell = true
    assert.equal((await readyOnce('recognition', 'ok')).status, 'ok')
  })

  it('FLT-25: so does a gateway of text messages, as its last call said', async () => {
    isWell = false
    const code = () =>
      api.anonymous.attempt(accountRoutes.smsCode, { body: { phone: `139${freshPhone().slice(3)}` } })
    assert.equal((await code()).status, 503)
    const failing = await readyOnce('textMessages', 'unavailable')
    assert.deepEqual([failing.code, failing.status], [200, 'degraded'])
    isWell = true
    assert.equal((await code()).status, 200)
    await readyOnce('textMessages', 'ok')
  })

  it('FLT-25: a disk below 5 % or 500 MB is degraded, and a full one is full', async () => {
    rooms.data = { size: 100_000 * MEBIBYTE, available: 5000 * MEBIBYTE }
    rooms.uploads = { size: 100_000 * MEBIBYTE, available: 5000 * MEBIBYTE - 1 }
    rooms.files = { size: 1000 * MEBIBYTE, available: 500 * MEBIBYTE }
    rooms.log = { size: 1000 * MEBIBYTE, available: 500 * MEBIBYTE - 1 }
    await readyOnce('uploadsDisk', 'low')
    const { code, status, parts } = await readyOnce('logDisk', 'low')
    assert.deepEqual([code, status, parts['dataDisk'], parts['filesDisk']], [200, 'degraded', 'ok', 'ok'])
    rooms.data = { size: LARGE, available: 49 * 1024 }
    rooms.files = { size: LARGE, available: 0 }
    await readyOnce('dataDisk', 'low')
    const full = await readyOnce('filesDisk', 'full')
    assert.deepEqual([full.code, full.status], [200, 'degraded'])
    assert.match(await metrics(), /^disk_bytes\{disk="files",kind="available"\} 0$/m)
    for (const disk of ['data', 'uploads', 'files', 'log'] as const) rooms[disk] = ROOMY
    for (const part of ['dataDisk', 'uploadsDisk', 'filesDisk', 'logDisk']) await readyOnce(part, 'ok')
  })

  it('FLT-25: a disk that hangs is asked once, and everybody is answered meanwhile', async () => {
    rooms.uploads = HANGING
    const { code } = await readyOnce('uploadsDisk', 'unavailable')
    assert.equal(code, 200)
    const asked = reads.uploads
    for (let again = 0; again < 50; again++) assert.equal((await ready()).parts['uploadsDisk'], 'unavailable')
    assert.equal(reads.uploads, asked)
    assert.match(await metrics(), /^consilium_part_ready\{part="uploadsDisk"\} 0$/m)
  })

  it('FLT-25: a database that is busy with other work is no reason to leave a node', async () => {
    const { pool, kind } = api.engine
    // Longer than a check may take, on one connection or on four.
    const work = Array.from({ length: kind === 'embedded' ? 30 : 120 }, () =>
      pool.query('select pg_sleep(0.1)'),
    )
    const over = new AbortController()
    const all = Promise.all(work).finally(() => over.abort())
    let answers = 0
    while (!over.signal.aborted) {
      const { code, parts } = await ready()
      assert.deepEqual([code, parts['database']], [200, 'ok'])
      answers++
      await delay(PAUSE_MS)
    }
    await all
    assert.ok(answers > 1)
  })
})
