// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { approvalPolicyRoutes as policies } from '@consilium/contract/approvals/approval-policies.ts'
import { approvalRoutes as routes } from '@consilium/contract/approvals/approvals.ts'
import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { freshName, startApi, type User } from '../../../test/harness.ts'
import { seasonClock as clock } from '../../../test/meeting-world.ts'
import { createEventLog } from '../../infra/event-log/event-log.ts'
import { createDecisions } from '../decisions/service.ts'
import { createNotices } from '../notices/service.ts'
import { createApprovals } from './service.ts'

const api = await startApi({ clock })
after(() => api.close())
const admin = await api.admin()
const manager = await api.manager()

/** A line that waits for as many steps, each of which asks the same person of a sponsor. */
async function ask(count: number) {
  const sponsor = await api.sponsor()
  const person = await api.person(sponsor, 'compliance')
  const { projectId } = await manager.call(projectRoutes.create, { body: { projectName: freshName('项目') } })
  await manager.call(projectRoutes.assignSponsors, {
    params: { projectId },
    body: { sponsorAdminUserIds: [sponsor.userId] },
  })
  const steps = Array.from({ length: count }, () => ({ persons: [person.userId], need: 'all' as const }))
  await sponsor.call(policies.create, { body: { kind: 'budgetLine', validFrom: clock.today(), steps } })
  const body = { projectId, category: 'venue' as const, amount: '500' }
  const [waiting] = (await manager.call(budgetRoutes.plan, { body })).waiting
  return { sponsor, person, projectId, decisionId: waiting!.decisionId }
}

async function approve(user: User, decisionId: number): Promise<number> {
  const { stepId } = await admin.call(routes.get, { params: { decisionId } })
  return (await user.attempt(routes.act, { body: { decisionId, stepId: stepId!, action: 'approve' } })).status
}
const todo = async (user: User) =>
  (await user.call(routes.list, { query: { tab: 'todo' } })).rows.map(({ decisionId }) => decisionId)

it('APR-3: after the main account the administrators are asked, then the managers, of whom one is enough', async () => {
  const { sponsor, person, projectId, decisionId } = await ask(4)
  const [second, third] = [await api.manager(), await api.manager()]
  assert.equal(await approve(person, decisionId), 200)
  assert.deepEqual([await todo(person), await todo(sponsor), await todo(admin)], [[], [decisionId], []])
  assert.equal(await approve(sponsor, decisionId), 200)
  assert.deepEqual([await todo(sponsor), await todo(admin), await todo(second)], [[], [decisionId], []])
  assert.equal(await approve(admin, decisionId), 200)
  assert.deepEqual(
    [await todo(admin), await todo(second), await todo(third), await todo(manager)],
    [[], [decisionId], [decisionId], []],
  )
  const { waiting } = await manager.call(budgetRoutes.money, { params: { projectId } })
  assert.deepEqual([waiting[0]?.names.length, waiting[0]?.stepNumber], [2, 4])
  assert.equal(await approve(second, decisionId), 200)
  const { lines, waiting: left } = await manager.call(budgetRoutes.money, { params: { projectId } })
  assert.deepEqual([lines.map(({ planned }) => planned), left], [['500.00'], []])
})

it('APR-3: has the main account left that was asked because nobody else was there, the administrators are asked once', async () => {
  const { sponsor, person, decisionId } = await ask(2)
  assert.equal(await approve(person, decisionId), 200)
  assert.deepEqual([await todo(sponsor), await todo(admin)], [[decisionId], []])
  await api.db.updateTable('sys_user').set({ status: '1' }).where('user_id', '=', sponsor.userId).execute()
  const eventLog = createEventLog()
  const context = { db: api.db, clock, eventLog, log: null, events: { subscribe: () => {} } } as never
  const notices = createNotices({ db: api.db, clock, keys: null as never }, {})
  const node = createApprovals(context, { decisions: createDecisions({ clock }), notices })
  const opened = async () => {
    const events = api.db.selectFrom('event').select('event_id').where('name', '=', 'approval.opened')
    return (await events.where('record_id', '=', decisionId).execute()).length
  }
  const before = await opened()
  for (let look = 0; look < 3; look++) await node.lookNow()
  assert.deepEqual([await todo(admin), await opened()], [[decisionId], before + 1])
  assert.equal(await approve(admin, decisionId), 200)
})
