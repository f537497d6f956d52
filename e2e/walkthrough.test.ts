import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { createClient, type Client } from '@consilium/contract/client.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { openProvider } from '@consilium/api/test/channel-servers.ts'
import { freePort } from '@consilium/test-kit/free-port.ts'
import { SHORT_LIVED_FLAGS } from '@consilium/test-kit/node-flags.ts'
import { newDataDir, settingsFree, startService, type Service } from './service.ts'

const WALKTHROUGH = fileURLToPath(new URL('./walkthrough.ts', import.meta.url))

const dataDir = newDataDir()
const bot = await openProvider({ ok: { errcode: 0 }, final: {} })
let service: Service
let admin: Client

async function walk(env: Record<string, string> = {}): Promise<{ code: number | null; output: string }> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...SHORT_LIVED_FLAGS, WALKTHROUGH],
    {
      env: {
        ...settingsFree(),
        BASE_URL: service.baseUrl,
        DATA_DIR: dataDir,
        BOT_ADDRESS: `${bot.url}/cgi-bin/webhook/send?key=0a1b2c3d-4e5f`,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, output }
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

describe('a first start and the walkthrough', () => {
  before(async () => {
    service = await startService({
      dataDir,
      env: {
        LOG_LEVEL: 'debug',
        WECOM_BOT_URL: bot.url,
        // The invoice of a tax office is read by the recognition service itself.
        OCR_URL: '',
        OCR_PORT: String(await freePort()),
        OCR_WORKERS: '1',
      },
    })
  })
  after(async () => {
    await service.stop()
    await bot.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('prints the address, the login and the durability of the database', () => {
    const printed = service.output()
    assert.match(printed, /^API {2,}http:\/\/127\.0\.0\.1:\d+\/api$/m)
    assert.match(printed, /^API docs {2,}\S+\/api\/docs\/$/m)
    assert.match(printed, /^Log in as {2}admin \/ \S{12,}/m)
    assert.match(printed, /not a power cut/)
  })

  it('OPS-14 NOT-1 NOT-3 NOT-4 NOT-5 NOT-6 ATD-1 ATD-6 ATD-7 PAY-1 PAY-6 PAY-7 PAY-8: all steps from registration to the signed agreement, its payment and its notices succeed', async () => {
    const { code, output } = await walk()
    assert.equal(code, 0, output)
    assert.match(output, /Everything came back as said/)
    assert.match(output, /120 minutes; sent again, nothing is added/)
    assert.match(output, /are read and are those of the payment/)
    assert.match(output, /payable → bankAccountWaits → bankAccountNew/)
    assert.equal(output.match(/genuine by its code/g)?.length, 2)
    assert.match(output, /nothing of project \d+ is found in 9 answers/)
    assert.match(output, /sms sent file, mail sent file|mail sent file, sms sent file/)
    assert.match(output, /wecom sent/)
    const anonymous = createClient({ baseUrl: service.baseUrl })
    const password = readFileSync(join(dataDir, 'initial-admin-password'), 'utf8').trim()
    const data = await anonymous.call(accountRoutes.login, { body: { username: 'admin', password } })
    admin = createClient({ baseUrl: service.baseUrl, token: data.token })
  })

  it('SVC-1: two sponsors and two executors have registered', async () => {
    const { rows } = await admin.call(organizationRoutes.list, {})
    assert.deepEqual(rows.map(({ orgType }) => orgType).toSorted(), [
      'executor',
      'executor',
      'sponsor',
      'sponsor',
    ])
  })

  it('SVC-2: the main accounts and the three experts, as doctors, have their own accounts', async () => {
    const { rows } = await admin.call(accountRoutes.list, { query: { pageSize: 200 } })
    const holders = (role: string) => rows.filter(({ roleType }) => roleType === role).length
    assert.deepEqual(['sponsor', 'executor'].map(holders), [2, 2])
    const { rows: experts } = await admin.call(expertRoutes.list, {})
    const registered = experts.filter(({ unit }) => unit === '首都医科大学附属医院')
    assert.equal(registered.length, 3)
    for (const { phone } of registered)
      assert.equal(rows.find((account) => account.phone === phone)?.roleType, 'doctor')
  })

  it('SVC-3: a supervisor created by a main account belongs to its organization and is not a main account', async () => {
    const { rows: people } = await admin.call(personRoutes.list, { query: { role: 'supervisor' } })
    const made = people.find(({ name }) => name === '周敏')
    const { rows: organizations } = await admin.call(organizationRoutes.list, {})
    assert.equal(organizations.find(({ orgId }) => orgId === made?.orgId)?.orgType, 'executor')
    assert.notEqual(organizations.find(({ orgId }) => orgId === made?.orgId)?.mainUserId, made?.userId)
  })

  /** The meeting at which people sign; those of the chapters on approvals and on the door have nothing signed. */
  async function heldMeeting() {
    const { rows } = await admin.call(meetingRoutes.list, {})
    const held = rows.filter(({ scheduleLocation }) => scheduleLocation === '北京国际会议中心')
    assert.deepEqual([rows.length, held.length], [4, 1])
    return held[0]!
  }

  async function attendeesOfHeld() {
    const { meetingId } = await heldMeeting()
    return admin.call(attendeeRoutes.list, { query: { meetingId } })
  }

  it('SVC-4: the project has its sponsor and both executors, and its meeting', async () => {
    const meeting = await heldMeeting()
    const { rows: projects } = await admin.call(projectRoutes.list, {})
    const project = projects.find(({ projectId }) => projectId === meeting.projectId)
    assert.match(project?.projectName ?? '', /^心血管专家研讨/)
    assert.ok(project?.sponsorOrgName)
    const { rows: executors } = await admin.call(organizationRoutes.list, { query: { orgType: 'executor' } })
    for (const { orgName } of executors) assert.ok(project.execOrgNames.includes(orgName), orgName)
  })

  it('SVC-5: every attendee has a fee and an agreement', async () => {
    const { rows } = await attendeesOfHeld()
    assert.equal(rows.length, 2)
    for (const { laborFee, payableAmount, netAmount } of rows) {
      assert.ok(Number(laborFee) > 0 && Number(payableAmount) > 0)
      assert.ok(Number(netAmount) > 0)
    }
  })

  it('SVC-6: both agreements went through fill and contract to success', async () => {
    const { rows } = await attendeesOfHeld()
    const ends = rows.map(({ agreementStep, signatureStatus }) => `${agreementStep}, ${signatureStatus}`)
    assert.deepEqual(ends, ['success, signed', 'success, signed'])
  })

  it('ATT-8: each signed agreement is a PDF to download', async () => {
    const { rows } = await attendeesOfHeld()
    for (const { attendeeId } of rows) {
      const { bytes } = await admin.call(agreementRoutes.pdf, { params: { attendeeId } })
      assert.equal(Buffer.from(bytes).toString('latin1', 0, 5), '%PDF-')
    }
  })

  it('the walkthrough fails if an answer differs', async () => {
    const { code, output } = await walk({ SMS_FIXED_CODE: '654321' })
    assert.equal(code, 1)
    assert.match(output, /SMS_CODE_WRONG/)
  })

  it('ASVS 16.4.3: every operation is in the process log too, for an external collector', () => {
    const lines = readFileSync(join(dataDir, 'consilium.log'), 'utf8').trim().split('\n')
    const logged = lines.map(
      (line) => JSON.parse(line) as { msg?: string; operation?: string; userId?: number },
    )
    const operations = logged.filter(({ msg }) => msg === 'operation')
    for (const name of ['meeting.create', 'agreement.sign', 'account.login'])
      assert.ok(
        operations.some(({ operation }) => operation === name),
        name,
      )
    assert.ok(operations.some(({ operation, userId }) => operation === 'meeting.create' && userId))
  })

  it('the log of the whole run contains no password, token, code, identity or bank number', () => {
    const log = readFileSync(join(dataDir, 'consilium.log'), 'utf8')
    assert.ok(log.split('\n').length > 50, 'the run was logged')
    const password = readFileSync(join(dataDir, 'initial-admin-password'), 'utf8').trim()
    const secrets = [
      password,
      'Walk-through-1',
      'Initial-1',
      '123456"',
      '11010519491231002X',
      '110101199003077651',
    ]
    const numbers = ['6227000012345678901', '6217000098765432109', 'Bearer ', 'data:image/png']
    for (const secret of [...secrets, ...numbers]) assert.ok(!log.includes(secret), `the log holds ${secret}`)
    assert.doesNotMatch(log, /(?<![\da-f])10\d{9}(?![\da-f])/, 'the log holds a phone number')
  })

  it('a second process on the same folder is refused in one line', async () => {
    await assert.rejects(startService({ dataDir }), /Consilium cannot start: .*(in use|already)/)
  })

  it('identity and bank numbers are encrypted on the disk', async () => {
    await service.stop()
    const numbers = ['11010519491231002X', '110101199003077651', '6227000012345678901', '6217000098765432109']
    for (const path of filesBelow(join(dataDir, 'pg'))) {
      const bytes = readFileSync(path)
      for (const number of numbers) assert.ok(!bytes.includes(number), `${path} holds ${number}`)
    }
  })
})
