// Engine: both
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { planRoutes as routes } from '@consilium/contract/plans/plans.ts'
import { down, up } from '../../../migrations/0185_decided_plans.ts'
import { freshName, startApi } from '../../../test/harness.ts'

const api = await startApi()
after(() => api.close())
const manager = await api.manager()
const expert = await api.expert()

const submit = () => expert.call(routes.create, { body: { planName: freshName('方案') } })
const decisionsOn = (planId: number) =>
  api.db
    .selectFrom('decision')
    .select(['state', 'asked_by', 'decided_by', 'decided_time', 'opinion', 'version'])
    .where('kind', '=', 'projectPlan')
    .where('record_id', '=', planId)
    .orderBy('decision_id')
    .execute()

it('HSE-26: audits of plans that were decided before they were decisions become decisions, each once', async () => {
  const [approved, rejected, waiting] = [await submit(), await submit(), await submit()]
  const audit = (planId: number, auditStatus: 'approved' | 'rejected', auditOpinion?: string) =>
    manager.call(routes.audit, { body: { planId, auditStatus, auditOpinion } })
  const first = await audit(approved.planId, 'approved')
  const second = await audit(rejected.planId, 'rejected', '预算不清')
  // As they stood before: what was decided was in the plan alone, and what waited was asked for.
  await down()
  await api.db
    .deleteFrom('decision')
    .where('record_id', 'in', [approved.planId, rejected.planId])
    .where('kind', '=', 'projectPlan')
    .execute()
  await up(api.db as never)
  await down()
  await up(api.db as never)
  const decided = { asked_by: null, decided_by: manager.userId, version: 1 }
  assert.deepEqual(await decisionsOn(approved.planId), [
    { ...decided, state: 'approved', decided_time: first.auditTime, opinion: null },
  ])
  assert.deepEqual(await decisionsOn(rejected.planId), [
    { ...decided, state: 'refused', decided_time: second.auditTime, opinion: '预算不清' },
  ])
  assert.deepEqual(
    (await decisionsOn(waiting.planId)).map(({ state }) => state),
    ['pending'],
  )
  const { planId, version } = second
  const read = await manager.call(routes.get, { params: { planId } })
  assert.deepEqual([read.auditStatus, read.auditOpinion, read.version], ['rejected', '预算不清', version])
  // The submitter's correction and the next audit go on from there.
  await expert.call(routes.update, { body: { planId, version, planName: freshName('方案') } })
  await audit(planId, 'approved')
  assert.deepEqual(
    (await decisionsOn(planId)).map(({ state }) => state),
    ['refused', 'approved'],
  )
})
