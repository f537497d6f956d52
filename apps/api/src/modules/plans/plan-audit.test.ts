// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { CallInput } from '@consilium/contract/client.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { planRoutes as routes } from '@consilium/contract/plans/plans.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { freshName, type User, STAFF_NAMES } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import { dataOf } from '../../../test/outcomes.ts'

const AT_ONCE = 50

const api = await sharedApi({ after })
const manager = await api.manager()
const second = await api.manager()
const expert = await api.expert({ name: '周医生' })

type Audit = Omit<CallInput<typeof routes.audit>['body'], 'planId'>

const submit = (body: Partial<CallInput<typeof routes.create>['body']> = {}) =>
  expert.call(routes.create, { body: { planName: freshName('方案'), ...body } })
const read = (planId: number) => manager.call(routes.get, { params: { planId } })
const audit = (user: User, planId: number, body: Audit) =>
  user.attempt(routes.audit, { body: { planId, ...body } })

/** The submitter's messages about a plan, newest first. */
async function told(planId: number, language: 'zh-CN' | 'en' = 'zh-CN') {
  const reader = api.as(expert.token, language)
  const { rows } = await reader.call(messageRoutes.list, { query: { kind: 'planAudit', pageSize: 200 } })
  return rows.filter(({ link }) => link?.resource === 'projectPlan' && link.id === planId)
}
const timesTold = async (planId: number) => (await told(planId)).length

describe('project plans: audit', () => {
  it('PLN-3: records opinion, auditor and time', async () => {
    const plan = await submit()
    const { data } = await audit(manager, plan.planId, {
      auditStatus: 'approved',
      auditOpinion: ' 同意立项 ',
    })
    assert.deepEqual(
      [data.auditStatus, data.auditOpinion, data.auditBy, data.auditByName, data.version],
      ['approved', '同意立项', manager.userId, STAFF_NAMES.manager, plan.version + 1],
    )
    assert.ok(data.auditTime !== null && data.auditTime >= plan.createTime)
    const seen = await expert.call(routes.get, { params: plan })
    assert.deepEqual([seen.auditOpinion, seen.auditTime], ['同意立项', data.auditTime])
  })

  it('PLN-3: the message to the submitter has the project name and the opinion, in both languages', async () => {
    const project = { projectName: freshName('心衰项目'), projectNo: freshName('XM-'), isPublished: true }
    await manager.call(projectRoutes.create, { body: project })
    const { planId, planName } = await submit({ projectNo: project.projectNo })
    await dataOf(audit(manager, planId, { auditStatus: 'rejected', auditOpinion: '预算不清' }))
    const [chinese, ...others] = await told(planId)
    assert.equal(others.length, 0)
    assert.equal(
      chinese?.content,
      `项目“${project.projectName}”的方案“${planName}”未通过审核。审核意见：预算不清`,
    )
    assert.deepEqual([chinese.title, chinese.isRead], [`方案审核结果：${planName}`, false])
    const [english] = await told(planId, 'en')
    assert.equal(
      english?.content,
      `Your plan “${planName}” for the project “${project.projectName}” has not been approved. Remark: 预算不清`,
    )
  })

  it('PLN-3: without a project the message names the plan alone, without an opinion no opinion', async () => {
    const { planId, planName } = await submit({ projectNo: '拟-1' })
    await dataOf(audit(manager, planId, { auditStatus: 'approved' }))
    assert.equal((await told(planId))[0]?.content, `方案“${planName}”已通过审核。`)
    assert.equal((await told(planId, 'en'))[0]?.content, `Your plan “${planName}” has been approved.`)
  })

  it('PLN-3: a repeated audit makes one decision and one message', async () => {
    const { planId } = await submit()
    const first = await audit(manager, planId, { auditStatus: 'approved', auditOpinion: '同意' })
    const again = await audit(manager, planId, { auditStatus: 'approved', auditOpinion: '同意' })
    assert.deepEqual(again.data, first.data)
    assert.equal(await timesTold(planId), 1)
  })

  it('PLN-3: a decision is revised only by an audit that is based on its version', async () => {
    const { planId } = await submit()
    const { version } = (await audit(manager, planId, { auditStatus: 'approved' })).data
    const late: Audit[] = [
      { auditStatus: 'rejected' },
      { auditStatus: 'approved' },
      { auditStatus: 'approved', auditOpinion: '另有意见' },
      { auditStatus: 'rejected', version: version - 1 },
    ]
    for (const body of late) {
      const { status, error } = await audit(second, planId, body)
      assert.deepEqual([status, error?.error], [409, 'STALE_RECORD'], JSON.stringify(body))
    }
    assert.deepEqual([(await read(planId)).auditBy, await timesTold(planId)], [manager.userId, 1])
    const { data } = await audit(second, planId, { auditStatus: 'rejected', auditOpinion: '复核', version })
    assert.deepEqual([data.auditStatus, data.auditBy, data.auditOpinion], ['rejected', second.userId, '复核'])
    assert.equal(await timesTold(planId), 2)
  })

  it('PLN-3: a plan that has changed since it was read is not decided on', async () => {
    const { planId, version } = await submit()
    const body = { planId, version, remark: '改' }
    await expert.call(routes.update, { body })
    const { error } = await audit(manager, planId, { auditStatus: 'approved', version })
    assert.equal(error?.error, 'STALE_RECORD')
    assert.equal((await read(planId)).auditStatus, 'pending')
  })

  it('PLN-3: a resubmitted plan can be decided on again', async () => {
    const { planId } = await submit()
    const { version } = (await audit(manager, planId, { auditStatus: 'rejected' })).data
    const body = { planId, version, remark: '已补充' }
    await expert.call(routes.update, { body })
    assert.equal((await audit(manager, planId, { auditStatus: 'rejected' })).status, 200)
    assert.equal(await timesTold(planId), 2)
  })

  it('PLN-3: names the invalid fields', async () => {
    const { planId } = await submit()
    const cases: [object, string[]][] = [
      [{ auditStatus: 'pending' }, ['auditStatus']],
      [{}, ['auditStatus']],
      [{ auditStatus: 'approved', auditOpinion: 'x'.repeat(2001) }, ['auditOpinion']],
      [{ auditStatus: 'approved', auditBy: 1 }, ['auditBy']],
    ]
    for (const [body, fields] of cases) {
      const { status, error } = await audit(manager, planId, body as Audit)
      assert.deepEqual([status, error?.details?.map(({ field }) => field)], [400, fields])
    }
    assert.equal(await timesTold(planId), 0)
  })
})

describe('project plans: at once', () => {
  it('PLN-3: of fifty concurrent audits by two managers one decides, and one message is sent', async () => {
    const { planId, version } = await submit()
    const replies = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        index % 2 === 0
          ? audit(manager, planId, { auditStatus: 'approved' })
          : audit(second, planId, { auditStatus: 'rejected', auditOpinion: '不同意' }),
      ),
    )
    const plan = await read(planId)
    assert.equal(plan.version, version + 1)
    for (const [index, { status, error }] of replies.entries()) {
      const isWinner = plan.auditBy === (index % 2 === 0 ? manager : second).userId
      assert.deepEqual([status, error?.error], isWinner ? [200, undefined] : [409, 'STALE_RECORD'])
    }
    assert.equal(await timesTold(planId), 1)
  })

  it('PLN-3: of two managers with the same result one decides', async () => {
    const { planId } = await submit()
    const statuses = await Promise.all(
      [manager, second].map(async (user) => (await audit(user, planId, { auditStatus: 'approved' })).status),
    )
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [200, 409],
    )
    assert.equal(await timesTold(planId), 1)
  })

  it('PLN-1: of fifty concurrent changes to one version, one succeeds and the others are stale', async () => {
    const { planId, version } = await submit()
    const replies = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        expert.attempt(routes.update, { body: { planId, version, remark: `第${index}次` } }),
      ),
    )
    const made = replies.filter(({ status }) => status === 200)
    assert.equal(made.length, 1)
    const refused = new Set(replies.filter((reply) => reply !== made[0]).map(({ error }) => error?.error))
    assert.deepEqual([...refused], ['STALE_RECORD'])
    const plan = await read(planId)
    assert.deepEqual([plan.version, plan.remark], [version + 1, made[0]?.data.remark])
  })

  it('PLN-3: an edit and an audit of one version never both succeed, so that only the version read is approved', async () => {
    const ROUNDS = 20
    for (let round = 0; round < ROUNDS; round++) {
      const { planId, version } = await submit()
      const [edit, decision] = await Promise.all([
        expert.attempt(routes.update, { body: { planId, version, remark: '改' } }),
        audit(manager, planId, { auditStatus: 'approved', version }),
      ])
      const plan = await read(planId)
      assert.deepEqual(
        [edit.status, decision.status].toSorted((a, b) => a - b),
        [200, 409],
      )
      assert.equal(plan.version, version + 1)
      assert.equal(plan.auditStatus, decision.status === 200 ? 'approved' : 'pending')
      assert.equal(plan.remark, edit.status === 200 ? '改' : null)
    }
  })

  it('PLN-3: a submitter who guesses the version after an approval cannot change the approved plan', async () => {
    const { planId, version } = await submit()
    const edit = () => expert.attempt(routes.update, { body: { planId, version: version + 1, remark: '改' } })
    const edits = Promise.all(Array.from({ length: AT_ONCE }, edit))
    assert.equal((await audit(manager, planId, { auditStatus: 'approved' })).status, 200)
    for (const { error } of await edits)
      assert.ok(['STALE_RECORD', 'PLAN_APPROVED'].includes(error?.error ?? 'changed'), error?.error)
    assert.equal((await read(planId)).remark, null)
  })

  it('PLN-3: a deletion and an audit never both take effect', async () => {
    const ROUNDS = 20
    for (let round = 0; round < ROUNDS; round++) {
      const { planId } = await submit()
      const [removal, decision] = await Promise.all([
        expert.attempt(routes.remove, { params: { planId: String(planId) } }),
        audit(manager, planId, { auditStatus: 'approved' }),
      ])
      const outcome = [removal.error?.error ?? 'removed', decision.error?.error ?? 'approved'].join(' ')
      assert.ok(['removed NOT_FOUND', 'PLAN_APPROVED approved'].includes(outcome), outcome)
      assert.equal(await timesTold(planId), decision.status === 200 ? 1 : 0)
    }
  })
})
