// Slow
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { after, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { createClient, type Client } from '@consilium/contract/client.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import {
  recognitionRoutes,
  type RecognitionBatch,
} from '@consilium/contract/recognition/invoice-recognition.ts'
import { often } from '@consilium/test-kit/often.ts'
import { fileOf, invoicePicture, startOcrServer } from '../../apps/api/test/ocr-server.ts'
import { preparedDataDir, startService, type Service } from '../service.ts'

const KILLS = often(1, 20)
const WRITERS = 8
const WRITE_MS = { min: 150, max: 700 }
const PAGE = 200
const ADMIN_PASSWORD = 'admin-password'
const EXECUTOR_PHONE = '10000000001'
const SMS_CODE = '123456'
const FILES = 5
const PATIENCE_MS = 60_000

const dataDir = await preparedDataDir()
const ocr = await startOcrServer()
const env = { ADMIN_PASSWORD, OCR_URL: ocr.url, LOG_LEVEL: 'warn' }
let service: Service
after(async () => {
  await service.kill()
  await ocr.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function login(): Promise<string> {
  const body = { username: 'admin', password: ADMIN_PASSWORD }
  return (await createClient(service).call(accountRoutes.login, { body })).token
}

/** The administrator of the service that runs now. A write that gets no answer is not sent again. */
const admin = () => createClient({ baseUrl: service.baseUrl, token, repeats: 0 })

const start = async () => {
  service = await startService({ dataDir, env })
}

await start()
const token = await login()

async function makeMeeting(): Promise<number> {
  const anonymous = createClient(service)
  await anonymous.call(accountRoutes.smsCode, { body: { phone: EXECUTOR_PHONE } })
  const executor = await anonymous.call(organizationRoutes.registerExecutor, {
    body: {
      userName: 'renhe_executor',
      password: 'secret-1',
      phone: EXECUTOR_PHONE,
      smsCode: SMS_CODE,
      orgName: '仁和会务',
      businessNature: '会议服务',
      name: '王晓明',
    },
  })
  const project = await admin().call(projectRoutes.create, { body: { projectName: '心衰诊疗提升' } })
  const execUserId = executor.mainUserId
  await admin().call(projectRoutes.assignExecutors, {
    params: project,
    body: { execAdminUserIds: [execUserId] },
  })
  const body = { projectId: project.projectId, execUserId }
  return (await admin().call(meetingRoutes.create, { body })).meetingId
}

const meetingId = await makeMeeting()

async function finished(batchId: number): Promise<RecognitionBatch> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const data = await admin().call(recognitionRoutes.get, { params: { batchId } })
    if (data.isFinished) return data
    if (Date.now() > deadline) assert.fail(`the batch stays as it is: ${JSON.stringify(data)}`)
    await delay(100)
  }
}

/** Submits files, ends the service by `end` while some of them are being recognized, and starts it again. */
async function interrupt(end: () => Promise<unknown>): Promise<void> {
  const files = Array.from({ length: FILES }, (_, index) =>
    fileOf(invoicePicture({ invoice_number: `26427000000375580${index}00` })),
  )
  ocr.become('holds')
  const asked = ocr.requests()
  const { batchId } = await admin().call(recognitionRoutes.submit, { body: { meetingId }, files })
  await ocr.untilAsked(asked + 2)
  await end()
  ocr.become('works')

  await start()
  const batch = await finished(batchId)
  assert.deepEqual([batch.done, batch.failed, batch.isCurrent], [FILES, 0, true])
  const query = { meetingId, pageSize: PAGE }
  const { rows } = await admin().call(materialRoutes.meetingInvoice.list, { query })
  assert.equal(new Set(rows.map(({ invoiceNumber }) => invoiceNumber)).size, FILES)
  assert.equal(rows.length, FILES, 'no invoice is there twice')
}

/** Creates projects until the service stops answering. Records and reports each acknowledged project. */
async function write(
  client: Client,
  acknowledged: Map<number, string>,
  onAcknowledged: () => void,
): Promise<void> {
  for (let count = 0; ; count++) {
    const projectName = `写入${count}-${randomInt(1_000_000)}`
    const reply = await client.attempt(projectRoutes.create, { body: { projectName } }).catch(() => null)
    if (!reply) return
    acknowledged.set(reply.data.projectId, projectName)
    onAcknowledged()
  }
}

async function stored(client: Client): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  for (let pageNum = 1; ; pageNum++) {
    const { rows } = await client.call(projectRoutes.list, { query: { pageNum, pageSize: PAGE } })
    for (const { projectId, projectName } of rows) found.set(projectId, projectName)
    if (rows.length < PAGE) return found
  }
}

/** Kills the service while all writers are at work. */
async function killAmidWrites(acknowledged: Map<number, string>): Promise<void> {
  const before = acknowledged.size
  const first = Promise.withResolvers<void>()
  const writers = Array.from({ length: WRITERS }, () => write(admin(), acknowledged, first.resolve))
  await Promise.race([first.promise, Promise.all(writers)])
  await delay(randomInt(WRITE_MS.min, WRITE_MS.max))
  await service.kill()
  await Promise.all(writers)
  assert.ok(acknowledged.size > before, 'something was written before the kill')
}

it('OCR-9: kill -9 in the middle of writes and of recognition: no acknowledged write and no file is lost, none is processed twice, and it starts again', async () => {
  const acknowledged = new Map<number, string>()
  for (let kill = 1; kill <= KILLS; kill++) {
    await interrupt(() => killAmidWrites(acknowledged))
    const found = await stored(admin())
    const lost = [...acknowledged].filter(([id, name]) => found.get(id) !== name)
    assert.deepEqual(lost, [], `after kill ${kill}`)
  }
})

it('OCR-9: a stop during recognition loses no file and processes none twice', async () => {
  await interrupt(async () => assert.equal(await service.stop(), 0))
})
