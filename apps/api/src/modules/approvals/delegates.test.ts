// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { approvalPolicyRoutes as policies } from '@consilium/contract/approvals/approval-policies.ts'
import type { ApprovalKind } from '@consilium/contract/approvals/approval-kinds.ts'
import { approvalRoutes as routes } from '@consilium/contract/approvals/approvals.ts'
import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { overviewRoutes } from '@consilium/contract/overviews/overviews.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { planRoutes } from '@consilium/contract/plans/plans.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { freshName, startApi, type PersonUser, type User } from '../../../test/harness.ts'
import { openWorld, seasonClock as clock } from '../../../test/meeting-world.ts'
import { readSheetText } from '@consilium/sheets/workbook-reader.ts'

const api = await startApi({ clock })
after(() => api.close())
const world = await openWorld(api)
const { manager } = world
const [main, absent, delegate] = [freshName('主管'), freshName('缺席'), freshName('代办')]

const named = async (person: PersonUser, name: string) => {
  const { version } = await manager.call(personRoutes.get, { params: { personId: person.personId } })
  await manager.call(personRoutes.update, { body: { personId: person.personId, version, name } })
  return person
}

/** A sponsor whose compliance, one absent person with a delegate, is asked for each of the kinds. */
const sponsor = await api.sponsor({ name: main })
const first = await named(await api.person(sponsor, 'compliance'), absent)
const next = await named(await api.person(sponsor, 'compliance'), delegate)
const { projectId } = await manager.call(projectRoutes.create, { body: { projectName: freshName('项目') } })
await manager.call(projectRoutes.assignSponsors, {
  params: { projectId },
  body: { sponsorAdminUserIds: [sponsor.userId] },
})
await manager.call(projectRoutes.assignExecutors, {
  params: { projectId },
  body: { execAdminUserIds: [world.executor.userId] },
})
const KINDS = ['meetingPlan', 'projectPlan', 'budgetChange', 'waiver'] as const satisfies ApprovalKind[]
const steps = [{ persons: [first.userId], need: 'any' as const }]
for (const kind of KINDS)
  await sponsor.call(policies.create, { body: { kind, validFrom: clock.today(), steps } })
await first.call(routes.createAbsence, {
  body: {
    fromTime: `${clock.today()} 00:00:00`,
    toTime: '2027-12-31 23:59:59',
    delegateUserId: next.userId,
  },
})

/** Decides what waits as the delegate, after the platform's own step where there is one. */
async function decide(kind: ApprovalKind, action: 'approve' | 'refuse' = 'approve'): Promise<void> {
  const second = await api.manager()
  for (const user of [second, next]) {
    const { rows } = await user.call(routes.list, { query: { tab: 'todo', kind } })
    for (const { decisionId, stepId } of rows.slice(0, 1)) {
      const opinion = action === 'approve' ? null : '资料不全'
      const given = user === second ? { action: 'approve' as const } : { action, opinion }
      await user.call(routes.act, { body: { decisionId, stepId: stepId!, ...given } })
    }
  }
}

const project = async () => (await manager.call(overviewRoutes.project, { params: { projectId } })).events
const meetingOf = async (meetingId: number) =>
  (await manager.call(overviewRoutes.meetingTimeline, { params: { meetingId } })).events
const shown = (events: Awaited<ReturnType<typeof project>>, kind: string) =>
  events.filter((event) => event.kind === kind).map(({ userName, forNames }) => [userName, forNames])
const BOTH = [delegate, [absent]]

describe('APR-5: A for B', () => {
  it('APR-5: the step of a meeting whose plan a delegate approved, and a decided waiver, name both persons', async () => {
    const { meetingId } = await manager.call(meetingRoutes.create, {
      body: { projectId, laborBudget: '6000', execUserId: world.executor.userId },
    })
    await manager.call(meetingRoutes.changeStage, { body: { meetingId, currentStage: 'approved' } })
    const { planWaiting } = await next.call(meetingRoutes.get, { params: { meetingId } })
    assert.deepEqual([planWaiting?.names, planWaiting?.isAsked], [[delegate], true])
    await decide('meetingPlan')
    assert.deepEqual(shown(await meetingOf(meetingId), 'stageChanged'), [BOTH])
    assert.deepEqual(shown(await project(), 'stageChanged'), [BOTH])
    await world.attendee(meetingId)
    const asked = { meetingId, check: 'signatures' as const, reason: '专家出国' }
    const { waiverId } = await manager.call(gateRoutes.askWaiver, { body: asked })
    await decide('waiver')
    const { rows } = await manager.call(gateRoutes.listWaivers, { query: { meetingId } })
    const waiver = rows.find((row) => row.waiverId === waiverId)
    assert.deepEqual([waiver?.decidedByName, waiver?.decidedForNames], BOTH)
    assert.deepEqual(shown(await meetingOf(meetingId), 'waiverDecided'), [BOTH])
    assert.deepEqual(shown(await meetingOf(meetingId), 'waiverAsked')[0]?.[1], [])
  })

  it('APR-5: a change of a budget names both persons, on its page and in the time line, approved or rejected', async () => {
    await manager.call(budgetRoutes.plan, { body: { projectId, category: 'venue', amount: '500' } })
    const change = { projectId, category: 'venue' as const, reason: '换场地' }
    for (const [amount, action] of [
      ['700', 'approve'],
      ['900', 'refuse'],
    ] as const) {
      await manager.call(budgetRoutes.askChange, { body: { ...change, amount } })
      await decide('budgetChange', action)
    }
    const { rows: changes } = await manager.call(budgetRoutes.listChanges, { query: { projectId } })
    assert.deepEqual(
      changes.map(({ decidedByName, decidedForNames }) => [decidedByName, decidedForNames]),
      [BOTH, BOTH],
    )
    assert.deepEqual(shown(await project(), 'budgetDecided'), [BOTH, BOTH])
    const { rows } = await next.call(routes.list, { query: { tab: 'done', kind: 'budgetChange' } })
    assert.deepEqual(
      rows.map(({ status, decidedByName, decidedForNames }) => [status, decidedByName, decidedForNames]),
      [
        ['refused', ...BOTH],
        ['approved', ...BOTH],
      ],
    )
  })

  it('APR-5: an audited plan names both persons, on its page and in the export in both languages', async () => {
    const planName = freshName('方案')
    const { planId } = await manager.call(planRoutes.create, { body: { planName, projectId } })
    await decide('projectPlan')
    const plan = await manager.call(planRoutes.get, { params: { planId } })
    assert.deepEqual([plan.auditStatus, plan.auditByName, plan.auditForNames], ['approved', ...BOTH])
    for (const [language, words] of [
      ['zh-CN', `${delegate}（代${absent}）`],
      ['en', `${delegate} (for ${absent})`],
    ] as const) {
      const { bytes } = await api.as(manager.token, language).call(planRoutes.export, { body: { planName } })
      const rows = await readSheetText(Buffer.from(bytes))
      assert.ok(
        rows.some(({ cells }) => cells.includes(words)),
        language,
      )
    }
  })

  it('APR-5: a delegate who has decided an earlier step is not named as asked for another person', async () => {
    const persons = [[next.userId], [first.userId]]
    const both = persons.map((asked) => ({ persons: asked, need: 'any' as const }))
    await sponsor.call(policies.create, {
      body: { kind: 'budgetLine', validFrom: clock.today(), steps: both },
    })
    await manager.call(budgetRoutes.plan, { body: { projectId, category: 'meals', amount: '800' } })
    const waiting = async (user: User) => {
      const { waiting: lines } = await user.call(budgetRoutes.money, { params: { projectId } })
      return lines.map(({ stepNumber, names, isAsked }) => [stepNumber, names, isAsked])
    }
    assert.deepEqual(await waiting(next), [[1, [delegate], true]])
    const { rows } = await next.call(routes.list, { query: { tab: 'todo', kind: 'budgetLine' } })
    const { decisionId, stepId } = rows[0]!
    await next.call(routes.act, { body: { decisionId, stepId: stepId!, action: 'approve' } })
    // In place of both the main account is asked.
    assert.deepEqual(await waiting(next), [[2, [main, absent], false]])
    assert.deepEqual(await waiting(sponsor), [[2, [main, absent], true]])
  })

  it('APR-5: who decides alone is named alone', async () => {
    const other = await api.manager()
    const { planId } = await manager.call(planRoutes.create, { body: { planName: freshName('方案') } })
    await other.call(planRoutes.audit, { body: { planId, auditStatus: 'approved' } })
    const plan = await manager.call(planRoutes.get, { params: { planId } })
    assert.deepEqual([plan.auditBy, plan.auditForNames], [other.userId, []])
  })
})
