import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { createClient } from '@consilium/contract/client.ts'
import { recognitionRoutes } from '@consilium/contract/recognition/invoice-recognition.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { startCollector, type ReceivedSpan } from '@consilium/tracing/test/collector.ts'
import { fileOf, invoicePicture } from '../apps/api/test/ocr-server.ts'
import { DIGITAL_PAYLOAD, pngPage } from '../apps/ocr/test/pictures.ts'
import { freePort } from '@consilium/test-kit/free-port.ts'
import { preparedDataDir, startService, type Service } from './service.ts'
import { wholeForm } from '@consilium/tracing/test/whole-form.ts'

const PATIENCE_MS = 90_000
const POLL_MS = 100
/** Long enough for the jobs to begin. */
const UNDER_WAY_MS = 2000
const SECRETS = {
  ADMIN_PASSWORD: 'walk-Through-11',
  MASTER_KEY: Buffer.alloc(32, 'a key of tests ').toString('base64'),
  SMS_WEBHOOK_SECRET: 'a-secret-of-the-text-messages',
}

const INVOICE_NAME = '王晓明的发票.png'
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

const dataDir = await preparedDataDir()
const collector = await startCollector()
let service: Service
let isStopped = false
let recognition: string

/** Waits until recognition answers, and with `ready` until it has loaded what it reads with. */
async function untilHealthy(health: 'live' | 'ready' = 'live'): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  const isHealthy = () =>
    fetch(`${recognition}/health/${health}`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isHealthy())) {
    if (Date.now() > deadline) assert.fail('the recognition service does not answer')
    await delay(POLL_MS)
  }
}

/** The processes that another one started. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const [, ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        return Number(ppid) === parent ? [Number(pid)] : []
      } catch {
        return []
      }
    })
}

const environmentsOfChildren = (parent: number) =>
  childrenOf(parent).map((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8'))

before(async () => {
  const port = await freePort()
  recognition = `http://127.0.0.1:${port}`
  const env = {
    ...SECRETS,
    OCR_URL: '',
    OCR_PORT: String(port),
    OCR_WORKERS: '1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of%20the%20collector',
  }
  service = await startService({ dataDir, env })
  await untilHealthy()
})
after(async () => {
  if (!isStopped) await service.stop()
  await collector.close()
  rmSync(dataDir, { recursive: true, force: true })
})

it('SEC-36: development never prints a password that it was given', () => {
  assert.match(service.output(), /^Log in as {2}admin \(/m)
  assert.ok(!service.output().includes(SECRETS.ADMIN_PASSWORD))
  assert.equal(existsSync(join(dataDir, 'initial-admin-password')), false)
})

it('SEC-27: the recognition service that the product starts answers nobody else', async () => {
  for (const path of ['/metrics', '/openapi.json'])
    assert.equal((await fetch(recognition + path)).status, 401, path)
  const body = new FormData()
  body.append('file', new Blob(['x']), 'invoice.png')
  const request = await wholeForm({ method: 'POST', body })
  const asked = await fetch(`${recognition}/recognize/invoice`, request)
  assert.equal(asked.status, 401)
})

it('SEC-27: it gets its own settings, and none of the secrets of the product', () => {
  const environments = environmentsOfChildren(service.pid)
  assert.ok(environments.some((environment) => environment.includes('OCR_API_KEY=')))
  for (const environment of environments)
    for (const [name, value] of Object.entries(SECRETS)) {
      assert.ok(!environment.includes(`${name}=`), name)
      assert.ok(!environment.includes(value), name)
    }
})

const EXECUTOR = { userName: 'renhe_executor', password: 'secret-1', phone: '10000000001', smsCode: '123456' }
const NAMES = { orgName: '仁和会务', businessNature: '会议服务', name: '王晓明' }
const FILES = 3

let opened: Awaited<ReturnType<typeof makeMeeting>>

async function makeMeeting() {
  const anonymous = createClient(service)
  const login = { username: 'admin', password: SECRETS.ADMIN_PASSWORD }
  const { token } = await anonymous.call(accountRoutes.login, { body: login })
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
  const body = { projectId: project.projectId, execUserId }
  return { token, admin, ...(await admin.call(meetingRoutes.create, { body })) }
}

it('FLT-21: recognition that is killed in mid-job is started again, and every file ends once', async () => {
  opened = await makeMeeting()
  const { admin, meetingId } = opened
  const [child = 0] = childrenOf(service.pid)
  // It accepts requests and answers none, so that the kill is certain to come in the middle of a job.
  process.kill(child, 'SIGSTOP')
  const files = Array.from({ length: FILES }, (_none, n) =>
    fileOf(invoicePicture({ invoice_number: `2642700000037558680${n}` })),
  )
  const { batchId } = await admin.call(recognitionRoutes.submit, { body: { meetingId }, files })
  const progress = () => admin.call(recognitionRoutes.get, { params: { batchId } })
  await delay(UNDER_WAY_MS)
  assert.equal((await progress()).isFinished, false)
  process.kill(child, 'SIGKILL')
  assert.equal((await fetch(new URL('/health/ready', service.baseUrl))).status, 200, 'the platform goes on')

  const deadline = Date.now() + PATIENCE_MS
  let batch = await progress()
  while (!batch.isFinished) {
    assert.ok(Date.now() < deadline, JSON.stringify(batch))
    await delay(POLL_MS)
    batch = await progress()
  }
  assert.equal(batch.done + batch.failed, FILES)
  assert.notDeepEqual(childrenOf(service.pid), [child], 'another process has taken its place')
  await untilHealthy()
})

/** Sends an invoice, with a trace of the sender's own, and waits until it has been read. */
async function recognize(): Promise<string> {
  await untilHealthy('ready')
  const { token, admin, meetingId } = opened
  const body = new FormData()
  body.append('meetingId', String(meetingId))
  body.append('files', new File([new Uint8Array(await pngPage(DIGITAL_PAYLOAD))], INVOICE_NAME))
  const headers = {
    authorization: `Bearer ${token}`,
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  }
  const url = service.baseUrl + recognitionRoutes.submit.path
  const answer = await fetch(url, { method: 'POST', headers, body })
  const { data } = (await answer.json()) as { data: { batchId: number } }
  const deadline = Date.now() + PATIENCE_MS
  const params = { batchId: data.batchId }
  while (!(await admin.call(recognitionRoutes.get, { params })).isFinished) {
    assert.ok(Date.now() < deadline, 'the invoice is not read')
    await delay(POLL_MS)
  }
  return answer.headers.get('x-request-id') ?? ''
}

it('OPS-13: one trace goes from a request through its job to recognition and its steps', async () => {
  const requestId = await recognize()
  isStopped = true
  assert.equal(await service.stop(), 0)
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
  const secrets = [
    opened.token,
    ...Object.values(SECRETS),
    INVOICE_NAME,
    ...Object.values(EXECUTOR),
    ...Object.values(NAMES),
  ]
  for (const secret of secrets) assert.ok(!collector.text().includes(secret), secret)
  assert.equal(collector.headers()['x-key'], 'of the collector')
})
