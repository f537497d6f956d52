// Engine: postgres
// Slow
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { startSwift } from '../../../../scripts/swift.ts'
import { SMS_CODE, startApi } from '../harness.ts'
import { drawnSignature, openWorld, seasonClock } from '../meeting-world.ts'
import { fileOf, invoicePicture } from '../ocr-server.ts'
import { startTcpProxy } from '@consilium/test-kit/tcp-proxy.ts'

/** More than the database connections of a node, and four times the threads that read and write files. */
const SIGNERS = 16
const UNAVAILABLE = 503
const PAUSE_MS = 100

const swift = await startSwift()
const proxy = await startTcpProxy(swift.endpoint)
const api = await startApi({
  clock: seasonClock,
  env: {
    METRICS_PORT: '0',
    S3_ENDPOINT: proxy.url,
    S3_BUCKET: swift.bucket,
    S3_REGION: swift.region,
    S3_ACCESS_KEY_ID: swift.accessKeyId,
    S3_SECRET_ACCESS_KEY: swift.secretAccessKey,
    S3_SILENCE_SECONDS: '1',
  },
})
after(async () => {
  await api.close()
  await proxy.close()
  await swift.stop()
})
const world = await openWorld(api)
const { manager } = world

const ready = async () => {
  const answer = await fetch(new URL('/health/ready', api.baseUrl))
  return {
    status: answer.status,
    body: (await answer.json()) as { status: string; parts: Record<string, string> },
  }
}
const untilStorageIs = async (state: string) => {
  while ((await ready()).body.parts['storage'] !== state) await delay(PAUSE_MS)
}
const upload = () => manager.attempt(fileRoutes.upload, { file: fileOf(invoicePicture({})) })
const rowsOf = async (table: 'stored_file' | 'staged_file') =>
  Number((await api.db.selectFrom(table).select(api.db.fn.countAll().as('n')).executeTakeFirstOrThrow()).n)
const metrics = async () => (await fetch(api.app.metricsUrl ?? '')).text()

describe('an object storage that fails', () => {
  it(`FLT-5, FLT-32: while it hangs and ${SIGNERS} experts sign, everything else is answered, and each can sign later`, async () => {
    const { meetingId } = await world.meeting()
    const handsign = drawnSignature()
    const signers = await Promise.all(
      Array.from({ length: SIGNERS }, async () => {
        const expert = await world.expert()
        const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
        await world.drawUp(expert, attendeeId)
        const body = { attendeeId, handsign, smsCode: SMS_CODE, consent: true as const }
        const sign = () => expert.attempt(agreementRoutes.sign, { body })
        const status = async () =>
          (await expert.call(agreementRoutes.get, { params: { attendeeId } })).signatureStatus
        return { sign, status }
      }),
    )
    proxy.freeze()
    const over = new AbortController()
    const signing = Promise.all(signers.map(({ sign }) => sign())).finally(() => over.abort())
    while (!over.signal.aborted) {
      await manager.call(projectRoutes.list, { query: {} })
      await delay(PAUSE_MS)
    }
    for (const { status, error, headers } of await signing) {
      assert.deepEqual([status, error?.error], [UNAVAILABLE, 'STORAGE_UNAVAILABLE'])
      assert.ok(Number(headers.get('retry-after')) > 0)
    }
    await untilStorageIs('unavailable')
    const { status: code, body } = await ready()
    assert.deepEqual([code, body.status, body.parts['database']], [200, 'degraded', 'ok'])
    proxy.restore()
    await untilStorageIs('ok')
    for (const { sign, status } of signers) {
      assert.equal((await sign()).status, 200)
      assert.equal(await status(), 'signed')
    }
  })

  it('FLT-9, FLT-25: one that refuses connections is told by readiness and a metric, and uploads are answered with 503', async () => {
    proxy.refuse()
    const refused = await upload()
    assert.deepEqual([refused.status, refused.error?.error], [UNAVAILABLE, 'STORAGE_UNAVAILABLE'])
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    await untilStorageIs('unavailable')
    assert.equal((await ready()).status, 200, 'no other node could do better')
    const told = await metrics()
    assert.match(told, /^consilium_part_ready\{part="storage"\} 0$/m)
    assert.match(told, /^consilium_part_ready\{part="database"\} 1$/m)
    assert.match(told, /^consilium_failed_requests_total\{error="STORAGE_UNAVAILABLE"\} [1-9]/m)
    proxy.restore()
    await untilStorageIs('ok')
    assert.equal((await upload()).status, 200)
  })
})

describe('files that no record claims', () => {
  it('FLT-5, FLT-12: their bytes are removed, and those of records stay', async () => {
    const { data: kept } = await upload()
    const before = await rowsOf('stored_file')
    assert.ok((await rowsOf('staged_file')) > 0, 'the failed signings left notes of their files')
    await api.app.collectFiles(0)
    assert.equal(await rowsOf('staged_file'), 0)
    assert.equal(await rowsOf('stored_file'), before)
    assert.equal((await fetch(new URL(kept.url, api.baseUrl))).status, 200)
  })
})
