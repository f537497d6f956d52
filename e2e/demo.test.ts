import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { attendanceRoutes } from '@consilium/contract/attendance/attendance.ts'
import type { Presence } from '@consilium/contract/attendance/presence.ts'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { BATCH_STATES } from '@consilium/contract/batches/batch-states.ts'
import { batchRoutes } from '@consilium/contract/batches/batches.ts'
import { capRoutes } from '@consilium/contract/caps/caps.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { hospitalRoutes } from '@consilium/contract/hospitals/hospitals.ts'
import { dimensionRoutes } from '@consilium/contract/dimensions/dimensions.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { executionIntentRoutes, supportIntentRoutes } from '@consilium/contract/intents/intents.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { MEETING_STAGES, meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { deliveryRoutes, type Delivery } from '@consilium/contract/notices/deliveries.ts'
import { DELIVERY_STATES } from '@consilium/contract/notices/notice-kinds.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { paymentPaperRoutes } from '@consilium/contract/payments/payment-papers.ts'
import { paymentRoutes } from '@consilium/contract/payments/payments.ts'
import { cashDifferenceRoutes } from '@consilium/contract/payments/cash-differences.ts'
import { treatyReliefRoutes } from '@consilium/contract/payments/treaty-reliefs.ts'
import { operations } from '@consilium/contract/routes.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { planRoutes } from '@consilium/contract/plans/plans.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { publicityExecutionRoutes, publicitySupportRoutes } from '@consilium/contract/publicity/publicity.ts'
import { specialPlanRoutes } from '@consilium/contract/plans/special-plans.ts'
import { VERIFICATION_STATES } from '@consilium/contract/invoices/verification.ts'
import { until } from '@consilium/api/test/sms-gateway.ts'
import { startVerifierServer } from '@consilium/api/test/verifier-server.ts'
import { createCalendar } from './demo/calendar.ts'
import { planMaterials, type PlannedMaterials } from './demo/plan/plan-materials.ts'
import { planDataSet } from './demo/plan/plan.ts'
import { enter, openPlatform, readAll, type Platform } from './demo/platform.ts'
import { createRandom } from './demo/random.ts'
import { SHORT_LIVED_FLAGS } from '@consilium/test-kit/node-flags.ts'
import { preparedDataDir, settingsFree, startService, type Service } from './service.ts'

const DEMO = fileURLToPath(new URL('./demo.ts', import.meta.url))
const ADMIN_PASSWORD = 'Administrator-1'
const SCALE = 0.02
/** Who came to a meeting without an invitation. */
const WALK_INS = 1
/** An organization that is disabled; another one is archived, which lists leave out. */
const DISABLED = 1
/** An expert that lists leave out. */
const ARCHIVED = 1
/** Lists of one meeting, batch or project, most of which other tests look at. */
const OF_ONE_RECORD: ReadonlySet<string> = new Set([
  'budget.listChanges',
  'attendance.ofMeeting',
  'conference.rows',
  'paymentBatch.lines',
  'recognition.list',
])
/** An invoice is given up after hours only. */
const VERDICTS = VERIFICATION_STATES.filter((state) => state !== 'none' && state !== 'failed')
const LISTS = [
  organizationRoutes.list,
  personRoutes.list,
  dimensionRoutes.list,
  expertRoutes.list,
  projectRoutes.list,
  planRoutes.list,
  specialPlanRoutes.list,
  meetingRoutes.list,
  attendeeRoutes.list,
  supportIntentRoutes.list,
  executionIntentRoutes.list,
  publicitySupportRoutes.list,
  publicityExecutionRoutes.list,
  agreementRoutes.listTemplates,
  ...Object.values(materialRoutes).map(({ list }) => list),
]

/** Runs the command, and kills it as soon as it prints `killedAt`. */
async function run(service: Service, killedAt?: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...SHORT_LIVED_FLAGS, DEMO],
    {
      env: {
        ...settingsFree(),
        URL: service.baseUrl.replace(/\/api$/, ''),
        ADMIN_PASSWORD,
        DATA_DIR: dataDir,
        SCALE: String(SCALE),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  const read = (chunk: Buffer) => {
    output += chunk.toString()
    if (killedAt !== undefined && output.includes(killedAt)) child.kill('SIGKILL')
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, output }
}

/** The number of records in each list and the sum of their versions. */
async function stateOf({ admin }: Platform): Promise<string[]> {
  const states: string[] = []
  for (const list of LISTS) {
    const rows = await readAll<{ version: number }>((query) => admin.call(list, { query }))
    const versions = rows.reduce((sum, { version }) => sum + version, 0)
    states.push(`${list.path} ${rows.length} records, versions ${versions}`)
  }
  return states
}

const dataDir = await preparedDataDir()

describe('the sample data', () => {
  const calendar = createCalendar(new Date())
  const planned = planDataSet(calendar, SCALE)
  const meetings = planned.meetings.map((meeting) => ({ ...meeting, executorName: '' }))
  const materials = planMaterials(createRandom(planned.seed), calendar, meetings)
  const recordsPlanned = (kind: keyof PlannedMaterials) =>
    materials.reduce((sum, ofMeeting) => sum + ofMeeting[kind].length, 0)
  let service: Service
  let platform: Platform
  let verifier: Awaited<ReturnType<typeof startVerifierServer>>

  before(async () => {
    verifier = await startVerifierServer()
    service = await startService({ dataDir, env: { ADMIN_PASSWORD, INVOICE_VERIFIER_URL: verifier.url } })
    platform = await openPlatform(service.baseUrl, ADMIN_PASSWORD)
  })
  after(async () => {
    await service.stop()
    await verifier.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('the project whose budget is asked to be changed has not ended, whatever the scale', () => {
    const now = calendar.time(0, '00:00')
    for (const scale of [SCALE, 0.05, 0.1, 0.2, 0.4, 0.5, 1]) {
      const [first] = planDataSet(createCalendar(new Date()), scale).projects
      assert.ok(first!.fields.endTime! > now, `${scale}: ${first!.fields.endTime}`)
    }
  })

  it('continues where an earlier run was stopped, and creates nothing twice', async () => {
    const stopped = await run(service, 'records of meetings')
    assert.notEqual(stopped.code, 0, stopped.output)
    const { code, output } = await run(service)
    assert.equal(code, 0, output)
    const { admin } = platform
    const totalOf = async (list: (typeof LISTS)[number]) => (await admin.call(list, {})).total
    assert.equal(await totalOf(organizationRoutes.list), planned.organizations.length + DISABLED)
    assert.equal(await totalOf(expertRoutes.list), planned.experts.length - ARCHIVED + WALK_INS)
    assert.equal(await totalOf(projectRoutes.list), planned.projects.length)
    assert.equal(await totalOf(meetingRoutes.list), planned.meetings.length)
    const attendees = planned.meetings.flatMap((meeting) => meeting.attendees)
    assert.equal(await totalOf(attendeeRoutes.list), attendees.length + WALK_INS)
    for (const [kind, { list }] of Object.entries(materialRoutes))
      assert.equal(await totalOf(list), recordsPlanned(kind as keyof PlannedMaterials), kind)
  })

  it('leaves meetings at every stage and agreements at every step', async () => {
    const { admin } = platform
    const made = await readAll((query) => admin.call(meetingRoutes.list, { query }))
    assert.deepEqual(
      made.map(({ businessId, currentStage }) => `${businessId} ${currentStage}`).sort(),
      planned.meetings.map(({ fields, stage }) => `${fields.businessId} ${stage}`).sort(),
    )
    assert.equal(new Set(made.map(({ currentStage }) => currentStage)).size, MEETING_STAGES.length)
    const attendees = await readAll((query) => admin.call(attendeeRoutes.list, { query }))
    assert.deepEqual(
      new Set(attendees.map(({ agreementStep }) => agreementStep)),
      new Set(['fill', 'contract', 'success']),
    )
  })

  it('INV-1: where the practice verifier is asked, invoices have each of its verdicts, and some wait for one', async () => {
    const { admin } = platform
    const { list } = materialRoutes.meetingInvoice
    for (const verificationState of VERDICTS)
      await until(
        async () => (await admin.call(list, { query: { verificationState } })).total > 0,
        `an invoice is ${verificationState}`,
      )
  })

  it('pays most signed fees of past meetings and leaves others to be paid', async () => {
    const { admin } = platform
    const paid = await admin.call(paymentRoutes.list, { query: {} })
    const due = await admin.call(paymentRoutes.due, { query: { signatureStatus: 'signed' } })
    assert.ok(paid.total > 0, 'paid')
    assert.ok(due.total > 0, 'due')
  })

  it('ATD-1 ATD-3 ATD-5 ATD-6 ATD-7 ATD-8: people signed in at a screen, with a helper, by hand and online, some uninvited, and some are to be reviewed', async () => {
    const { admin } = platform
    const { rows: held } = await admin.call(meetingRoutes.list, { query: { pageSize: 200 } })
    const presences: Presence[] = []
    for (const { meetingId } of held)
      presences.push(
        ...(await readAll((query) =>
          admin.call(attendanceRoutes.ofMeeting, { query: { ...query, meetingId } }),
        )),
      )
    const met = new Set(presences.flatMap(({ marks }) => marks.map(({ method }) => method)))
    assert.deepEqual([...met].toSorted(), ['code', 'hand', 'helper', 'import'])
    const reviews = new Set(presences.map(({ review }) => review))
    assert.deepEqual([...reviews].toSorted(), ['absent', 'accepted', 'clear', 'open', 'rejected'])
    const flags = new Set(presences.flatMap((presence) => presence.flags))
    assert.deepEqual([...flags].toSorted(), [
      'BY_HAND',
      'DEVICE_SHARED',
      'FAR',
      'LATE',
      'NO_POSITION',
      'NO_SIGN_OUT',
    ])
    assert.equal(presences.filter(({ name }) => name === '顾清扬').length, 1)
  })

  it('PAY-1 PAY-3 PAY-6 PAY-7: there is a batch in each state, a payment that came back, and what proves payments', async () => {
    const { admin } = platform
    const { rows: batches } = await admin.call(batchRoutes.list, { query: { pageSize: 200 } })
    assert.deepEqual(batches.map(({ state }) => state).toSorted(), [...BATCH_STATES].toSorted())
    const settled = batches.find(({ state }) => state === 'settled')
    assert.deepEqual([settled?.paid, settled?.returned], [3, 1])
    const { rows: fees } = await admin.call(batchRoutes.payable, { query: { pageSize: 200 } })
    assert.deepEqual(fees.filter(({ reasons }) => reasons.includes('bankAccountNew')).length, 1)
    const { rows: papers } = await admin.call(paymentPaperRoutes.list, { query: { pageSize: 200 } })
    const states = new Set(papers.map(({ state }) => state))
    assert.ok(states.has('receipt') && states.has('invoiceMissing'), [...states].join())
  })

  it('NOT-7: deliveries of every state are there', async () => {
    const { admin } = platform
    for (const state of DELIVERY_STATES)
      await until(
        async () => (await admin.call(deliveryRoutes.list, { query: { state } })).total > 0,
        `something is ${state}`,
      )
    const { rows } = await admin.call(deliveryRoutes.list, { query: { state: 'failed' } })
    assert.equal(rows[0]?.reason, 'REFUSED_BY_FILE')
  })

  it('SPN-5 CAP-5: hospitals, units that wait and declarations are there, and the lead who is shown has a project', async () => {
    const { admin } = platform
    const read = [hospitalRoutes.list, hospitalRoutes.unresolved, capRoutes.listDeclarations]
    for (const list of read) assert.ok((await admin.call(list, {})).total > 0, list.path)
    const hospitals = await admin.call(hospitalRoutes.list, { query: { pageSize: 200 } })
    assert.ok(
      hospitals.rows.some(({ experts }) => experts > 0),
      'units are resolved',
    )
    const again = await openPlatform(service.baseUrl, ADMIN_PASSWORD)
    const lead = await enter(again, 'demo.leader1', '')
    assert.ok((await lead.call(projectRoutes.list, {})).total > 0, 'projects of a lead')
  })

  it('NOT-7: of a week there are deliveries on each day, over several channels, of which some failed and some were not sent', async () => {
    const { admin } = platform
    const rows = await readAll((query) => admin.call(deliveryRoutes.list, { query }))
    const days = Array.from({ length: 7 }, (_, back) => calendar.date(-back))
    const daysOf = (isMeant: (row: Delivery) => boolean) =>
      new Set(rows.filter(isMeant).map(({ createTime }) => createTime.slice(0, 10)))
    for (const channel of ['portal', 'sms'] as const)
      assert.deepEqual([...daysOf((row) => row.channel === channel)].toSorted(), days.toSorted(), channel)
    assert.ok(daysOf(({ channel, state }) => channel === 'mail' && state === 'sent').size > 1, 'mail')
    assert.ok(daysOf(({ state }) => state === 'failed').size > 1, 'failed')
    assert.ok(daysOf(({ state }) => state === 'suppressed').size > 1, 'suppressed')
    for (const { createTime, sentTime } of rows)
      assert.ok(sentTime === null || sentTime >= createTime, `${createTime} ${sentTime}`)
  })

  it('every list of the API has rows for somebody, and lists of requests have some in each state', async () => {
    const again = await openPlatform(service.baseUrl, ADMIN_PASSWORD)
    const people = [again.admin]
    for (const name of ['demo.executor1', 'demo.sponsor1']) people.push(await enter(again, name, ''))
    const empty: string[] = []
    for (const { name, route } of operations) {
      if (route.method !== 'GET' || route.answer.kind !== 'page') continue
      if (route.path.includes('{') || OF_ONE_RECORD.has(name)) continue
      const totals: number[] = []
      for (const { attempt } of people) {
        const outcome = await attempt(route as typeof meetingRoutes.list, {})
        const { status } = outcome
        assert.ok(status === 200 || status === 403, `${name}: ${status}`)
        if (status === 200) totals.push(outcome.data.total)
      }
      if (Math.max(...totals) <= 0) empty.push(name)
    }
    assert.deepEqual(empty, [])
    const { admin } = again
    for (const status of ['pending', 'approved', 'refused', 'withdrawn'] as const) {
      const { total } = await admin.call(gateRoutes.listWaivers, { query: { status } })
      assert.equal(total, 1, `waivers: ${status}`)
      assert.equal((await admin.call(treatyReliefRoutes.list, { query: { status } })).total, 1, status)
    }
    for (const isSettled of [true, false])
      assert.equal((await admin.call(cashDifferenceRoutes.list, { query: { isSettled } })).total, 1)
    for (const reply of ['accepted', 'declined'] as const)
      assert.ok((await admin.call(attendeeRoutes.list, { query: { reply } })).total > 0, reply)
  })

  it('a second run reports that the data is complete, and changes nothing', async () => {
    const earlier = await stateOf(platform)
    const { code, output } = await run(service)
    assert.equal(code, 0, output)
    assert.match(output, /filled already .*nothing was changed/)
    assert.deepEqual(await stateOf(platform), earlier)
  })

  it('the accounts that it prints can log in', async () => {
    const again = await openPlatform(service.baseUrl, ADMIN_PASSWORD)
    const player = await enter(again, 'demo.executor1', '')
    const { total } = await player.call(meetingRoutes.list, {})
    assert.ok(total > 0)
  })
})
