// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { redactedAgreementRoutes } from '@consilium/contract/agreements/redacted-agreements.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { allows } from '@consilium/contract/route.ts'
import { operations, type Operation } from '@consilium/contract/routes.ts'
import { sql } from 'kysely'
import { freshName, freshPhone, startApi, type MainAccount, type User } from '../harness.ts'
import {
  BANK_ACCOUNT,
  ID_CARD_NO,
  IDENTITY,
  openWorld,
  pdfText,
  SCHEDULED,
  seasonClock,
} from '../meeting-world.ts'

/** Ids of what belongs to the other sponsor alone begin here, its names carry the mark, and its sums end on these cents. */
const FIRST_ID = 7_700_000_001
const MARK = '独属乙方'
const CENTS = '31'
const LEAKS = [/77000000\d\d/, new RegExp(MARK), new RegExp(`\\.${CENTS}\\b`)]
/** GET routes that must have answered with records, so that the walk is not empty. */
const LEAST_ANSWERS = 25

const api = await startApi({ clock: seasonClock })
after(() => api.close())
const world = await openWorld(api)
const { manager, executor, sponsor: own } = world
// Who else pays for a shared project stands on it.
const other = await api.sponsor()

async function project(projectName: string, sponsors: readonly MainAccount[]): Promise<number> {
  const { projectId } = await manager.call(projectRoutes.create, { body: { projectName } })
  const params = { projectId: String(projectId) }
  await manager.call(projectRoutes.assignSponsors, {
    params,
    body: { sponsorAdminUserIds: sponsors.map(({ userId }) => userId) },
  })
  await manager.call(projectRoutes.assignExecutors, { params, body: { execAdminUserIds: [executor.userId] } })
  return projectId
}

/** A meeting with everything that belongs to one, and the budget of its project. */
async function furnish(projectId: number, mark: string, cents: string) {
  const [amount, laborFee] = [`90000.${cents}`, `3000.${cents}`]
  await manager.call(budgetRoutes.plan, { body: { projectId, category: 'labor', amount } })
  const reason = `${mark}追加`
  const { changeId } = await manager.call(budgetRoutes.askChange, {
    body: { projectId, category: 'labor', amount: `95000.${cents}`, reason },
  })
  const { meetingId } = await world.meeting({ ...SCHEDULED, projectId })
  await manager.call(budgetRoutes.allocate, {
    body: { meetingId, category: 'labor', amount: `80000.${cents}` },
  })
  const expert = await world.expert({ name: `${mark}张` })
  const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone, laborFee })
  await world.sign(expert, attendeeId)
  await world.attendee(meetingId, { laborFee })
  const { waiverId } = await manager.call(gateRoutes.askWaiver, {
    body: { meetingId, check: 'signatures', reason: `${mark}补签` },
  })
  const { recordId } = await executor.call(materialRoutes.meetingInvoice.create, {
    body: {
      meetingId,
      invoiceNumber: '24312000000012345678',
      sellerName: `${mark}酒店`,
      totalAmount: `500.${cents}`,
    },
  })
  return { projectId, meetingId, attendeeId, changeId, waiverId, recordId, expert }
}

const sole = await furnish(await project('甲方项目', [own]), '甲方', '00')
const shared = await furnish(await project('共同项目', [own, other]), '共同', '00')
const TABLES = {
  project: 'project_id',
  meeting: 'meeting_id',
  meeting_attendee: 'attendee_id',
  meeting_waiver: 'waiver_id',
  budget_change: 'change_id',
}
for (const [table, key] of Object.entries(TABLES))
  await sql`alter table ${sql.table(table)} alter column ${sql.ref(key)} restart with ${sql.lit(FIRST_ID)}`
    .execute(api.db)
    .catch(() => undefined)
const foreign = await furnish(await project(`${MARK}项目`, [other]), MARK, CENTS)

const compliance = await api.person(own, 'compliance')
const finance = await api.person(own, 'finance')
const READERS = { main: own, compliance, finance }
type Ids = Record<string, unknown>

const shapeOf = (schema: unknown): object => (schema as { shape?: object } | undefined)?.shape ?? {}

/** The address of a GET with the ids that its parameters and its query take. */
function addressOf({ route }: Operation, ids: Ids): string {
  const idOf = (name: string) => (typeof ids[name] === 'number' ? String(ids[name]) : undefined)
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => idOf(name) ?? '1')
  const query = new URLSearchParams()
  for (const name of Object.keys(shapeOf(route.query))) {
    const id = idOf(name)
    if (id !== undefined) query.set(name, id)
  }
  return `${path}?${query.toString()}`
}

const readsOf = (user: User) =>
  operations.filter(
    ({ route }) =>
      route.method === 'GET' &&
      route.answer.kind !== 'stream' &&
      route.answer.kind !== 'file' &&
      allows(route.access, { roleType: user.roleType, orgType: 'sponsor' }),
  )

for (const [name, user] of Object.entries(READERS))
  it(`SPN-1 SPN-3: no GET tells the ${name} of a sponsor anything of what another one pays alone`, async () => {
    const answered = new Set<string>()
    for (const operation of readsOf(user))
      for (const ids of [{}, sole, shared, foreign]) {
        const response = await api.raw(addressOf(operation, ids), { token: user.token })
        const text = await response.text()
        for (const leak of LEAKS)
          assert.doesNotMatch(text, leak, `${operation.name} of ${JSON.stringify(ids)}`)
        if (response.status === 200 && ids !== foreign) answered.add(operation.name)
        assert.ok(response.status < 500, operation.name)
      }
    assert.ok(answered.size >= LEAST_ANSWERS, [...answered].join(', '))
  })

it('SPN-1: the walk finds the marks where they belong', async () => {
  const texts = []
  for (const operation of readsOf(other)) {
    const response = await api.raw(addressOf(operation, foreign), { token: other.token })
    texts.push(await response.text())
  }
  for (const leak of LEAKS) assert.match(texts.join(''), leak)
})

it('SPN-3: people of a sponsor read money, changes and waivers with reason and names, and decide none', async () => {
  for (const user of Object.values(READERS)) {
    const { projectId, meetingId } = shared
    const money = await user.call(budgetRoutes.money, { params: { projectId: String(projectId) } })
    assert.deepEqual([money.total.planned, money.abilities.plan], ['90000.00', false])
    const changes = await user.call(budgetRoutes.listChanges, { query: { projectId } })
    assert.deepEqual(
      changes.rows.map(({ reason, askedByName, abilities }) => [reason, askedByName, abilities.decide]),
      [['共同追加', '钱项目', false]],
    )
    const waivers = await user.call(gateRoutes.listWaivers, { query: { meetingId } })
    assert.deepEqual(
      waivers.rows.map(({ reason, askedByName, abilities }) => [reason, askedByName, abilities.decide]),
      [['共同补签', '钱项目', false]],
    )
    const asked = await user.attempt(budgetRoutes.askChange, {
      body: { projectId, category: 'labor', amount: '1', reason: '试' },
    })
    assert.equal(asked.status, 403)
  }
})

it('SPN-3: the redacted agreement has neither identity, bank, phone nor drawn signature', async () => {
  const { attendeeId, expert } = sole
  const secrets = [ID_CARD_NO, BANK_ACCOUNT, expert.phone, IDENTITY.bankName, IDENTITY.bankRegion]
  const traces = [...secrets, '002X', `${expert.phone.slice(0, 3)}****`, '北京市海淀区']
  for (const user of Object.values(READERS)) {
    const read = await user.call(redactedAgreementRoutes.get, { params: { attendeeId } })
    assert.deepEqual([read.name, read.signatureStatus, read.payableAmount], ['甲方张', 'signed', '3000.00'])
    const answered = JSON.stringify(read)
    for (const trace of secrets) assert.ok(!answered.includes(trace), trace)
    const { bytes } = await user.call(redactedAgreementRoutes.pdf, { params: { attendeeId } })
    const text = pdfText(bytes)
    assert.ok(text.includes('脱敏副本') && text.includes('甲方张') && text.includes('3000.00'))
    for (const trace of traces) assert.ok(!text.replace(/[0-9a-f]{64}/g, '').includes(trace), trace)
    assert.ok(!Buffer.from(bytes).includes('/Subtype /Image'))
    for (const route of [agreementRoutes.get, agreementRoutes.pdf])
      assert.equal((await user.attempt(route, { params: { attendeeId } })).status, 403)
    const beyond = { params: { attendeeId: foreign.attendeeId } }
    assert.equal((await user.attempt(redactedAgreementRoutes.get, beyond)).status, 404)
    assert.equal((await user.attempt(redactedAgreementRoutes.pdf, beyond)).status, 404)
    const attendee = await user.call(attendeeRoutes.get, { params: { attendeeId } })
    assert.deepEqual(
      [attendee.phone.includes('****'), attendee.bankRegion, attendee.handsign],
      [true, null, null],
    )
  }
  const unsigned = await manager.call(attendeeRoutes.list, { query: { meetingId: sole.meetingId } })
  const { attendeeId: open } = unsigned.rows.find(({ signatureStatus }) => signatureStatus === 'unsigned')!
  const early = await compliance.attempt(redactedAgreementRoutes.pdf, { params: { attendeeId: open } })
  assert.deepEqual([early.status, early.error?.error], [404, 'AGREEMENT_UNSIGNED'])
})

it('SPN-1: only sponsors have compliance, and an account of finance changes no person', async () => {
  const body = { name: '周敏', phone: freshPhone(), userName: freshName('p-'), password: 'initial-1' }
  const refused = await executor.attempt(personRoutes.create, { body: { ...body, role: 'compliance' } })
  assert.deepEqual([refused.status, refused.error?.details?.[0]?.field], [400, 'role'])
  assert.match(refused.error?.details?.[0]?.message ?? '', /督导、会务执行或财务/)
  const { personId } = await executor.call(personRoutes.create, {
    body: { ...body, role: 'meetingExecutor' },
  })
  const changed = await executor.call(personRoutes.changeRole, { body: { personId, role: 'finance' } })
  assert.equal(changed.role, 'finance')
  for (const user of [compliance, finance])
    assert.equal(
      (await user.attempt(personRoutes.changeRole, { body: { personId, role: 'supervisor' } })).status,
      403,
    )
})

it('SPN-1: finance of an executor sees what its organization pays, and only executors pay', async () => {
  const payer = await api.person(executor, 'finance')
  const stranger = await api.person(world.rival, 'finance')
  const { meetingId, attendeeId } = sole
  const params = { meetingId: String(meetingId) }
  assert.equal((await payer.call(meetingRoutes.get, { params })).meetingId, meetingId)
  assert.equal((await payer.attempt(agreementRoutes.pdf, { params: { attendeeId } })).status, 200)
  assert.equal((await stranger.attempt(meetingRoutes.get, { params })).status, 404)
  assert.equal((await finance.attempt(agreementRoutes.pdf, { params: { attendeeId } })).status, 403)
})
