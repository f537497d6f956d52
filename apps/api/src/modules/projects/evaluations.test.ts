// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { projectRoutes as routes } from '@consilium/contract/projects/projects.ts'
import { freshName, STAFF_NAMES } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import { refusalOf } from '../../../test/outcomes.ts'

const EVALUATIONS_MAX = 50

const RACERS = 12

const api = await sharedApi({ after })
const [admin, manager, leader] = [await api.admin(), await api.manager(), await api.leader()]
const [sponsor, executor] = [await api.sponsor(), await api.executor()]
const supervisor = await api.person(executor, 'supervisor')

async function create() {
  const { projectId } = await manager.call(routes.create, { body: { projectName: freshName('评分项目') } })
  return { projectId }
}
const evaluate = (params: { projectId: number }, managerScore: string | null, comment?: string | null) =>
  manager.attempt(routes.evaluate, {
    params,
    body: { managerScore, ...(comment === undefined ? {} : { comment }) },
  })

describe('projects: the history of the score', () => {
  it('PRJ-3: has every score with its comment, by whom and when, the newest first', async () => {
    const params = await create()
    assert.deepEqual(await manager.call(routes.evaluations, { params }), [])
    const comment = '材料齐全，\n进度略慢'
    for (const [score, said] of [['4.5', ` ${comment} `], ['3'], [null, '重新评估'], ['5', '  ']] as const)
      assert.equal((await evaluate(params, score, said)).status, 200)
    const rows = await admin.call(routes.evaluations, { params })
    assert.deepEqual(
      rows.map((row) => [row.managerScore, row.comment, row.createUserName]),
      [
        ['5.00', null, STAFF_NAMES.manager],
        [null, '重新评估', STAFF_NAMES.manager],
        ['3.00', null, STAFF_NAMES.manager],
        ['4.50', comment, STAFF_NAMES.manager],
      ],
    )
    for (const { createTime } of rows) assert.match(createTime, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    assert.equal((await manager.call(routes.get, { params })).managerScore, '5.00')
    assert.deepEqual(await manager.call(routes.evaluations, { params: await create() }), [])
  })

  it('PRJ-3: refuses a comment that is too long, names it and keeps nothing', async () => {
    const params = await create()
    const refused = refusalOf(await evaluate(params, '1', '长'.repeat(2001)))
    assert.deepEqual(refused, { status: 400, error: 'VALIDATION_FAILED', fields: ['comment'] })
    assert.deepEqual(refusalOf(await evaluate(params, '-1', '好')).fields, ['managerScore'])
    assert.deepEqual(await manager.call(routes.evaluations, { params }), [])
    assert.equal((await manager.call(routes.get, { params })).managerScore, null)
    assert.equal((await evaluate(params, '1', '长'.repeat(2000))).status, 200)
  })

  it('PRJ-3: of scores given at once all are kept, and the project has that of the last row', async () => {
    const params = await create()
    const scores = Array.from({ length: RACERS }, (_, index) => `${index}.00`)
    const replies = await Promise.all(scores.map((score) => evaluate(params, score, `第${score}次`)))
    assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200])
    const rows = await manager.call(routes.evaluations, { params })
    assert.equal(rows.length, RACERS)
    assert.deepEqual(new Set(rows.map(({ managerScore }) => managerScore)), new Set(scores))
    for (const { managerScore, comment } of rows) assert.equal(comment, `第${managerScore}次`)
    assert.equal((await manager.call(routes.get, { params })).managerScore, rows[0]?.managerScore)
  })

  it('PRJ-3: answers the latest scores only, and goes with its project', async () => {
    const params = await create()
    for (let score = 0; score <= EVALUATIONS_MAX; score++) await evaluate(params, String(score))
    const rows = await manager.call(routes.evaluations, { params })
    assert.equal(rows.length, EVALUATIONS_MAX)
    assert.equal(rows[0]?.managerScore, '50.00')
    assert.equal(rows.at(-1)?.managerScore, '1.00')
    await manager.call(routes.remove, { params: { projectId: String(params.projectId) } })
    assert.equal((await manager.attempt(routes.evaluations, { params })).status, 404)
  })

  it('COR-20 AUT-4: is for the platform’s staff within reach, never for executors and sponsors', async () => {
    const params = await create()
    const secret = freshName('内部评语')
    await manager.call(routes.assignSponsors, { params, body: { sponsorAdminUserIds: [sponsor.userId] } })
    await manager.call(routes.assignExecutors, { params, body: { execAdminUserIds: [executor.userId] } })
    assert.equal((await evaluate(params, '66.66', secret)).status, 200)
    for (const user of [sponsor, executor, supervisor]) {
      const refused = await user.attempt(routes.evaluations, { params })
      assert.deepEqual([refused.status, refused.error?.error], [403, 'FORBIDDEN'], user.roleType)
      const read = JSON.stringify(await user.call(routes.get, { params }))
      assert.ok(!read.includes(secret) && !read.includes('66.66'), user.roleType)
    }
    assert.equal((await leader.attempt(routes.evaluations, { params })).status, 404)
    await manager.call(routes.setLead, { params, body: { leadUserId: leader.userId } })
    assert.equal((await leader.call(routes.evaluations, { params }))[0]?.comment, secret)
    const scored = await leader.attempt(routes.evaluate, { params, body: { managerScore: '1' } })
    assert.equal(scored.status, 403)
  })
})
