// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { approvalPolicyRoutes as policies } from '@consilium/contract/approvals/approval-policies.ts'
import type { ApprovalKind } from '@consilium/contract/approvals/approval-kinds.ts'
import { approvalRoutes as routes } from '@consilium/contract/approvals/approvals.ts'
import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { planRoutes } from '@consilium/contract/plans/plans.ts'
import type { CallInput } from '@consilium/contract/client.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { sql } from 'kysely'
import { accountName } from '../../domain/account-name.ts'
import { freshName, freshPhone, startApi, type User } from '../../../test/harness.ts'
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
async function nameOf({ userId }: User): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select ${accountName('u.user_id')} as name from sys_user u where u.user_id = ${userId}`.execute(api.db)
  return rows[0]!.name
}
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
    const waiting = async () => {
      const { planWaiting } = await manager.call(meetingRoutes.get, { params: { meetingId } })
      return planWaiting && [planWaiting.stepNumber, planWaiting.names, planWaiting.isAsked]
    }
    assert.deepEqual(await waiting(), [1, [await nameOf(own.first)], false])
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
    assert.deepEqual(await waiting(), [2, [await nameOf(own.sponsor)], false])
    assert.equal((await act(own.sponsor, decisionId)).status, 200)
    assert.deepEqual([await stageOf(meetingId), await waiting()], ['approved', null])
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
    const told = rows.find(({ link }) => link?.id === decisionId)
    // Several messages of one kind differ by what they are about.
    const { meetingName } = await manager.call(meetingRoutes.get, { params: { meetingId } })
    assert.match(told?.title ?? '', new RegExp(`已作废：.*${meetingName}`))
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
    const waiting = async (user: User) => {
      const found = (await user.call(budgetRoutes.money, { params: { projectId } })).waiting
      return found.map(({ names, others, isAsked, category, amount }) => [
        names,
        others,
        isAsked,
        category,
        amount,
      ])
    }
    assert.deepEqual(await waiting(manager), [[[await nameOf(own.first)], 0, false, 'venue', '500.00']])
    assert.deepEqual(await waiting(own.first), [[[await nameOf(own.first)], 0, true, 'venue', '500.00']])
    // Another sponsor of the project is told whose step it is, and nobody of its people.
    const otherSponsor = await api.sponsor()
    await manager.call(projectRoutes.assignSponsors, {
      params: { projectId },
      body: { sponsorAdminUserIds: [own.sponsor.userId, otherSponsor.userId] },
    })
    assert.deepEqual(await waiting(otherSponsor), [[[], 0, false, 'venue', '500.00']])
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

describe('APR-1, HSE-26: audits', () => {
  const audit = (user: User, expertId: number, version: number, auditStatus: 'approved' | 'rejected') =>
    user.attempt(expertRoutes.update, { body: { expertId, version, auditStatus } })

  it('HSE-26: audits of experts and plans are decisions without steps, whatever a manager entered', async () => {
    const phone = freshPhone()
    const { expertId, version } = await manager.call(expertRoutes.create, { body: { name: '何医生', phone } })
    const states = (kind: string, recordId: number) =>
      api.db
        .selectFrom('decision')
        .select(['state', 'asked_by', 'decided_by'])
        .where('kind', '=', kind)
        .where('record_id', '=', recordId)
        .orderBy('decision_id')
        .execute()
    assert.deepEqual(await states('expertAudit', expertId), [
      { state: 'pending', asked_by: null, decided_by: null },
    ])
    assert.equal((await audit(manager, expertId, version, 'approved')).data.auditStatus, 'approved')
    const again = await audit(manager, expertId, version + 1, 'rejected')
    assert.equal(again.data.auditStatus, 'rejected')
    assert.deepEqual(
      (await states('expertAudit', expertId)).map(({ state, decided_by: by }) => [state, by]),
      [
        ['approved', manager.userId],
        ['refused', manager.userId],
      ],
    )
    const { planId } = await manager.call(planRoutes.create, { body: { planName: freshName('方案') } })
    await manager.call(planRoutes.audit, { body: { planId, auditStatus: 'approved' } })
    assert.deepEqual(await states('projectPlan', planId), [
      { state: 'approved', asked_by: null, decided_by: manager.userId },
    ])
    // Nobody finds them among what has steps.
    const { total } = await manager.call(routes.list, { query: { tab: 'asked', kind: 'projectPlan' } })
    assert.equal(total, 0)
    await manager.call(planRoutes.remove, { params: { planId: String(planId) } })
    assert.deepEqual(await states('projectPlan', planId), [])
  })

  it('APR-1 APR-3: a plan of a sponsor waits for its compliance after the manager, whom the submitter is not', async () => {
    const own = await scene('projectPlan', COMPLIANCE)
    const admin = await api.admin()
    const body = { planName: freshName('方案'), projectId: own.projectId }
    const { planId } = await manager.call(planRoutes.create, { body })
    const early = await manager.attempt(planRoutes.audit, { body: { planId, auditStatus: 'approved' } })
    assert.equal(refusalOf(early).error, 'OWN_REQUEST')
    const other = await admin.attempt(planRoutes.audit, { body: { planId, auditStatus: 'approved' } })
    assert.equal(refusalOf(other).error, 'APPROVAL_NOT_YOURS')
    assert.equal((await admin.call(planRoutes.get, { params: { planId } })).abilities.audit, false)
    const [asked] = await todo(own.first)
    assert.deepEqual([asked?.kind, asked?.title], ['projectPlan', body.planName])
    assert.equal((await act(own.first, asked!.decisionId)).status, 200)
    const plan = await manager.call(planRoutes.get, { params: { planId } })
    assert.deepEqual([plan.auditStatus, plan.auditBy], ['approved', own.first.userId])
  })

  it('APR-2: with two steps an expert is approved by the second person; what changed between is asked for anew', async () => {
    const [second, third] = [await api.manager(), await api.manager()]
    const admin = await api.admin()
    const steps: Steps = [
      { persons: [manager.userId, second.userId], need: 'any' },
      { persons: [third.userId], need: 'any' },
    ]
    const policy = { kind: 'expertAudit' as const, validFrom: clock.today(), steps }
    await admin.call(policies.create, { body: policy })
    const expert = await api.expert()
    const { expertId } = expert
    const read = () => manager.call(expertRoutes.get, { params: { expertId } })
    const { version, abilities } = await read()
    assert.deepEqual(
      [abilities.audit, (await third.call(expertRoutes.get, { params: { expertId } })).abilities.audit],
      [true, false],
    )
    const waits = async () => {
      const { auditWaiting } = await read()
      return auditWaiting && [auditWaiting.stepNumber, auditWaiting.names, auditWaiting.isAsked]
    }
    assert.deepEqual(await waits(), [1, [await nameOf(manager), await nameOf(second)], true])
    const first = await audit(manager, expertId, version, 'approved')
    assert.deepEqual(await waits(), [2, [await nameOf(third)], false])
    assert.deepEqual([first.status, first.data.auditStatus], [200, 'pending'])
    const twice = await audit(manager, expertId, first.data.version, 'approved')
    assert.equal(refusalOf(twice).error, 'APPROVAL_ONE_STEP')
    const [asked] = await todo(third)
    assert.deepEqual([asked?.kind, asked?.stepNumber], ['expertAudit', 2])
    // The expert corrects the name: what was decided on is another, and both are asked again.
    const me = await expert.call(expertRoutes.me, {})
    await expert.call(expertRoutes.updateMe, { body: { version: me.version, name: '何文' } })
    const late = await third.attempt(routes.act, {
      body: { decisionId: asked!.decisionId, stepId: asked!.stepId!, action: 'approve' },
    })
    assert.equal(refusalOf(late).error, 'APPROVAL_STALE')
    const ended = await manager.call(messageRoutes.list, { query: { kind: 'approvalEnded' } })
    assert.ok(ended.rows.some(({ link }) => link?.id === asked!.decisionId))
    assert.deepEqual([await todo(third), (await read()).auditStatus], [[], 'pending'])
    const [anew] = await todo(second)
    const back = await second.attempt(routes.act, {
      body: { decisionId: anew!.decisionId, stepId: anew!.stepId!, action: 'sendBack', opinion: '不全' },
    })
    assert.equal(refusalOf(back).error, 'APPROVAL_NO_ASKER')
    assert.equal((await act(second, anew!.decisionId)).status, 200)
    const messages = async () => (await expert.call(messageRoutes.list, {})).rows.map(({ kind }) => kind)
    assert.deepEqual(await messages(), [])
    assert.equal(
      (await audit(third, expertId, (await read()).version, 'approved')).data.auditStatus,
      'approved',
    )
    assert.deepEqual(await messages(), ['expertAudit'])
    assert.equal(await waits(), null)
  })
})
