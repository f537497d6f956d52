import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { createClient, type Client } from '@consilium/contract/client.ts'
import {
  recognitionRoutes,
  type RecognitionBatch,
} from '@consilium/contract/recognition/invoice-recognition.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { fileOf, invoicePicture, startOcrServer } from '../apps/api/test/ocr-server.ts'
import { preparedDataDir, startService, type Service } from './service.ts'

const ADMIN_PASSWORD = 'admin-password'
const EXECUTOR_PHONE = '10000000001'
const SMS_CODE = '123456'
const FILES = 5
const PATIENCE_MS = 60_000

const dataDir = await preparedDataDir()
const ocr = await startOcrServer()
after(async () => {
  await ocr.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const start = () => startService({ dataDir, env: { ADMIN_PASSWORD, OCR_URL: ocr.url, LOG_LEVEL: 'warn' } })

async function login({ baseUrl }: Service): Promise<Client> {
  const body = { username: 'admin', password: ADMIN_PASSWORD }
  const data = await createClient({ baseUrl }).call(accountRoutes.login, { body })
  return createClient({ baseUrl, token: data.token })
}

async function makeMeeting(service: Service): Promise<number> {
  const anonymous = createClient(service)
  const admin = await login(service)
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
  const project = await admin.call(projectRoutes.create, { body: { projectName: '心衰诊疗提升' } })
  const execUserId = executor.mainUserId
  await admin.call(projectRoutes.assignExecutors, {
    params: project,
    body: { execAdminUserIds: [execUserId] },
  })
  const body = { projectId: project.projectId, execUserId }
  return (await admin.call(meetingRoutes.create, { body })).meetingId
}

async function finished(admin: Client, batchId: number): Promise<RecognitionBatch> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const data = await admin.call(recognitionRoutes.get, { params: { batchId } })
    if (data.isFinished) return data
    if (Date.now() > deadline) assert.fail(`the batch stays as it is: ${JSON.stringify(data)}`)
    await delay(100)
  }
}

/** Submits files, stops the service while some of them are being recognized, and starts it again. */
async function interrupt(
  service: Service,
  meetingId: number,
  end: (running: Service) => Promise<unknown>,
): Promise<Service> {
  const admin = await login(service)
  const files = Array.from({ length: FILES }, (_, index) =>
    fileOf(
      invoicePicture({ invoice_number: `2642700000037558${String(meetingId).padStart(2, '0')}${index}0` }),
    ),
  )
  ocr.become('holds')
  const asked = ocr.requests()
  const data = await admin.call(recognitionRoutes.submit, { body: { meetingId }, files })
  await ocr.untilAsked(asked + 2)
  await end(service)
  ocr.become('works')

  const next = await start()
  const again = await login(next)
  const batch = await finished(again, data.batchId)
  assert.deepEqual([batch.done, batch.failed, batch.isCurrent], [FILES, 0, true])
  const query = { meetingId, pageSize: 200 }
  const { rows } = await again.call(materialRoutes.meetingInvoice.list, { query })
  assert.equal(new Set(rows.map(({ invoiceNumber }) => invoiceNumber)).size, FILES)
  assert.equal(rows.length, FILES, 'no invoice is there twice')
  return next
}

it('OCR-9: a kill or a stop during recognition loses no file and processes none twice', async () => {
  let service = await start()
  const meetingId = await makeMeeting(service)
  service = await interrupt(service, meetingId, (running) => running.kill())
  service = await interrupt(service, meetingId, async (running) => assert.equal(await running.stop(), 0))
  assert.equal(await service.stop(), 0)
})
