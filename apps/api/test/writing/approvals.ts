import { approvalPolicyRoutes } from '@consilium/contract/approvals/approval-policies.ts'
import { approvalRoutes as routes } from '@consilium/contract/approvals/approvals.ts'
import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import type { Api, User } from '../harness.ts'

/** Steps, what is done with an open one, and who decides for the absent. */
export async function approvals(api: Api, admin: User, manager: User): Promise<void> {
  const [second, third] = [await api.manager(), await api.manager()]
  const { projectId } = await manager.call(projectRoutes.create, { body: { projectName: '审批流程' } })
  const ask = async () => {
    const body = { projectId, category: 'meals' as const, amount: '700', reason: '增加' }
    await manager.call(budgetRoutes.askChange, { body })
    return (await manager.call(routes.list, { query: { tab: 'asked', pageSize: 1 } })).rows[0]!
  }
  await manager.call(budgetRoutes.plan, { body: { projectId, category: 'meals', amount: '500' } })
  await admin.call(approvalPolicyRoutes.create, {
    body: { kind: 'budgetChange', validFrom: '2099-01-01', steps: [{ roles: ['manager'], need: 'any' }] },
  })
  const { decisionId, stepId } = await ask()
  const open = { decisionId, stepId: stepId! }
  await second.call(routes.signer, { body: { ...open, userId: third.userId, place: 'after' } })
  await second.call(routes.act, { body: { ...open, action: 'approve' } })
  const detail = await third.call(routes.get, { params: { decisionId } })
  const items = [{ decisionId, stepId: detail.stepId! }]
  await third.call(routes.actMany, { body: { items, action: 'approve' } })
  const absence = {
    fromTime: '2026-12-01 09:00:00',
    toTime: '2099-12-02 09:00:00',
    delegateUserId: third.userId,
  }
  const { absenceId } = await second.call(routes.createAbsence, { body: absence })
  await second.call(routes.cancelAbsence, { params: { absenceId } })
}
