import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { after, before, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { createClient } from '@consilium/contract/client.ts'
import { recognitionRoutes } from '@consilium/contract/recognition/invoice-recognition.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { fileOf, invoicePicture } from '../apps/api/test/ocr-server.ts'
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

const dataDir = await preparedDataDir()
let service: Service
let recognition: string

async function untilHealthy(): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  const isHealthy = () =>
    fetch(`${recognition}/health/live`).then(
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
  const env = { ...SECRETS, OCR_URL: '', OCR_PORT: String(port), OCR_WORKERS: '1' }
  service = await startService({ dataDir, env })
  await untilHealthy()
})
after(async () => {
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
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
const FILES = 3

async function openMeeting() {
  const anonymous = createClient(service)
  const login = { username: 'admin', password: SECRETS.ADMIN_PASSWORD }
  const { token } = await anonymous.call(accountRoutes.login, { body: login })
  const admin = createClient({ baseUrl: service.baseUrl, token })
  await anonymous.call(accountRoutes.smsCode, { body: { phone: EXECUTOR.phone } })
  const names = { orgName: '仁和会务', businessNature: '会议服务', name: '王晓明' }
  const executor = await anonymous.call(organizationRoutes.registerExecutor, {
    body: { ...EXECUTOR, ...names },
  })
  const project = await admin.call(projectRoutes.create, { body: { projectName: '心衰诊疗提升' } })
  const execUserId = executor.mainUserId
  await admin.call(projectRoutes.assignExecutors, {
    params: project,
    body: { execAdminUserIds: [execUserId] },
  })
  const body = { projectId: project.projectId, execUserId }
  return { admin, ...(await admin.call(meetingRoutes.create, { body })) }
}

it('FLT-21: recognition that is killed in mid-job is started again, and every file ends once', async () => {
  const { admin, meetingId } = await openMeeting()
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
