// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import type { CallInput } from '@consilium/contract/client.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { planRoutes as routes, type ProjectPlan } from '@consilium/contract/plans/plans.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import type { Route } from '@consilium/contract/route.ts'
import { freshName, startApi, type User, STAFF_NAMES } from '../../../test/harness.ts'
import { refusalOf } from '../../../test/outcomes.ts'

const UNKNOWN_ID = 8_999_999_999_999_999
const IMAGE = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(64)])

const api = await startApi()
after(() => api.close())
const manager = await api.manager()
const leader = await api.leader()
const expert = await api.expert({ name: '周医生' })
const colleague = await api.expert({ name: '吴医生' })
const executor = await api.executor()
const supervisor = await api.person(executor, 'supervisor')
const users: User[] = [await api.admin(), manager, leader, await api.sponsor(), executor, supervisor, expert]

type Body = CallInput<typeof routes.create>['body']
type Change = Omit<CallInput<typeof routes.update>['body'], 'planId' | 'version'>

const NOT_FOUND = { status: 404, error: 'NOT_FOUND', fields: undefined }

const create = (user: User, body: Partial<Body> = {}) =>
  user.call(routes.create, { body: { planName: freshName('方案'), ...body } })
const read = (user: User, planId: number) => user.attempt(routes.get, { params: { planId } })
const change = (user: User, { planId, version }: ProjectPlan, body: Change) =>
  user.attempt(routes.update, { body: { planId, version, ...body } })
const decide = (planId: number, auditStatus: 'approved' | 'rejected', auditOpinion?: string) =>
  manager.call(routes.audit, { body: { planId, auditStatus, auditOpinion } })
const remove = (user: User, ...planIds: number[]) =>
  user.attempt(routes.remove, { params: { planId: planIds.join(',') } })
const upload = (user: User) => user.call(fileRoutes.upload, { file: new File([IMAGE], '设计.png') })

async function openProject(leadUserId?: number) {
  const body = { projectNo: freshName('XM-'), projectName: freshName('心衰项目'), isPublished: true }
  const data = await manager.call(projectRoutes.create, { body })
  const params = { projectId: data.projectId }
  if (leadUserId) await manager.call(projectRoutes.setLead, { params, body: { leadUserId } })
  return data
}

const idsFound = async (user: User, query: Record<string, unknown> = {}) => {
  const { rows, total } = await user.call(routes.list, { query: { pageSize: 200, ...query } })
  assert.equal(total, rows.length)
  return rows.map(({ planId }) => planId)
}

describe('project plans: who may call', () => {
  for (const [name, route] of Object.entries(routes) as [string, Route][]) {
    const path = route.path.replace('{planId}', String(UNKNOWN_ID))
    const allowed = route.access as readonly RoleType[]

    it(`PLN-1 AUT-4: ${name} asks for a login and refuses other roles`, async () => {
      const call = (token?: string) => api.raw(path, { method: route.method, ...(token ? { token } : {}) })
      assert.equal((await call()).status, 401)
      for (const user of users.filter(({ roleType }) => !allowed.includes(roleType)))
        assert.equal((await call(user.token)).status, 403, user.roleType)
    })
  }
})

describe('project plans: a record', () => {
  it('PLN-1: an expert and a manager submit to the same resource, and every field is stored', async () => {
    const body = {
      planName: '县域心衰管理',
      planDirection: '临床教育',
      planCategory: '学术',
      projectForm: '线下会议',
      designFileUrl: 'https://example.com/设计.pdf?v=1',
      projectNo: freshName('拟-'),
      remark: '第一稿',
    }
    const plan = await create(expert, body)
    const { planName, planDirection, planCategory, projectForm, designFileUrl, projectNo, remark } = plan
    const kept = { planName, planDirection, planCategory, projectForm, designFileUrl, projectNo, remark }
    assert.deepEqual(kept, body)
    assert.deepEqual([plan.isSettled, plan.projectId, plan.projectName], [false, null, null])
    assert.deepEqual([plan.auditStatus, plan.auditBy, plan.auditTime], ['pending', null, null])
    assert.match(plan.createTime, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    assert.deepEqual((await read(expert, plan.planId)).data, plan)

    const own = await create(manager, { isSettled: true })
    assert.deepEqual([own.submitterId, own.isSettled], [manager.userId, true])
    const found = await idsFound(manager)
    assert.ok(found.includes(plan.planId) && found.includes(own.planId))
  })

  it('PLN-1: the submitter is named by person or expert, otherwise by the account', async () => {
    assert.equal((await create(expert)).submitterName, '周医生')
    assert.equal((await create(manager)).submitterName, STAFF_NAMES.manager)
    assert.equal((await create(manager, { submitterId: supervisor.userId })).submitterName, '赵敏')
  })

  it('PLN-1: number and name come from the project, by its id or its number', async () => {
    const project = await openProject()
    const facts = [project.projectId, project.projectNo, project.projectName]
    const factsOf = (plan: ProjectPlan) => [plan.projectId, plan.projectNo, plan.projectName]
    const byId = await create(manager, { projectId: project.projectId, projectNo: '别的编号' })
    assert.deepEqual(factsOf(byId), facts)
    const byNumber = await create(expert, { projectNo: project.projectNo })
    assert.deepEqual(factsOf(byNumber), facts)

    const renamed = { projectId: project.projectId, version: project.version, projectName: '新名称' }
    await manager.call(projectRoutes.update, { body: renamed })
    assert.equal((await read(expert, byNumber.planId)).data.projectName, '新名称')

    const free = (await change(expert, byNumber, { projectId: null, projectNo: '拟-7' })).data
    assert.deepEqual(factsOf(free), [null, '拟-7', null])
    const untouched = (await change(expert, free, { projectId: null })).data
    assert.deepEqual(factsOf(untouched), [null, '拟-7', null])
    const linked = (await change(expert, untouched, { projectNo: project.projectNo })).data
    assert.equal(linked.projectId, project.projectId)
    assert.deepEqual(factsOf((await change(expert, linked, { projectNo: '' })).data), [null, null, null])
    assert.deepEqual(factsOf((await change(manager, byId, { projectId: null })).data), [null, null, null])
  })

  it('PLN-1: neither a project with plans nor the account of a submitter can be deleted', async () => {
    const project = await openProject()
    const submitter = await api.expert()
    const plan = await create(submitter, { projectNo: project.projectNo })
    const dropProject = () =>
      manager.attempt(projectRoutes.remove, { params: { projectId: String(project.projectId) } })
    const dropExpert = () =>
      manager.attempt(expertRoutes.remove, { params: { expertId: String(submitter.expertId) } })
    assert.equal((await dropProject()).error?.error, 'RECORD_IN_USE')
    assert.equal((await dropExpert()).error?.error, 'RECORD_IN_USE')
    assert.equal((await remove(manager, plan.planId)).status, 200)
    assert.equal((await dropProject()).status, 200)
    assert.equal((await dropExpert()).status, 200)
  })

  it('PLN-1: names the invalid fields', async () => {
    const post = async (body: object) =>
      refusalOf(await manager.attempt(routes.create, { body: { planName: '方案', ...body } }))
    const wrong = async (body: object, ...fields: string[]) =>
      assert.deepEqual(await post(body), { status: 400, error: 'VALIDATION_FAILED', fields }, fields.join())
    await wrong({ planName: ' ' }, 'planName')
    await wrong({ auditStatus: 'approved' }, 'auditStatus')
    await wrong({ remark: 'x'.repeat(2001) }, 'remark')
    await wrong({ isSettled: 'yes' }, 'isSettled')
    await wrong({ projectId: UNKNOWN_ID }, 'projectId')
    await wrong({ submitterId: UNKNOWN_ID }, 'submitterId')
    const missing = await manager.attempt(routes.create, { body: {} as Body })
    assert.deepEqual(refusalOf(missing).fields, ['planName'])
    const bad = [
      'javascript:alert(1)',
      '//example.com',
      'https://',
      '/etc/passwd',
      '/api/common/file/0',
      'a\u0000',
    ]
    for (const designFileUrl of bad) await wrong({ designFileUrl }, 'designFileUrl')
  })

  it('PLN-1: a repeated request with the same key submits once', async () => {
    const body = { planName: freshName('重复方案') }
    const headers = { 'idempotency-key': freshName('key-') }
    const first = await expert.call(routes.create, { body, headers })
    const second = await expert.call(routes.create, { body, headers })
    assert.equal(first.planId, second.planId)
    assert.equal((await idsFound(expert, body)).length, 1)
  })

  it('PLN-1: the design is one of the caller’s files, answered with a newly signed address', async () => {
    const [mine, foreign] = [await upload(expert), await upload(colleague)]
    const refused = { status: 400, error: 'FILE_UNKNOWN', fields: ['designFileUrl'] }
    const of = (address: string) =>
      expert.attempt(routes.create, { body: { planName: '方案', designFileUrl: address } })
    assert.deepEqual(refusalOf(await of(foreign.url)), refused)
    assert.deepEqual(refusalOf(await of(`/api/common/file/${UNKNOWN_ID}`)), refused)

    const plan = (await of(`/api/common/file/${mine.fileId}`)).data
    assert.ok(plan.designFileUrl?.startsWith(`/api/common/file/${mine.fileId}?`))
    assert.equal((await fetch(new URL(plan.designFileUrl ?? '', api.baseUrl))).status, 200)
    const { data } = await change(expert, plan, { designFileUrl: plan.designFileUrl, remark: '表单' })
    assert.ok(data.designFileUrl?.startsWith(`/api/common/file/${mine.fileId}?`))
    const stored = await api.db
      .selectFrom('project_plan')
      .select('design_file_url')
      .where('plan_id', '=', plan.planId)
      .executeTakeFirst()
    assert.equal(stored?.design_file_url, `/api/common/file/${mine.fileId}`, 'no signature is kept')
    assert.equal((await change(expert, data, { designFileUrl: '' })).data.designFileUrl, null)
    const given = (await change(manager, await create(expert), { designFileUrl: foreign.url })).data
    const kept = await change(expert, given, { designFileUrl: given.designFileUrl })
    assert.equal(kept.status, 200, 'a file that the plan has already may stay, whoever uploaded it')
  })
})

describe('project plans: scope', () => {
  it("PLN-2 AUT-4: an expert's list, reading, changes and deletions are of its own plans only", async () => {
    const [own, other] = [await create(expert), await create(colleague)]
    const rows = (await expert.call(routes.list, { query: { pageSize: 200 } })).rows
    assert.ok(rows.some(({ planId }) => planId === own.planId))
    assert.ok(rows.every(({ submitterId }) => submitterId === expert.userId))
    assert.deepEqual(await idsFound(expert, { planName: other.planName }), [])
    assert.deepEqual(refusalOf(await read(expert, other.planId)), NOT_FOUND)
    assert.deepEqual(refusalOf(await change(expert, other, { remark: '他人' })), NOT_FOUND)
    assert.deepEqual(refusalOf(await remove(expert, own.planId, other.planId)), NOT_FOUND)
    assert.equal((await read(colleague, other.planId)).data.version, other.version)
    assert.equal((await read(expert, own.planId)).status, 200, 'all or none')
  })

  it('PLN-2: a submitter that an expert names is ignored, on creation and on changes', async () => {
    const plan = await create(expert, { submitterId: colleague.userId })
    assert.equal(plan.submitterId, expert.userId)
    const { data } = await change(expert, plan, { submitterId: colleague.userId, remark: '改' })
    assert.deepEqual([data.submitterId, data.remark], [expert.userId, '改'])
    const unknown = await change(expert, data, { submitterId: UNKNOWN_ID })
    assert.equal(unknown.data.submitterId, expert.userId)
  })

  it('PLN-2: a manager submits for an expert, whose plan it then is', async () => {
    const plan = await create(manager, { submitterId: expert.userId })
    assert.deepEqual([plan.submitterId, plan.submitterName], [expert.userId, '周医生'])
    assert.equal((await read(expert, plan.planId)).status, 200)
    const moved = (await change(manager, plan, { submitterId: colleague.userId })).data
    assert.equal(moved.submitterName, '吴医生')
    assert.deepEqual(refusalOf(await read(expert, plan.planId)), NOT_FOUND)
  })

  it('PLN-1 AUT-4: a lead reads the plans of its projects and writes none', async () => {
    const [led, foreign] = [await openProject(leader.userId), await openProject()]
    const plan = await create(expert, { projectNo: led.projectNo })
    const outside = [await create(expert, { projectNo: foreign.projectNo }), await create(expert)]
    assert.deepEqual(await idsFound(leader), [plan.planId])
    const { data } = await read(leader, plan.planId)
    assert.deepEqual(data.abilities, { update: false, settle: false, audit: false, remove: false })
    for (const { planId } of outside) assert.deepEqual(refusalOf(await read(leader, planId)), NOT_FOUND)
  })

  it('PLN-1: answers 404 for an unknown plan', async () => {
    const missing = { ...(await create(manager)), planId: UNKNOWN_ID }
    assert.deepEqual(refusalOf(await read(manager, UNKNOWN_ID)), NOT_FOUND)
    assert.deepEqual(refusalOf(await change(manager, missing, { remark: '无' })), NOT_FOUND)
    assert.deepEqual(refusalOf(await remove(manager, UNKNOWN_ID)), NOT_FOUND)
    const body = { planId: UNKNOWN_ID, auditStatus: 'approved' as const }
    assert.deepEqual(refusalOf(await manager.attempt(routes.audit, { body })), NOT_FOUND)
  })
})

describe('project plans: changes', () => {
  it('PLN-1: leaves omitted fields unchanged, clears null fields, and increments the version', async () => {
    const plan = await create(expert, { planDirection: '教育', remark: '旧', projectNo: '拟-9' })
    const { data } = await change(expert, plan, { planName: '新名', remark: null })
    assert.deepEqual(data, { ...plan, planName: '新名', remark: null, version: plan.version + 1 })
  })

  it('PLN-1: only a manager settles; a form may send the current flag back', async () => {
    const refused = { status: 403, error: 'FORBIDDEN', fields: ['isSettled'] }
    const body = { planName: '方案', isSettled: true }
    assert.deepEqual(refusalOf(await expert.attempt(routes.create, { body })), refused)
    const plan = await create(expert, { isSettled: false })
    assert.deepEqual(refusalOf(await change(expert, plan, { isSettled: true })), refused)
    const settled = (await change(manager, plan, { isSettled: true })).data
    assert.equal(settled.isSettled, true)
    assert.deepEqual(refusalOf(await change(expert, settled, { isSettled: false })), refused)
    assert.equal((await change(expert, settled, { isSettled: true, remark: '改' })).data.isSettled, true)
  })

  it('PLN-1: an approved plan can be changed by managers, but not by its submitter', async () => {
    const { planId } = await create(expert)
    const approved = await decide(planId, 'approved')
    const refused = { status: 409, error: 'PLAN_APPROVED', fields: undefined }
    assert.deepEqual(refusalOf(await change(expert, approved, { remark: '改' })), refused)
    assert.deepEqual(refusalOf(await remove(expert, planId)), refused)
    const { abilities } = (await read(expert, planId)).data
    assert.deepEqual(abilities, { update: false, settle: false, audit: false, remove: false })
    const { data } = await change(manager, approved, { remark: '更正' })
    assert.deepEqual([data.remark, data.auditStatus, data.auditBy], ['更正', 'approved', manager.userId])
    assert.equal((await remove(manager, planId)).status, 200)
    assert.equal((await read(expert, planId)).status, 404)
  })

  it('PLN-3: a change by the submitter returns a rejected plan to audit and removes the decision', async () => {
    const { planId } = await create(expert)
    const rejected = await decide(planId, 'rejected', '预算不清')
    const corrected = (await change(manager, rejected, { isSettled: true })).data
    assert.deepEqual([corrected.auditStatus, corrected.auditOpinion], ['rejected', '预算不清'])
    const { data } = await change(expert, corrected, { remark: '已补充' })
    const { auditStatus, auditOpinion, auditBy, auditByName, auditTime } = data
    assert.deepEqual(
      [auditStatus, auditOpinion, auditBy, auditByName, auditTime],
      ['pending', null, null, null, null],
    )
    assert.deepEqual(data.abilities, { update: true, settle: false, audit: false, remove: true })
    const { abilities } = (await read(manager, planId)).data
    assert.deepEqual(abilities, { update: true, settle: true, audit: true, remove: true })
    await decide(planId, 'rejected')
    assert.equal((await remove(expert, planId)).status, 200)
  })
})

describe('project plans: projects that an expert may name', () => {
  it('AUT-4 COR-10: not an unrelated project by id; by its number the plan shows the project’s name', async () => {
    const hidden = { projectNo: freshName('XM-'), projectName: freshName('未公开') }
    const project = await manager.call(projectRoutes.create, { body: hidden })
    const { projectId, projectNo } = project
    const byId = await expert.attempt(routes.create, { body: { planName: '试探', projectId } })
    assert.deepEqual([byId.status, byId.error?.details?.[0]?.field], [400, 'projectId'])
    const byNumber = await expert.call(routes.create, { body: { planName: '试探', projectNo } })
    assert.deepEqual([byNumber.projectName, byNumber.projectNo], [hidden.projectName, projectNo])
  })
})

describe('COR-10: a plan of a project that is not public', () => {
  it('COR-10 PLN-1 PLN-3: shows its project to its doctor, and names it in the result of the audit', async () => {
    const projectNo = freshName('XM-')
    const plan = await expert.call(routes.create, { body: { planName: '早提交', projectNo } })
    assert.equal(plan.projectName, null)
    const hidden = { projectNo, projectName: freshName('未公开') }
    await manager.call(projectRoutes.create, { body: hidden })
    assert.equal((await read(expert, plan.planId)).data.projectName, hidden.projectName)
    await decide(plan.planId, 'approved')
    const { rows } = await expert.call(messageRoutes.list, {})
    assert.ok(rows[0]?.content.includes(hidden.projectName), rows[0]?.content)
  })
})

describe('project plans: the list', () => {
  it('PLN-1: every filter narrows it, wildcards are taken literally', async () => {
    const project = await openProject()
    const tag = freshName('筛选')
    const plan = await create(expert, {
      planName: `${tag}甲_100%`,
      planDirection: `${tag}教育`,
      planCategory: `${tag}学术`,
      projectForm: `${tag}线上`,
      projectId: project.projectId,
    })
    const other = await create(manager, { planName: `${tag}乙`, projectNo: `${tag}-no`, isSettled: true })
    await decide(other.planId, 'rejected')
    const cases: [Record<string, unknown>, number[]][] = [
      [{}, [other.planId, plan.planId]],
      [{ planName: '甲_100%' }, [plan.planId]],
      [{ planName: '甲%1' }, []],
      [{ planDirection: `${tag}教` }, [plan.planId]],
      [{ planCategory: '学术' }, [plan.planId]],
      [{ projectForm: '线上' }, [plan.planId]],
      [{ projectId: project.projectId }, [plan.planId]],
      [{ projectNo: project.projectNo.toLowerCase() }, [plan.planId]],
      [{ projectNo: `${tag}-n` }, [other.planId]],
      [{ projectName: project.projectName.slice(2) }, [plan.planId]],
      [{ isSettled: 'true' }, [other.planId]],
      [{ isSettled: 'false' }, [plan.planId]],
      [{ auditStatus: 'rejected' }, [other.planId]],
      [{ submitterName: '周医' }, [plan.planId]],
      [{ submitterName: STAFF_NAMES.manager }, [other.planId]],
      [
        { 'params[beginTime]': plan.createTime, 'params[endTime]': other.createTime },
        [other.planId, plan.planId],
      ],
      [{ 'params[endTime]': '2020-01-01 00:00:00' }, []],
      [{ 'params[beginTime]': '2099-01-01 00:00:00' }, []],
    ]
    for (const [query, ids] of cases)
      assert.deepEqual(await idsFound(manager, { planName: tag, ...query }), ids, JSON.stringify(query))
    const bad = await manager.attempt(routes.list, { query: { orderByColumn: 'remark' as 'planId' } })
    assert.deepEqual(refusalOf(bad).fields, ['orderByColumn'])
  })

  it('PLN-1: is sorted and paged', async () => {
    const tag = freshName('分页')
    for (const letter of ['b', 'c', 'a']) await create(manager, { planName: `${tag}${letter}` })
    const query = { planName: tag, orderByColumn: 'planName', isAsc: 'asc', pageSize: 2 } as const
    const first = await manager.call(routes.list, { query })
    const second = await manager.call(routes.list, { query: { ...query, pageNum: 2 } })
    const names = [...first.rows, ...second.rows].map(({ planName }) => planName.slice(tag.length))
    assert.deepEqual([names, first.total, first.rows.length], [['a', 'b', 'c'], 3, 2])
  })
})
