// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import {
  projectRoutes as routes,
  type ProjectCreate,
  type ProjectQuery,
} from '@consilium/contract/projects/projects.ts'
import type { Route } from '@consilium/contract/route.ts'
import { freshName, startApi, type User, STAFF_NAMES } from '../../../test/harness.ts'
import { dataOf, refusalOf } from '../../../test/outcomes.ts'

const UNKNOWN_ID = 8_999_999_999_999_999

const api = await startApi()
after(() => api.close())
const manager = await api.manager()
const leader = await api.leader()
const sponsor = await api.sponsor()
const executor = await api.executor()
const expert = await api.expert()
const supervisor = await api.person(executor, 'supervisor')
const users: User[] = [await api.admin(), manager, leader, sponsor, executor, supervisor, expert]

async function create(body: Partial<ProjectCreate> = {}) {
  const data = await manager.call(routes.create, {
    body: { projectName: freshName('心衰项目'), ...body },
  })
  return data
}

const setLead = (projectId: number, leadUserId: number | null) =>
  manager.call(routes.setLead, { params: { projectId }, body: { leadUserId } })

const idsFound = async (user: User, query: Partial<Record<keyof ProjectQuery, unknown>>) => {
  const { rows, total } = await user.call(routes.list, { query: { pageSize: 200, ...query } as never })
  assert.equal(total, rows.length)
  return rows.map(({ projectId }) => projectId)
}

describe('projects: who may call', () => {
  for (const [name, route] of Object.entries(routes) as [string, Route][]) {
    const path = route.path.replace('{projectId}', String(UNKNOWN_ID))
    const allowed = route.access as readonly RoleType[]

    it(`SVC-4 AUT-4: ${name} asks for a login and refuses other roles`, async () => {
      const call = (token?: string) => api.raw(path, { method: route.method, ...(token ? { token } : {}) })
      assert.equal((await call()).status, 401)
      for (const user of users.filter(({ roleType }) => !allowed.includes(roleType)))
        assert.equal((await call(user.token)).status, 403, user.roleType)
    })
  }
})

describe('projects: a record', () => {
  it('PRJ-1 SVC-4: a manager creates a project with a given or a generated number', async () => {
    const body = {
      projectNo: freshName('XM-'),
      projectName: '心衰规范化诊疗项目',
      startTime: '2026-03-01 08:00:00',
      endTime: '2026-12-31 23:59:59',
      orgId: sponsor.orgId,
      isBidProject: true,
      description: '第一期',
    }
    const project = await create(body)
    assert.ok(Number.isSafeInteger(project.projectId))
    const { projectNo, projectName, startTime, endTime, orgId, isBidProject, description } = project
    assert.deepEqual({ projectNo, projectName, startTime, endTime, orgId, isBidProject, description }, body)
    assert.deepEqual([project.orgName, project.orgType], [sponsor.orgName, 'sponsor'])
    assert.equal(project.createUserId, manager.userId)
    assert.match(project.createTime, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)

    const [first, second] = [await create(), await create()]
    assert.ok(first.projectNo.length > 0 && first.projectNo !== second.projectNo)
    assert.ok(second.projectId > first.projectId)
  })

  it('PRJ-1: answers what was written, and 404 for an unknown project', async () => {
    const project = await create({ startTime: '2026-03-01 08:00:00' })
    const data = await manager.call(routes.get, { params: { projectId: project.projectId } })
    assert.deepEqual(data, project)
    const missing = await manager.attempt(routes.get, { params: { projectId: UNKNOWN_ID } })
    assert.equal(refusalOf(missing).status, 404)
  })

  it('PRJ-1: names the invalid fields', async () => {
    const post = async (body: object) =>
      refusalOf(await manager.attempt(routes.create, { body: body as ProjectCreate }))
    const wrong = await post({
      startTime: '2026-02-30 08:00:00',
      endTime: '2026-12-31',
      orgId: 'x',
      extra: 1,
    })
    assert.deepEqual([wrong.status, wrong.error], [400, 'VALIDATION_FAILED'])
    assert.deepEqual(wrong.fields?.toSorted(), ['endTime', 'extra', 'orgId', 'projectName', 'startTime'])
    const orgId = await post({ projectName: '项目', orgId: UNKNOWN_ID })
    assert.deepEqual(orgId, { status: 400, error: 'VALIDATION_FAILED', fields: ['orgId'] })
    const reversed = await post({
      projectName: '项目',
      startTime: '2026-03-02 00:00:00',
      endTime: '2026-03-01 23:59:59',
    })
    assert.deepEqual(reversed, { status: 400, error: 'PERIOD_REVERSED', fields: ['endTime'] })
  })

  it('PRJ-1: of concurrent projects with the same number, one is created', async () => {
    const body = { projectNo: freshName('XM-'), projectName: '同号项目' }
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => manager.attempt(routes.create, { body })),
    )
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    const refused = replies.filter(({ status }) => status !== 200).map(refusalOf)
    for (const refusal of refused)
      assert.deepEqual(refusal, { status: 409, error: 'PROJECT_NO_TAKEN', fields: ['projectNo'] })
    assert.equal((await idsFound(manager, { projectNo: body.projectNo })).length, 1)
  })

  it('PRJ-1: a generated number skips one that a user has taken', async () => {
    const { projectNo } = await create()
    const next = projectNo.replace(/\d+$/, (count) => String(Number(count) + 1))
    await create({ projectNo: next })
    const made = await create()
    assert.ok(![projectNo, next].includes(made.projectNo))
  })

  it('PRJ-1: a repeated request with the same key creates once', async () => {
    const body = { projectName: freshName('重复项目') }
    const headers = { 'idempotency-key': freshName('key-') }
    const first = await manager.call(routes.create, { body, headers })
    const second = await manager.call(routes.create, { body, headers })
    assert.equal(first.projectId, second.projectId)
    assert.equal((await idsFound(manager, { projectName: body.projectName })).length, 1)
  })

  it('PRJ-2 COR-11: the creator and the lead have names, and a name that is changed is shown at once', async () => {
    const { projectId, createUserName } = await create()
    assert.equal(createUserName, STAFF_NAMES.manager)
    assert.equal((await setLead(projectId, leader.userId)).leadUserName, STAFF_NAMES.leader)
    await leader.call(accountRoutes.changeName, { body: { name: '吴改名' } })
    assert.equal((await manager.call(routes.get, { params: { projectId } })).leadUserName, '吴改名')
    assert.equal((await setLead(projectId, null)).leadUserName, null)
  })
})

describe('COR-20: the score of a project', () => {
  it('COR-20: is visible to the platform’s staff only', async () => {
    const { projectId } = await create()
    const params = { projectId }
    await manager.call(routes.assignSponsors, { params, body: { sponsorAdminUserIds: [sponsor.userId] } })
    await manager.call(routes.assignExecutors, { params, body: { execAdminUserIds: [executor.userId] } })
    await manager.call(routes.evaluate, { params, body: { managerScore: '777.77' } })
    assert.equal((await manager.call(routes.get, { params })).managerScore, '777.77')
    for (const user of [sponsor, executor, supervisor]) {
      assert.equal((await user.call(routes.get, { params })).managerScore, null)
      const { rows } = await user.call(routes.list, {})
      assert.deepEqual(rows.map(({ managerScore }) => managerScore).filter(Boolean), [])
      const asked = await user.attempt(routes.list, { query: { managerScore: '777.77' } })
      assert.deepEqual(refusalOf(asked), { status: 403, error: 'FORBIDDEN', fields: ['managerScore'] })
      const sorted = await user.attempt(routes.list, { query: { orderByColumn: 'managerScore' } })
      assert.deepEqual(refusalOf(sorted), { status: 403, error: 'FORBIDDEN', fields: ['orderByColumn'] })
    }
  })
})

describe('projects: changes', () => {
  it('PRJ-1: leaves omitted fields unchanged, clears null fields, and increments the version', async () => {
    const { projectId, version, ...before } = await create({
      description: '旧',
      startTime: '2026-03-01 08:00:00',
    })
    const change = { projectId, version, projectName: '新名称', description: null }
    const data = await manager.call(routes.update, { body: change })
    assert.deepEqual(data, { ...before, ...change, version: version + 1 })
  })

  it('PRJ-1: refuses the same invalid fields as creation', async () => {
    const { projectId, version } = await create({ startTime: '2026-03-01 08:00:00' })
    const { projectNo } = await create()
    const put = async (change: object) =>
      refusalOf(await manager.attempt(routes.update, { body: { projectId, version, ...change } }))
    const reversed = await put({ endTime: '2026-02-28 08:00:00' })
    assert.deepEqual(reversed, { status: 400, error: 'PERIOD_REVERSED', fields: ['endTime'] })
    assert.deepEqual(await put({ projectNo }), {
      status: 409,
      error: 'PROJECT_NO_TAKEN',
      fields: ['projectNo'],
    })
    assert.deepEqual(await put({ orgId: UNKNOWN_ID }), {
      status: 400,
      error: 'VALIDATION_FAILED',
      fields: ['orgId'],
    })
    assert.deepEqual((await put({ managerScore: '5' })).fields, ['managerScore'])
    assert.equal((await put({ endTime: '2026-03-01 08:00:00' })).status, 200)
  })

  it('PRJ-1: of concurrent changes to one version, one succeeds and the others are stale', async () => {
    const { projectId, version } = await create()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        manager.attempt(routes.update, { body: { projectId, version, description: `第${index}次` } }),
      ),
    )
    const errors = replies.map(({ error }) => error?.error ?? 'none').toSorted()
    assert.deepEqual(errors, [...Array.from({ length: 19 }, () => 'STALE_RECORD'), 'none'])
    const data = await manager.call(routes.get, { params: { projectId } })
    assert.equal(data.version, version + 1)
    assert.equal(data.description, replies.find(({ status }) => status === 200)?.data.description)
  })

  it('PRJ-1: deletes all of the named projects or none', async () => {
    const [first, second] = [await create(), await create()]
    const remove = (projectId: string) => manager.attempt(routes.remove, { params: { projectId } })
    assert.equal((await remove(`${first.projectId},${UNKNOWN_ID}`)).status, 404)
    assert.equal((await manager.attempt(routes.get, { params: first })).status, 200)
    assert.deepEqual(refusalOf(await remove('1,x')).fields, ['projectId'])
    assert.equal((await remove(`${first.projectId},${second.projectId}`)).status, 200)
    assert.equal((await manager.attempt(routes.get, { params: first })).status, 404)
    assert.equal((await manager.attempt(routes.get, { params: second })).status, 404)
  })
})

describe('projects: the score', () => {
  const evaluate = (projectId: number, managerScore: unknown) =>
    manager.attempt(routes.evaluate, {
      params: { projectId },
      body: { managerScore: managerScore as string },
    })

  it('PRJ-3: is exact, and found by its value in any notation', async () => {
    for (const [given, kept] of [
      [0.1, '0.10'],
      ['0.2', '0.20'],
      [0.3, '0.30'],
      ['0.07', '0.07'],
      [1.15, '1.15'],
      ['8.05', '8.05'],
      [4.35, '4.35'],
      ['999.99', '999.99'],
      [0, '0.00'],
    ] as const) {
      const { projectId } = await create()
      const { data } = await evaluate(projectId, given)
      assert.equal(data.managerScore, kept)
      assert.deepEqual(await idsFound(manager, { managerScore: given }), [projectId])
      assert.deepEqual(await idsFound(manager, { managerScore: kept }), [projectId])
    }
    assert.deepEqual(await idsFound(manager, { managerScore: '0.31' }), [])
  })

  it('PRJ-3: 4.5 finds 4.50 and no other score', async () => {
    const { projectId } = await create()
    await dataOf(evaluate(projectId, '4.50'))
    await dataOf(evaluate((await create()).projectId, '4.51'))
    assert.deepEqual(await idsFound(manager, { managerScore: '4.5' }), [projectId])
    assert.equal((await evaluate(projectId, null)).data.managerScore, null)
    assert.deepEqual(await idsFound(manager, { managerScore: '4.5' }), [])
  })

  it('PRJ-3: refuses values that it could not store exactly', async () => {
    const { projectId } = await create()
    for (const score of [0.1 + 0.2, '1.005', -1, '1000', '1e2', 'good', ''])
      assert.deepEqual(refusalOf(await evaluate(projectId, score)).fields, ['managerScore'], String(score))
    assert.equal((await evaluate(UNKNOWN_ID, '1')).status, 404)
  })
})

describe('projects: reach', () => {
  it('AUT-4: a caller sees the projects that it leads or that are assigned to its organization', async () => {
    const [led, sponsored, executed, unrelated] = [
      await create(),
      await create(),
      await create(),
      await create(),
    ]
    await setLead(led.projectId, leader.userId)
    await manager.call(routes.assignSponsors, {
      params: sponsored,
      body: { sponsorAdminUserIds: [sponsor.userId] },
    })
    await manager.call(routes.assignExecutors, {
      params: executed,
      body: { execAdminUserIds: [executor.userId] },
    })

    const all = [led, sponsored, executed, unrelated].map(({ projectId }) => projectId)
    const reached = async (user: User) => (await idsFound(user, {})).filter((id) => all.includes(id))
    assert.deepEqual(await reached(leader), [led.projectId])
    assert.deepEqual(await reached(sponsor), [sponsored.projectId])
    assert.deepEqual(await reached(executor), [executed.projectId])
    assert.deepEqual(await reached(supervisor), [executed.projectId])
    assert.deepEqual(await reached(await api.executor()), [])
    assert.deepEqual((await reached(manager)).length, 4)

    for (const user of [leader, sponsor, executor, supervisor])
      for (const projectId of all) {
        const { status } = await user.attempt(routes.get, { params: { projectId } })
        assert.equal(status, (await reached(user)).includes(projectId) ? 200 : 404, user.roleType)
      }
  })

  it('AUT-4: a leader changes a project only as long as it leads it', async () => {
    const { projectId } = await create()
    const { version } = await setLead(projectId, leader.userId)
    const data = await leader.call(routes.update, {
      body: { projectId, version, description: '负责人填写' },
    })
    assert.equal(data.description, '负责人填写')
    const next = await setLead(projectId, (await api.leader()).userId)
    const put = await leader.attempt(routes.update, {
      body: { projectId, version: next.version, description: '' },
    })
    assert.equal(put.status, 404)
  })

  it('AUT-5: answers each caller’s abilities', async () => {
    const { projectId } = await create()
    await setLead(projectId, leader.userId)
    await manager.call(routes.assignSponsors, {
      params: { projectId },
      body: { sponsorAdminUserIds: [sponsor.userId] },
    })
    await manager.call(routes.assignExecutors, {
      params: { projectId },
      body: { execAdminUserIds: [executor.userId] },
    })
    const abilities = async (user: User) => {
      const data = await user.call(routes.get, { params: { projectId } })
      return Object.entries(data.abilities).flatMap(([name, may]) => (may ? [name] : []))
    }
    assert.deepEqual(await abilities(manager), [
      'update',
      'publish',
      'assign',
      'evaluate',
      'createMeeting',
      'remove',
    ])
    assert.deepEqual(await abilities(leader), ['update', 'createMeeting'])
    assert.deepEqual(await abilities(executor), ['createMeeting'])
    assert.deepEqual(await abilities(sponsor), [])
    assert.deepEqual(await abilities(supervisor), [])
  })
})
