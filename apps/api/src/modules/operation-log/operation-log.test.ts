// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { operationLogRoutes as routes } from '@consilium/contract/operation-log/operation-log.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { startApi } from '../../../test/harness.ts'

const api = await startApi()
after(() => api.close())
const admin = await api.admin()
const manager = await api.manager()

const entries = async (operation: string) => {
  const { rows } = await admin.call(routes.list, { query: { operation } })
  return rows
}

describe('the operation log', () => {
  it('contains every write, with who did what to which record', async () => {
    const { data, headers } = await manager.attempt(projectRoutes.create, {
      body: { projectName: '审计项目' },
    })
    const [entry] = await entries('project.create')
    assert.ok(entry)
    assert.deepEqual(
      [entry.userId, entry.userName, entry.httpStatus, entry.error],
      [manager.userId, manager.userName, 200, null],
    )
    assert.match(entry.target ?? '', new RegExp(`\\bprojectId=${data.projectId}\\b`))
    assert.equal(entry.requestId, headers.get('x-request-id'))
    assert.equal(entry.summary, '新建项目')
  })

  it('contains refused writes with the reason, and no reads', async () => {
    const { status } = await manager.attempt(projectRoutes.remove, { params: { projectId: '999999' } })
    assert.equal(status, 404)
    const [refused] = await entries('project.remove')
    assert.deepEqual([refused?.httpStatus, refused?.error], [404, 'NOT_FOUND'])
    await manager.call(projectRoutes.list, {})
    assert.deepEqual(await entries('project.list'), [])
  })

  it('contains each read of a full identity or bank number', async () => {
    const { expertId } = await api.expert()
    await manager.call(expertRoutes.identity, { params: { expertId } })
    const [entry] = await entries('expert.identity')
    assert.equal(entry?.userId, manager.userId)
    assert.match(entry?.target ?? '', new RegExp(`expertId=${expertId}`))
  })

  it('SEC-29: contains ids of a request that is refused before its body is checked, and no text', async () => {
    const body = { meetingId: 999_999, createTime: 'read back', execUserId: ['<script>'], laborTemplateId: 7 }
    const { status } = await api.raw('/business/meeting', {
      method: 'PUT',
      token: manager.token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    assert.equal(status, 404)
    const [entry] = await entries('meeting.update')
    assert.equal(entry?.target, 'meetingId=999999 laborTemplateId=7')
  })

  it('contains no password, name or phone from a request', async () => {
    const rows = await api.db.selectFrom('oper_log').selectAll().execute()
    const text = JSON.stringify(rows)
    for (const secret of [admin.password, manager.password, 'initial-1', manager.phone, '审计项目'])
      assert.ok(!text.includes(secret), secret)
  })

  it('WEB-44: is filtered by a record, by any of its ids, and by an operation from a list', async () => {
    const { projectId, version } = await manager.call(projectRoutes.create, {
      body: { projectName: '按记录筛选' },
    })
    const change = { projectId, version, description: '改' }
    await manager.call(projectRoutes.update, { body: change })
    const of = async (target: string) =>
      (await admin.call(routes.list, { query: { target } })).rows.map(({ operation }) => operation)
    assert.deepEqual(await of(`projectId=${projectId}`), ['project.update', 'project.create'])
    assert.deepEqual(await of(`projectId=${String(projectId).slice(0, -1)}`), [])
    assert.deepEqual(await of('laborTemplateId=7'), ['meeting.update'], 'the second id of an entry')
    const operations = await admin.call(routes.operations, {})
    const known = new Map(operations.map(({ value, label }) => [value, label]))
    assert.equal(known.get('project.create'), '新建项目')
    assert.equal(known.has('project.list'), false, 'reads are not recorded')
    assert.equal((await manager.attempt(routes.operations, {})).status, 403)
  })

  it('is for administrators', async () => {
    assert.equal((await api.anonymous.attempt(routes.list, {})).status, 401)
    assert.equal((await manager.attempt(routes.list, {})).status, 403)
  })
})
