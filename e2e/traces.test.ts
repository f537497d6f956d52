import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { createClient } from '@consilium/contract/client.ts'
import { recognitionRoutes } from '@consilium/contract/recognition/invoice-recognition.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { startCollector, type ReceivedSpan } from '@consilium/tracing/test/collector.ts'
import { DIGITAL_PAYLOAD, pngPage } from '../apps/ocr/test/pictures.ts'
import { freePort } from '@consilium/test-kit/free-port.ts'
import { preparedDataDir, startService } from './service.ts'

const PATIENCE_MS = 120_000
const POLL_MS = 200
const ADMIN_PASSWORD = 'walk-Through-11'
const EXECUTOR = { userName: 'renhe_executor', password: 'secret-1', phone: '10000000001', smsCode: '123456' }
const NAMES = { orgName: '仁和会务', businessNature: '会议服务', name: '王晓明' }
const FILE_NAME = '王晓明的发票.png'
/** Everything that a span may say. */
const ATTRIBUTES = new Set([
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'consilium.request_id',
  'db.system.name',
  'consilium.statement',
  'messaging.destination.name',
  'messaging.message.id',
  'consilium.outcome',
  'consilium.bytes',
  'consilium.page',
  'error.type',
])

const collector = await startCollector()
const dataDir = await preparedDataDir()
const port = await freePort()
const service = await startService({
  dataDir,
  env: {
    ADMIN_PASSWORD,
    OCR_URL: '',
    OCR_PORT: String(port),
    OCR_WORKERS: '1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of%20the%20collector',
  },
})
let isStopped = false
after(async () => {
  if (!isStopped) await service.kill()
  await collector.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function untilRecognitionIsReady(): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    assert.ok(performance.now() < deadline, 'recognition does not become ready')
    await delay(POLL_MS)
  }
}

async function prepare() {
  const anonymous = createClient(service)
  const { token } = await anonymous.call(accountRoutes.login, {
    body: { username: 'admin', password: ADMIN_PASSWORD },
  })
  const admin = createClient({ baseUrl: service.baseUrl, token })
  await anonymous.call(accountRoutes.smsCode, { body: { phone: EXECUTOR.phone } })
  const executor = await anonymous.call(organizationRoutes.registerExecutor, {
    body: { ...EXECUTOR, ...NAMES },
  })
  const project = await admin.call(projectRoutes.create, { body: { projectName: '心衰诊疗提升' } })
  const execUserId = executor.mainUserId
  await admin.call(projectRoutes.assignExecutors, {
    params: project,
    body: { execAdminUserIds: [execUserId] },
  })
  const { meetingId } = await admin.call(meetingRoutes.create, {
    body: { projectId: project.projectId, execUserId },
  })
  return { token, admin, meetingId }
}

/** Sends an invoice, with a trace of the sender's own, and waits until it has been read. */
async function recognize(): Promise<{ requestId: string; token: string }> {
  await untilRecognitionIsReady()
  const { token, admin, meetingId } = await prepare()
  const body = new FormData()
  body.append('meetingId', String(meetingId))
  body.append('files', new File([new Uint8Array(await pngPage(DIGITAL_PAYLOAD))], FILE_NAME))
  const headers = {
    authorization: `Bearer ${token}`,
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  }
  const url = service.baseUrl + recognitionRoutes.submit.path
  const answer = await fetch(url, { method: 'POST', headers, body })
  const { data } = (await answer.json()) as { data: { batchId: number } }
  const deadline = performance.now() + PATIENCE_MS
  const params = { batchId: data.batchId }
  while (!(await admin.call(recognitionRoutes.get, { params })).isFinished) {
    assert.ok(performance.now() < deadline, 'the invoice is not read')
    await delay(POLL_MS)
  }
  return { requestId: answer.headers.get('x-request-id') ?? '', token }
}

it('OPS-13: one trace goes from a request through its job to recognition and its steps', async () => {
  const { requestId, token } = await recognize()
  assert.equal(await service.stop(), 0)
  isStopped = true
  const request = await collector.span(
    'request',
    (span) => span.attributes['consilium.request_id'] === requestId,
  )
  const own = (of: string, name: string, parent?: ReceivedSpan) =>
    collector.span(
      `${name} of ${of}`,
      (span) =>
        span.traceId === request.traceId &&
        span.service === of &&
        span.name === name &&
        (parent === undefined || span.parentSpanId === parent.spanId),
    )
  assert.equal(request.parentSpanId, '', 'nobody outside can have requests traced as a part of their trace')
  assert.deepEqual(
    [request.attributes['http.route'], request.attributes['http.response.status_code']],
    [`/api${recognitionRoutes.submit.path}`, 202],
  )
  const isStatement = ({ attributes }: ReceivedSpan) => attributes['db.system.name'] === 'postgresql'
  const statement = await collector.span(
    'statement of the request',
    (span) => isStatement(span) && span.parentSpanId === request.spanId,
  )
  assert.match(statement.name, /^[a-z]+(?: [a-z_]+)?$/)
  assert.match(String(statement.attributes['consilium.statement']), /^[\da-f]{32}$/)
  const job = await own('consilium', 'job recognize-file', request)
  const call = await own('consilium', 'recognition', job)
  assert.equal(call.attributes['consilium.outcome'], 'answered')
  const served = await own('consilium-recognition', 'POST /recognize/invoice', call)
  await own('consilium-recognition', 'pages of the file', served)
  const page = await own('consilium-recognition', 'page', served)
  for (const step of ['open', 'signature', 'code', 'layer', 'draw', 'text'])
    await own('consilium-recognition', step, page)

  for (const { name, attributes } of collector.spans())
    for (const key of Object.keys(attributes)) assert.ok(ATTRIBUTES.has(key), `${name}: ${key}`)
  const secrets = [token, ADMIN_PASSWORD, FILE_NAME, ...Object.values(EXECUTOR), ...Object.values(NAMES)]
  for (const secret of secrets) assert.ok(!collector.text().includes(secret), secret)
  assert.equal(collector.headers()['x-key'], 'of the collector')
})
