// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { portfolioRoutes } from '@consilium/contract/accounts/portfolios.ts'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { redactedAgreementRoutes } from '@consilium/contract/agreements/redacted-agreements.ts'
import { approvalRoutes } from '@consilium/contract/approvals/approvals.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import { dimensionRoutes } from '@consilium/contract/dimensions/dimensions.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { allows } from '@consilium/contract/route.ts'
import { operations, type Operation } from '@consilium/contract/routes.ts'
import { sql } from 'kysely'
import { readSheetText } from '@consilium/sheets/workbook-reader.ts'
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
// Who else pays for a shared project stands on it; who pays for none is nobody's business.
const other = await api.sponsor()
const alone = await api.sponsor({ orgName: freshName(`${MARK}公司`) })

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
const foreign = await furnish(await project(`${MARK}项目`, [other, alone]), MARK, CENTS)

/** What the other sponsor says on the shared project. */
const theirs = await other.call(dimensionRoutes.create, {
  body: { kind: 'product', code: `${MARK}码`, name: `${MARK}药` },
})
const both = await manager.call(projectRoutes.get, { params: { projectId: shared.projectId } })
await manager.call(projectRoutes.update, {
  body: { projectId: both.projectId, version: both.version, productIds: [theirs.dimensionId] },
})
const compliance = await api.person(own, 'compliance')
const finance = await api.person(own, 'finance')
const READERS = { main: own, compliance, finance }
const limited = await api.limited([own])
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
      allows(route.access, {
        roleType: user.roleType,
        orgType: user.roleType === 'manager' ? null : 'sponsor',
      }),
  )

/** Experts are nobody's: managers of every portfolio read all of them, and so their names. */
const isOfExperts = ({ name }: Operation) => name.startsWith('expert.')

for (const [name, user] of Object.entries({ ...READERS, limited }))
  it(`SPN-1 SPN-3 SPN-4 OPS-14: no GET tells ${name} anything of what sponsors beyond its reach pay alone`, async () => {
    const answered = new Set<string>()
    for (const operation of readsOf(user).filter((each) => !isOfExperts(each)))
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

for (const [name, user] of Object.entries({ sponsor: other, manager }))
  it(`SPN-1 OPS-14: the walk of a ${name} finds the marks where they belong`, async () => {
    const texts = []
    for (const operation of readsOf(user)) {
      const response = await api.raw(addressOf(operation, foreign), { token: user.token })
      texts.push(await response.text())
    }
    for (const leak of LEAKS) assert.match(texts.join(''), leak)
  })

it('OPS-14: exports of a limited manager hold the projects of its portfolio alone', async () => {
  for (const { route } of operations.filter(
    (each) =>
      !isOfExperts(each) &&
      each.route.answer.kind === 'file' &&
      each.route.path.endsWith('/export') &&
      allows(each.route.access, { roleType: 'manager', orgType: null }),
  )) {
    const response = await api.raw(route.path, {
      method: 'POST',
      token: limited.token,
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    if ('beyondPortfolio' in route) assert.equal(response.status, 403, route.path)
    else {
      assert.equal(response.status, 200, route.path)
      const cells = JSON.stringify(await readSheetText(Buffer.from(await response.arrayBuffer())))
      for (const leak of LEAKS) assert.doesNotMatch(cells, leak, route.path)
    }
  }
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

const projectNames = async (user: User) =>
  (await user.call(projectRoutes.list, { query: { pageSize: 100 } })).rows.map(
    ({ projectName }) => projectName,
  )

const setPortfolio = async (user: User, sponsors: readonly User[]) => {
  const admin = await api.admin()
  const { version } = await admin.call(portfolioRoutes.get, { params: { userId: user.userId } })
  return admin.attempt(portfolioRoutes.change, {
    body: { userId: user.userId, version, sponsorAdminUserIds: sponsors.map(({ userId }) => userId) },
  })
}

it('OPS-14: none is all, a portfolio holds from the next request on and takes earlier messages away', async () => {
  const user = await api.manager()
  assert.ok((await projectNames(user)).includes(`${MARK}项目`))
  const draft = ({ projectId }: { projectId: number }, meetingName: string) =>
    executor.call(meetingRoutes.create, { body: { projectId, meetingName } })
  await draft(foreign, `${MARK}项目`)
  await draft(sole, '甲方项目')
  const told = async () => (await user.call(messageRoutes.list, { query: { pageSize: 100 } })).rows.length
  assert.equal(await told(), 2)
  assert.equal((await setPortfolio(user, [own])).status, 200)
  assert.deepEqual((await projectNames(user)).toSorted(), ['共同项目', '心衰诊疗提升', '甲方项目'])
  assert.equal(await told(), 1)
  await draft(foreign, `${MARK}项目`)
  await draft(shared, '共同项目')
  assert.equal(await told(), 2)
  assert.equal((await setPortfolio(user, [])).status, 200)
  assert.ok((await projectNames(user)).includes(`${MARK}项目`))
})

it('OPS-14: a limited manager assigns sponsors of its portfolio, and keeps one of them', async () => {
  const assign = (projectId: number, sponsors: readonly User[]) =>
    limited.attempt(projectRoutes.assignSponsors, {
      params: { projectId: String(projectId) },
      body: { sponsorAdminUserIds: sponsors.map(({ userId }) => userId) },
    })
  for (const sponsors of [[own], [other], [own, other, alone], []]) {
    const { status, error } = await assign(shared.projectId, sponsors)
    assert.deepEqual(
      [status, error?.error, error?.details?.[0]?.field],
      [403, 'PORTFOLIO_LIMITED', 'sponsorAdminUserIds'],
    )
  }
  assert.equal((await assign(shared.projectId, [own, other])).status, 200)
  assert.equal((await assign(foreign.projectId, [own])).status, 404)
  const created = await limited.call(projectRoutes.create, { body: { projectName: '新项目' } })
  assert.equal((await assign(created.projectId, [own])).status, 200)
  assert.equal((await assign(created.projectId, [])).status, 403)
  const options = await limited.call(organizationRoutes.sponsorOptions, { query: {} })
  assert.deepEqual(
    options.map(({ value }) => value),
    [own.userId],
  )
})

it('OPS-14: only managers have a portfolio, of sponsors, by the version that was read', async () => {
  const admin = await api.admin()
  const leader = await api.leader()
  const ofLeader = await admin.attempt(portfolioRoutes.get, { params: { userId: leader.userId } })
  assert.deepEqual([ofLeader.status, ofLeader.error?.error], [409, 'PORTFOLIO_OF_MANAGERS'])
  const user = await api.manager()
  const notSponsor = await setPortfolio(user, [executor])
  assert.deepEqual([notSponsor.status, notSponsor.error?.details?.[0]?.field], [404, 'sponsorAdminUserIds'])
  const { version } = await admin.call(portfolioRoutes.get, { params: { userId: user.userId } })
  const answers = await Promise.all(
    [own, other].map(({ userId }) =>
      admin.attempt(portfolioRoutes.change, {
        body: { userId: user.userId, version, sponsorAdminUserIds: [userId] },
      }),
    ),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  const { sponsors } = await admin.call(portfolioRoutes.get, { params: { userId: user.userId } })
  assert.equal(sponsors.length, 1)
  const removed = await admin.attempt(organizationRoutes.remove, {
    params: { orgId: String(sponsors[0]!.orgId) },
  })
  assert.equal(removed.status, 409)
  assert.equal((await user.attempt(portfolioRoutes.get, { params: { userId: user.userId } })).status, 403)
})

it('OPS-14: approvals ask limited managers for projects of their portfolio only', async () => {
  const listed = await limited.call(approvalRoutes.list, { query: { tab: 'todo', pageSize: 100 } })
  assert.ok(listed.rows.length > 0)
  assert.ok(listed.rows.every(({ projectId }) => projectId !== foreign.projectId))
  const decision = await limited.attempt(budgetRoutes.decideChange, {
    body: { changeId: foreign.changeId, version: 1, status: 'approved' },
  })
  assert.equal(decision.status, 404)
})
