// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import type { CallInput } from '@consilium/contract/client.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import type { Route } from '@consilium/contract/route.ts'
import { specialPlanRoutes as routes, type SpecialPlan } from '@consilium/contract/plans/special-plans.ts'
import { freshName, type User, STAFF_NAMES } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import { refusalOf } from '../../../test/outcomes.ts'

const UNKNOWN_ID = 8_999_999_999_999_999
const AT_ONCE = 50
const IMAGE = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(64)])

const api = await sharedApi({ after })
const manager = await api.manager()
const leader = await api.leader()
const sponsor = await api.sponsor()
const executor = await api.executor()
const expert = await api.expert()
const supervisor = await api.person(executor, 'supervisor')
const users: User[] = [await api.admin(), manager, leader, sponsor, executor, supervisor, expert]

type Body = CallInput<typeof routes.create>['body']
type Change = Omit<CallInput<typeof routes.update>['body'], 'specialPlanId' | 'version'>

const NOT_FOUND = { status: 404, error: 'NOT_FOUND', fields: undefined }

const create = (body: Partial<Body> = {}) =>
  manager.call(routes.create, { body: { planName: freshName('专项'), ...body } })
const read = (specialPlanId: number) => manager.attempt(routes.get, { params: { specialPlanId } })
const change = ({ specialPlanId, version }: SpecialPlan, body: Change) =>
  manager.attempt(routes.update, { body: { specialPlanId, version, ...body } })
const remove = (...ids: number[]) =>
  manager.attempt(routes.remove, { params: { specialPlanId: ids.join(',') } })
const upload = async (user: User) =>
  (await user.call(fileRoutes.upload, { file: new File([IMAGE], '附件.png') })).fileId

const idsFound = async (query: Record<string, unknown>, user: User = manager) => {
  const { rows, total } = await user.call(routes.list, { query: { pageSize: 200, ...query } })
  assert.equal(total, rows.length)
  return rows.map(({ specialPlanId }) => specialPlanId)
}

describe('special plans: who may call', () => {
  for (const [name, route] of Object.entries(routes) as [string, Route][]) {
    const path = route.path.replace('{specialPlanId}', String(UNKNOWN_ID))
    const allowed = route.access as readonly RoleType[]

    it(`PLN-4: ${name} asks for a login and refuses other roles`, async () => {
      const call = (token?: string) => api.raw(path, { method: route.method, ...(token ? { token } : {}) })
      assert.equal((await call()).status, 401)
      for (const user of users.filter(({ roleType }) => !allowed.includes(roleType)))
        assert.equal((await call(user.token)).status, 403, user.roleType)
    })
  }
})

describe('special plans: a record', () => {
  it('PLN-4: a manager creates one, and every field is stored, the budget to the cent', async () => {
    const body = {
      planName: '基层心衰专项',
      planType: '年度',
      content: '第一阶段\n第二阶段',
      startTime: '2026-03-01 08:00:00',
      endTime: '2026-12-31 23:59:59',
      orgId: sponsor.orgId,
    }
    const plan = await create({ ...body, budget: 1234567.1 })
    const { planName, planType, content, startTime, endTime, orgId } = plan
    assert.deepEqual({ planName, planType, content, startTime, endTime, orgId }, body)
    assert.deepEqual([plan.budget, plan.orgName, plan.status], ['1234567.10', sponsor.orgName, '0'])
    assert.deepEqual([plan.createUserId, plan.createUserName], [manager.userId, STAFF_NAMES.manager])
    assert.deepEqual([plan.attachments, plan.attachmentUrls], [[], []])
    assert.deepEqual((await read(plan.specialPlanId)).data, plan)
    assert.equal((await create({ budget: '9999999.99', status: '1' })).budget, '9999999.99')
  })

  it('PLN-4: a lead reads all of them and cannot change any', async () => {
    const { specialPlanId, planName } = await create()
    assert.deepEqual(await idsFound({ planName }, leader), [specialPlanId])
    const data = await leader.call(routes.get, { params: { specialPlanId } })
    assert.deepEqual(data.abilities, { update: false, changeStatus: false, remove: false })
  })

  it('PLN-4: attachments are files, answered with signed addresses', async () => {
    const [first, second] = [await upload(manager), await upload(manager)]
    const plan = await create({ attachments: [first, second, first] })
    assert.deepEqual(plan.attachments, [first, second])
    for (const url of plan.attachmentUrls) assert.equal((await fetch(new URL(url, api.baseUrl))).status, 200)
    const refused = await change(plan, { attachments: [first, 77] })
    assert.deepEqual(refusalOf(refused), { status: 400, error: 'FILE_UNKNOWN', fields: ['attachments'] })
    const { data } = await change(plan, { attachments: [second] })
    assert.deepEqual([data.attachments, data.attachmentUrls.length], [[second], 1])
  })

  it('PLN-4: names the invalid fields', async () => {
    const post = async (body: object) =>
      refusalOf(await manager.attempt(routes.create, { body: { planName: '专项', ...body } }))
    const cases: [object, string, string?][] = [
      [{ planName: ' ' }, 'planName'],
      [{ budget: '1.005' }, 'budget'],
      [{ budget: -1 }, 'budget'],
      [{ status: '2' }, 'status'],
      [{ startTime: '2026-02-30 00:00:00' }, 'startTime'],
      [{ orgId: UNKNOWN_ID }, 'orgId'],
      [{ createUserId: 1 }, 'createUserId'],
      [{ attachments: Array.from({ length: 21 }, (_, index) => index + 1) }, 'attachments'],
      [{ attachments: [UNKNOWN_ID] }, 'attachments', 'FILE_UNKNOWN'],
      [{ startTime: '2026-03-02 00:00:00', endTime: '2026-03-01 23:59:59' }, 'endTime', 'PERIOD_REVERSED'],
    ]
    for (const [body, field, error = 'VALIDATION_FAILED'] of cases)
      assert.deepEqual(await post(body), { status: 400, error, fields: [field] })
  })

  it('PLN-4: an organization that a plan names is not deleted', async () => {
    const { orgId } = await api.sponsor()
    const { specialPlanId } = await create({ orgId })
    const drop = () => manager.attempt(organizationRoutes.remove, { params: { orgId: String(orgId) } })
    assert.equal((await drop()).error?.error, 'RECORD_IN_USE')
    assert.equal((await remove(specialPlanId)).status, 200)
    assert.equal((await drop()).status, 200)
  })
})

describe('special plans: changes', () => {
  it('PLN-4: leaves omitted fields unchanged, clears null fields, and increments the version', async () => {
    const plan = await create({ content: '旧', budget: '5', startTime: '2026-03-01 08:00:00' })
    const { data } = await change(plan, { planName: '新名', content: null })
    assert.deepEqual(data, { ...plan, planName: '新名', content: null, version: plan.version + 1 })
    const reversed = await change(data, { endTime: '2026-02-28 08:00:00' })
    assert.deepEqual(refusalOf(reversed), { status: 400, error: 'PERIOD_REVERSED', fields: ['endTime'] })
    assert.equal((await change(data, { orgId: UNKNOWN_ID })).error?.details?.[0]?.field, 'orgId')
    assert.equal((await change(plan, { content: '晚了' })).error?.error, 'STALE_RECORD')
  })

  it('PLN-4: is disabled and restored', async () => {
    const { specialPlanId, version } = await create()
    for (const [step, status] of (['1', '0'] as const).entries()) {
      const data = await manager.call(routes.changeStatus, { body: { specialPlanId, status } })
      assert.deepEqual([data.status, data.version], [status, version + step + 1])
    }
    const bad = await manager.attempt(routes.changeStatus, { body: { specialPlanId, status: '2' as '1' } })
    assert.deepEqual(refusalOf(bad).fields, ['status'])
  })

  it('PLN-4: deletes all or none, and answers 404 for an unknown plan', async () => {
    const [first, second] = [await create(), await create()]
    assert.deepEqual(refusalOf(await remove(first.specialPlanId, UNKNOWN_ID)), NOT_FOUND)
    assert.equal((await read(first.specialPlanId)).status, 200)
    assert.equal((await remove(first.specialPlanId, second.specialPlanId)).data, null)
    for (const plan of [first, second]) {
      assert.deepEqual(refusalOf(await read(plan.specialPlanId)), NOT_FOUND)
      assert.deepEqual(refusalOf(await change(plan, { content: '无' })), NOT_FOUND)
    }
    const body = { specialPlanId: UNKNOWN_ID, status: '1' as const }
    assert.deepEqual(refusalOf(await manager.attempt(routes.changeStatus, { body })), NOT_FOUND)
  })

  it('PLN-4: of fifty concurrent changes to one version, one succeeds and the others are stale', async () => {
    const { specialPlanId, version } = await create()
    const replies = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        manager.attempt(routes.update, { body: { specialPlanId, version, content: `第${index}次` } }),
      ),
    )
    const made = replies.filter(({ status }) => status === 200)
    assert.equal(made.length, 1)
    const refused = new Set(replies.filter((reply) => reply !== made[0]).map(({ error }) => error?.error))
    assert.deepEqual([...refused], ['STALE_RECORD'])
    const { data } = await read(specialPlanId)
    assert.deepEqual([data.version, data.content], [version + 1, made[0]?.data.content])
  })
})

describe('special plans: the list', () => {
  it('PLN-4: every filter narrows it, and it is sorted', async () => {
    const tag = freshName('筛选')
    const first = await create({
      planName: `${tag}甲`,
      planType: '年度',
      budget: '100',
      orgId: sponsor.orgId,
      startTime: '2026-03-01 08:00:00',
    })
    const second = await create({ planName: `${tag}乙`, planType: '季度', budget: '20', status: '1' })
    const [a, b] = [first.specialPlanId, second.specialPlanId]
    const cases: [Record<string, unknown>, number[]][] = [
      [{}, [b, a]],
      [{ planName: `${tag}甲` }, [a]],
      [{ planType: '季' }, [b]],
      [{ orgId: sponsor.orgId }, [a]],
      [{ orgName: sponsor.orgName.slice(1) }, [a]],
      [{ status: '1' }, [b]],
      [
        { 'params[beginStartTime]': '2026-03-01 08:00:00', 'params[endStartTime]': '2026-03-01 08:00:00' },
        [a],
      ],
      [{ 'params[beginStartTime]': '2026-03-01 08:00:01' }, []],
      [{ 'params[beginTime]': first.createTime, 'params[endTime]': second.createTime }, [b, a]],
      [{ 'params[endTime]': '2020-01-01 00:00:00' }, []],
      [{ orderByColumn: 'budget', isAsc: 'asc' }, [b, a]],
      [{ orderByColumn: 'planType', isAsc: 'desc' }, [a, b]],
    ]
    for (const [query, ids] of cases)
      assert.deepEqual(await idsFound({ planName: tag, ...query }), ids, JSON.stringify(query))
  })
})
