// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { approvalPolicyRoutes as policies } from '@consilium/contract/approvals/approval-policies.ts'
import type { ApprovalKind } from '@consilium/contract/approvals/approval-kinds.ts'
import { approvalRoutes as routes } from '@consilium/contract/approvals/approvals.ts'
import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import type { CallInput } from '@consilium/contract/client.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { sql } from 'kysely'
import { freshName, startApi, type User } from '../../../test/harness.ts'
import { openWorld } from '../../../test/meeting-world.ts'
import { refusalOf } from '../../../test/outcomes.ts'
import { seasonClock as clock } from '../../../test/meeting-world.ts'

const api = await startApi({ clock })
after(() => api.close())
const world = await openWorld(api)
const { manager } = world

type Steps = CallInput<typeof policies.create>['body']['steps']
const COMPLIANCE: Steps = [{ roles: ['compliance'], need: 'any' }]

/** A sponsor whose rule asks for steps, and a project of it. */
async function scene(kind: ApprovalKind, steps: Steps) {
  const sponsor = await api.sponsor()
  const first = await api.person(sponsor, 'compliance')
  const { projectId } = await manager.call(projectRoutes.create, { body: { projectName: freshName('项目') } })
  await manager.call(projectRoutes.assignSponsors, {
    params: { projectId },
    body: { sponsorAdminUserIds: [sponsor.userId] },
  })
  await sponsor.call(policies.create, { body: { kind, validFrom: clock.today(), steps } })
  return { sponsor, first, projectId }
}

const todo = async (user: User) => (await user.call(routes.list, { query: { tab: 'todo' } })).rows
const get = (user: User, decisionId: number) => user.call(routes.get, { params: { decisionId } })
async function act(user: User, decisionId: number, action: 'approve' | 'refuse' = 'approve') {
  const { stepId } = await get(user, decisionId)
  const opinion = action === 'approve' ? null : '不同意'
  return user.attempt(routes.act, { body: { decisionId, action, opinion, stepId: stepId! } })
}

describe('APR-1: plans of meetings', () => {
  const approve = (meetingId: number, user: User = manager) =>
    user.attempt(meetingRoutes.changeStage, { body: { meetingId, currentStage: 'approved' } })
  const stageOf = async (meetingId: number) =>
    (await manager.call(meetingRoutes.get, { params: { meetingId } })).currentStage
  const plan = async (projectId: number) =>
    (await manager.call(meetingRoutes.create, { body: { projectId, laborBudget: '6000' } })).meetingId

  it('APR-1: without steps a plan is approved at once; with steps it waits for them, and takes effect with the last one', async () => {
    const free = await plan((await scene('waiver', COMPLIANCE)).projectId)
    assert.equal((await approve(free)).data.currentStage, 'approved')
    const own = await scene('meetingPlan', [...COMPLIANCE, { roles: ['sponsor'], need: 'any' }])
    const meetingId = await plan(own.projectId)
    assert.equal((await approve(meetingId)).data.currentStage, 'draft')
    const second = await api.manager()
    assert.deepEqual(refusalOf(await approve(meetingId, second)).error, 'APPROVAL_PENDING')
    const [asked] = await todo(own.first)
    const { decisionId } = asked!
    assert.deepEqual([asked?.kind, asked?.amount, asked?.stepCount], ['meetingPlan', '6000.00', 2])
    const shown = await get(own.first, decisionId)
    assert.deepEqual(
      shown.changes.filter(({ after: value }) => value !== null).map(({ field }) => field),
      ['orgName', 'attendeeCount', 'amount'].filter(
        (field) => field !== 'orgName' || shown.changes.some((each) => each.field === field && each.after),
      ),
    )
    assert.equal(shown.meetingId, meetingId)
    assert.equal((await act(own.first, decisionId)).status, 200)
    assert.equal(await stageOf(meetingId), 'draft')
    assert.equal((await act(own.sponsor, decisionId)).status, 200)
    assert.equal(await stageOf(meetingId), 'approved')
  })

  it('APR-1: below its amount a step does not hold; a rejected plan stays a draft and may be asked for again', async () => {
    const own = await scene('meetingPlan', [{ ...COMPLIANCE[0]!, amountFrom: '6000.01' }])
    assert.equal((await approve(await plan(own.projectId))).data.currentStage, 'approved')
    const strict = await scene('meetingPlan', COMPLIANCE)
    const meetingId = await plan(strict.projectId)
    await approve(meetingId)
    const [asked] = await todo(strict.first)
    assert.equal((await act(strict.first, asked!.decisionId, 'refuse')).status, 200)
    assert.equal(await stageOf(meetingId), 'draft')
    assert.equal((await approve(meetingId)).status, 200)
    assert.equal((await todo(strict.first)).length, 1)
  })

  it('APR-2: a plan that changed after step 1 is stale at step 2, and whoever decided is told', async () => {
    const own = await scene('meetingPlan', [...COMPLIANCE, { roles: ['sponsor'], need: 'any' }])
    const meetingId = await plan(own.projectId)
    await approve(meetingId)
    const [asked] = await todo(own.first)
    const { decisionId } = asked!
    assert.equal((await act(own.first, decisionId)).status, 200)
    const { stepId } = await get(own.sponsor, decisionId)
    const { version } = await manager.call(meetingRoutes.get, { params: { meetingId } })
    await manager.call(meetingRoutes.update, { body: { meetingId, version, laborBudget: '60000' } })
    const late = await own.sponsor.attempt(routes.act, {
      body: { decisionId, action: 'approve', stepId: stepId! },
    })
    assert.deepEqual(refusalOf(late).error, 'APPROVAL_STALE')
    assert.deepEqual([await stageOf(meetingId), (await get(manager, decisionId)).status], ['draft', 'stale'])
    const { rows } = await own.first.call(messageRoutes.list, { query: { kind: 'approvalEnded' } })
    assert.ok(rows.some(({ link }) => link?.id === decisionId))
    assert.equal((await approve(meetingId)).status, 200)
    const [again] = await todo(own.first)
    assert.equal(again?.amount, '60000.00')
    // A deleted meeting takes what waits for it along.
    await manager.call(meetingRoutes.remove, { params: { meetingId: String(meetingId) } })
    const left = await sql`select from decision where decision_id = ${again?.decisionId}`.execute(api.db)
    assert.equal(left.rows.length, 0)
  })
})

describe('APR-1: lines of budgets', () => {
  it('APR-1: a new line waits for its steps, with the money before and after, and nobody adds it meanwhile', async () => {
    const own = await scene('budgetLine', COMPLIANCE)
    const { projectId } = own
    const body = { projectId, category: 'venue' as const, amount: '500' }
    const lines = async () => (await manager.call(budgetRoutes.money, { params: { projectId } })).lines
    assert.deepEqual((await manager.call(budgetRoutes.plan, { body })).lines, [])
    assert.equal(refusalOf(await manager.attempt(budgetRoutes.plan, { body })).error, 'APPROVAL_PENDING')
    const [asked] = await todo(own.first)
    const { decisionId } = asked!
    const shown = await get(own.first, decisionId)
    assert.deepEqual(shown.changes, [{ field: 'amount', before: null, after: '500.00' }])
    assert.deepEqual([shown.money?.freeBefore, shown.money?.freeAfter], ['0.00', '500.00'])
    const { results } = await own.first.call(routes.actMany, {
      body: { items: [{ decisionId, stepId: shown.stepId! }], action: 'approve' },
    })
    assert.deepEqual(
      results.map(({ success }) => success),
      [true],
    )
    assert.deepEqual(
      (await lines()).map(({ category, planned }) => [category, planned]),
      [['venue', '500.00']],
    )
    assert.equal(refusalOf(await manager.attempt(budgetRoutes.plan, { body })).error, 'BUDGET_LINE_EXISTS')
    assert.deepEqual((await get(own.first, decisionId)).changes, shown.changes)
  })
})
