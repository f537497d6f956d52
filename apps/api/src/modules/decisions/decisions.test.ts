// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { treatyReliefRoutes } from '@consilium/contract/payments/treaty-reliefs.ts'
import { sql } from 'kysely'
import { freshName, type User } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import { seasonClock } from '../../../test/meeting-world.ts'
import { openPaymentWorld } from '../../../test/payment-world.ts'

const AT_ONCE = 20

const api = await sharedApi({ after }, seasonClock)
const world = await openPaymentWorld(api)
const { manager, executor } = world
const admin = await api.admin()

type Attempt = { status: number; error: { error: string } | null }
type Outcome = 'approved' | 'refused'

/** A request that one person has made. */
interface Asked {
  kind: string
  /** What the decisions of one record are found by. */
  recordId: number
  part?: string
  askedBy: User
  /** Somebody else who may decide. */
  decider: User
  decide(user: User, to: Outcome): Promise<Attempt>
  /** What a refused person is told; null where the role forbids it before. */
  whoAsked: 'OWN_REQUEST' | null
  /** What those are told who come too late with what they have read. */
  late: 'STALE_RECORD' | 'REQUEST_DECIDED'
  /** What the record says, which a decision may not change unless it is approved. */
  content(): Promise<unknown>
}

async function waiver(): Promise<Asked> {
  const { meetingId } = await world.meeting()
  await world.attendee(meetingId)
  const body = { meetingId, check: 'signatures' as const, reason: '专家出国' }
  const { waiverId, version } = await manager.call(gateRoutes.askWaiver, { body })
  const params = { waiverId }
  return {
    kind: 'waiver',
    recordId: meetingId,
    askedBy: manager,
    decider: admin,
    decide: (user, status) => user.attempt(gateRoutes.decideWaiver, { body: { ...params, version, status } }),
    whoAsked: 'OWN_REQUEST',
    late: 'STALE_RECORD',
    async content() {
      const { rows } = await admin.call(gateRoutes.listWaivers, { query: { meetingId } })
      const { check, covers, reason, askedBy, createTime } = rows.find((row) => row.waiverId === waiverId)!
      return { check, covers, reason, askedBy, createTime }
    },
  }
}

async function budgetChange(): Promise<Asked> {
  const { projectId } = await manager.call(projectRoutes.create, { body: { projectName: freshName('项目') } })
  await manager.call(budgetRoutes.plan, { body: { projectId, category: 'venue', amount: '500' } })
  const { changeId, version } = await manager.call(budgetRoutes.askChange, {
    body: { projectId, category: 'venue', amount: '700', reason: '换场地' },
  })
  return {
    kind: 'budgetChange',
    recordId: projectId,
    part: 'venue',
    askedBy: manager,
    decider: admin,
    decide: (user, status) =>
      user.attempt(budgetRoutes.decideChange, { body: { changeId, version, status, opinion: '见附件' } }),
    whoAsked: 'OWN_REQUEST',
    late: 'STALE_RECORD',
    async content() {
      const { rows } = await admin.call(budgetRoutes.listChanges, { query: { projectId } })
      const { category, amountBefore, amount, reason, askedBy, createTime } = rows[0]!
      return { category, amountBefore, amount, reason, askedBy, createTime }
    },
  }
}

let passports = 7_000_000

async function treatyRelief(): Promise<Asked> {
  const expert = await world.payee(null)
  const { version } = await expert.call(expertRoutes.me, {})
  const person = {
    nationality: 'FR',
    sex: 'male',
    birthDate: '1968-05-20',
    taxResidence: 'nonResident',
  } as const
  await expert.call(expertRoutes.updateMe, {
    body: { version, idType: 'passport', idCardNo: `G${passports++}`, ...person },
  })
  const { attendeeId } = await world.agreed(expert, '5000')
  const file = new File(['%PDF-1.4\n%%EOF\n'], 'residence.pdf')
  const { fileId } = await executor.call(fileRoutes.upload, { file })
  const terms = {
    country: 'FR',
    article: '第十四条',
    rate: '0.05',
    validFrom: '2026-11-05',
    validTo: '2026-11-15',
  }
  const { reliefId } = await executor.call(treatyReliefRoutes.create, {
    body: { attendeeId, fileId, ...terms },
  })
  return {
    kind: 'treatyRelief',
    recordId: reliefId,
    askedBy: executor,
    decider: manager,
    decide: (user, to) =>
      user.attempt(treatyReliefRoutes.decide, { body: { reliefId, isApproved: to === 'approved' } }),
    whoAsked: 'OWN_REQUEST',
    late: 'REQUEST_DECIDED',
    async content() {
      const { rows } = await executor.call(treatyReliefRoutes.list, { query: { name: expert.name } })
      const { country, article, rate, validFrom, validTo, askedBy, createTime } = rows[0]!
      return { country, article, rate, validFrom, validTo, askedBy, createTime }
    },
  }
}

const KINDS = { waiver, budgetChange, treatyRelief }

const rowOf = async ({ kind, recordId }: Asked) => {
  const rows = await api.db
    .selectFrom('decision')
    .selectAll()
    .where('kind', '=', kind)
    .where('record_id', '=', recordId)
    .execute()
  assert.equal(rows.length, 1)
  return rows[0]!
}

for (const [name, ask] of Object.entries(KINDS)) {
  it(`HSE-26: nobody decides the own request, not even by SQL: ${name}`, async () => {
    const asked = await ask()
    const own = await asked.decide(asked.askedBy, 'approved')
    if (asked.whoAsked) assert.deepEqual([own.status, own.error?.error], [409, asked.whoAsked])
    else assert.ok([400, 403, 404].includes(own.status), String(own.status))
    const { decision_id: id, ...row } = await rowOf(asked)
    assert.deepEqual([row.state, row.asked_by, row.decided_by], ['pending', asked.askedBy.userId, null])
    assert.equal(row.content_sha256?.length, 32)
    for (const state of ['approved', 'refused'])
      await assert.rejects(
        sql`update decision set state = ${state}, decided_by = asked_by, decided_time = now()
          where decision_id = ${id}`.execute(api.db),
        (error: { constraint?: string }) => error.constraint === 'decision_two_people',
      )
    await assert.rejects(
      sql`update decision set state = 'approved', decided_by = ${asked.decider.userId}
        where decision_id = ${id}`.execute(api.db),
      (error: { constraint?: string }) => error.constraint === 'decision_ended',
    )
    assert.equal((await rowOf(asked)).state, 'pending')
  })

  it(`HSE-26: of twenty decisions at once one counts: ${name}`, async () => {
    const asked = await ask()
    const before = await asked.content()
    const replies = await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, place) => {
        const to: Outcome = place % 2 === 0 ? 'approved' : 'refused'
        const { status, error } = await asked.decide(asked.decider, to)
        return { to, status, error }
      }),
    )
    const counted = replies.filter(({ status }) => status === 200)
    assert.equal(counted.length, 1, JSON.stringify(replies.map(({ status }) => status)))
    const refusals = replies.filter(({ status }) => status !== 200)
    // Whoever reads after the decision is told that it is made; whoever read before, that the record has changed.
    assert.ok(
      refusals.every(
        ({ status, error }) => status === 409 && [asked.late, 'REQUEST_DECIDED'].includes(error?.error ?? ''),
      ),
      JSON.stringify(refusals),
    )
    const row = await rowOf(asked)
    assert.deepEqual([row.state, row.decided_by], [counted[0]!.to, asked.decider.userId])
    assert.deepEqual(await asked.content(), before)
    const again = await asked.decide(asked.decider, 'approved')
    assert.deepEqual([again.status, again.error?.error], [409, 'REQUEST_DECIDED'])
  })

  it(`HSE-26: what differs from what was asked for is not decided: ${name}`, async () => {
    const asked = await ask()
    const { decision_id: id } = await rowOf(asked)
    await sql`update decision set content_sha256 = sha256('another') where decision_id = ${id}`.execute(
      api.db,
    )
    const reply = await asked.decide(asked.decider, 'approved')
    assert.deepEqual([reply.status, reply.error?.error], [409, 'STALE_RECORD'])
    assert.equal((await rowOf(asked)).state, 'pending')
  })
}

it('HSE-26: a request goes with the record that it is about', async () => {
  const asked = await budgetChange()
  await manager.call(projectRoutes.remove, { params: { projectId: String(asked.recordId) } })
  const { rows } =
    await sql`select from decision where kind = 'budgetChange' and record_id = ${asked.recordId}`.execute(
      api.db,
    )
  assert.equal(rows.length, 0)
})
