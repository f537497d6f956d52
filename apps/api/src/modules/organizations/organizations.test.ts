// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import type { CallInput } from '@consilium/contract/client.ts'
import { organizationRoutes as routes } from '@consilium/contract/organizations/organizations.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { freshName, freshPhone } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import { dataOf } from '../../../test/outcomes.ts'

const OPTIONS_MAX = 5

const api = await sharedApi({ after })
const manager = await api.manager()
const sponsor = await api.sponsor()
const executor = await api.executor()
const supervisor = await api.person(executor, 'supervisor')

const UNKNOWN_ID = 8_999_999_999_999_999
const TOGETHER = 50

type OrganizationCreate = CallInput<typeof routes.create>['body']

const organizationBody = (change: Partial<OrganizationCreate> = {}): OrganizationCreate => ({
  orgType: 'executor',
  userName: freshName('unit-'),
  password: 'initial-1',
  phone: freshPhone(),
  orgName: freshName('康宁'),
  businessNature: '会务',
  ...change,
})

const create = (change: Partial<OrganizationCreate> = {}) =>
  manager.call(routes.create, { body: organizationBody(change) })

const read = (orgId: number) => manager.attempt(routes.get, { params: { orgId } })
const remove = (...orgIds: number[]) => manager.attempt(routes.remove, { params: { orgId: orgIds.join() } })

const fieldsOf = (reply: { error: { details?: { field: string }[] | undefined } | null }) =>
  reply.error?.details?.map(({ field }) => field).toSorted()

describe('ORG-4: creating', () => {
  it('ORG-4: is for managers', async () => {
    const body = organizationBody()
    assert.equal((await api.anonymous.attempt(routes.create, { body })).status, 401)
    for (const user of [sponsor, executor, supervisor])
      assert.equal((await user.attempt(routes.create, { body })).status, 403)
  })

  it('ORG-4: names the bad fields', async () => {
    const reply = await manager.attempt(routes.create, {
      body: {
        ...organizationBody(),
        orgType: 'hospital' as never,
        surchargeRate: '1.5',
        phone: '1',
        extra: 1,
      } as never,
    })
    assert.equal(reply.error?.error, 'VALIDATION_FAILED')
    assert.deepEqual(fieldsOf(reply), ['extra', 'orgType', 'phone', 'surchargeRate'])
  })

  it('ORG-1 ORG-4 PER-3 PER-5: makes the main account, whose initial password must be changed', async () => {
    const body = organizationBody({ surchargeRate: '0.035', name: '某某' })
    const data = await manager.call(routes.create, { body })
    assert.equal(data.orgType, 'executor')
    assert.equal(data.surchargeRate, '0.0350')
    assert.deepEqual(data.abilities, { update: true, changeStatus: true, archive: true, remove: true })
    assert.deepEqual((await read(data.orgId)).data, data)
    const people = await manager.call(personRoutes.list, { query: { orgId: data.orgId } })
    assert.deepEqual(
      people.rows.map(({ role, name, userId }) => [role, name, userId]),
      [['admin', body.orgName, data.mainUserId]],
    )
    const first = await api.login(body.userName, body.password)
    const early = await first.attempt(routes.list, {})
    assert.deepEqual([early.status, early.error?.error], [403, 'PASSWORD_CHANGE_REQUIRED'])
    const main = await api.firstLogin(body.userName, body.password)
    assert.equal((await main.call(routes.list, {})).total, 1)
  })

  it('ORG-4: taken names and phones are refused on their field; the same name in the other kind is allowed', async () => {
    const known = organizationBody()
    await manager.call(routes.create, { body: known })
    const attempt = async (change: Partial<OrganizationCreate>) => {
      const reply = await manager.attempt(routes.create, { body: organizationBody(change) })
      return [reply.status, reply.error?.code, reply.error?.error, ...(fieldsOf(reply) ?? [])]
    }
    assert.deepEqual(await attempt({ orgName: known.orgName }), [409, 409, 'ORG_NAME_TAKEN', 'orgName'])
    assert.deepEqual(await attempt({ userName: known.userName }), [409, 409, 'USER_NAME_TAKEN', 'userName'])
    assert.deepEqual(await attempt({ phone: known.phone }), [409, 601, 'PHONE_TAKEN', 'phone'])
    assert.deepEqual(await attempt({ orgName: known.orgName, orgType: 'sponsor' }), [
      200,
      undefined,
      undefined,
    ])
  })
})

describe('ORG-1: reading', () => {
  it('ORG-1: needs a session and one of the roles', async () => {
    assert.equal((await api.anonymous.attempt(routes.list, {})).status, 401)
    assert.equal((await supervisor.attempt(routes.list, {})).status, 403)
    assert.equal((await supervisor.attempt(routes.get, { params: { orgId: executor.orgId } })).status, 403)
    const bad = await manager.attempt(routes.list, { query: { orgType: 'hospital' as never } })
    assert.deepEqual([bad.status, fieldsOf(bad)], [400, ['orgType']])
  })

  it('AUT-4: a main account finds its own organization and no other', async () => {
    const { rows, total } = await sponsor.call(routes.list, {})
    assert.deepEqual(
      [total, rows[0]?.orgId, rows[0]?.abilities],
      [1, sponsor.orgId, { update: true, changeStatus: false, archive: false, remove: false }],
    )
    const other = await sponsor.call(routes.list, { query: { orgName: executor.orgName } })
    assert.deepEqual(other.rows, [])
    assert.equal((await sponsor.call(routes.get, { params: { orgId: sponsor.orgId } })).orgId, sponsor.orgId)
    assert.equal((await sponsor.attempt(routes.get, { params: { orgId: executor.orgId } })).status, 404)
    assert.equal((await read(UNKNOWN_ID)).status, 404)
  })

  it('ORG-1: managers filter, sort and page', async () => {
    const mark = freshName('筛')
    const made = []
    for (const orgType of ['sponsor', 'executor', 'executor'] as const)
      made.push(await create({ orgType, orgName: freshName(mark), businessNature: `${orgType} 50%_A` }))
    const ids = async (
      query: NonNullable<Parameters<typeof manager.call<typeof routes.list>>[1]['query']>,
    ) => {
      const page = await manager.call(routes.list, { query: { orgName: mark, ...query } })
      return [page.total, ...page.rows.map(({ orgId }) => orgId)]
    }
    const [a, b, c] = made.map(({ orgId }) => orgId)
    assert.deepEqual(await ids({}), [3, c, b, a])
    assert.deepEqual(await ids({ orgType: 'executor', isAsc: 'asc' }), [2, b, c])
    assert.deepEqual(await ids({ pageSize: 1, pageNum: 2 }), [3, b])
    assert.deepEqual(await ids({ orderByColumn: 'orgType', isAsc: 'desc' }), [3, a, c, b])
    assert.deepEqual(await ids({ businessNature: 'SPONSOR 50%_a' }), [1, a])
    assert.deepEqual(await ids({ businessNature: '50__A' }), [0], 'wildcards are taken literally')
    assert.deepEqual(await ids({ status: '1' }), [0])
    assert.deepEqual(await ids({ 'params[endTime]': '2020-01-01 00:00:00' }), [0])
    assert.deepEqual(await ids({ 'params[beginTime]': made[0]!.createTime }), [3, c, b, a])
  })
})

describe('ORG-2 ORG-3: options', () => {
  it('ORG-2 ORG-3: are for those who assign', async () => {
    for (const route of [routes.executorOptions, routes.sponsorOptions]) {
      assert.equal((await api.anonymous.attempt(route, {})).status, 401)
      for (const user of [sponsor, executor]) assert.equal((await user.attempt(route, {})).status, 403)
      assert.deepEqual(fieldsOf(await manager.attempt(route, { query: { orgName: 'x' } as never })), [
        'orgName',
      ])
    }
  })

  for (const [id, orgType, route] of [
    ['ORG-2', 'executor', routes.executorOptions],
    ['ORG-3', 'sponsor', routes.sponsorOptions],
  ] as const)
    it(`${id}: at most ${OPTIONS_MAX} ${orgType}s by name, label the name and value the main account`, async () => {
      const mark = freshName('Ab')
      const made = []
      for (let n = OPTIONS_MAX + 1; n >= 0; n--)
        made.unshift(await create({ orgType, orgName: `${mark}-${n}` }))
      await create({ orgType: orgType === 'sponsor' ? 'executor' : 'sponsor', orgName: `${mark}-0` })
      const options = (keyword: string) => manager.call(route, { query: { keyword } })
      const expected = made.map(({ orgName, mainUserId }) => ({ label: orgName, value: mainUserId }))
      assert.deepEqual(await options(mark.toUpperCase()), expected.slice(0, OPTIONS_MAX))
      assert.deepEqual(await options(`${mark}-6`), expected.slice(6))
      assert.deepEqual(await options(`${mark}_6`), [], 'wildcards are taken literally')
      assert.equal((await manager.call(route, {})).length, OPTIONS_MAX)

      const admin = await api.admin()
      const { mainUserId } = made[0]!
      await admin.call(accountRoutes.changeStatus, { body: { userId: mainUserId, status: '1' } })
      assert.deepEqual(await options(mark), expected.slice(1, OPTIONS_MAX + 1), 'without disabled ones')
    })

  it('ORG-2: sub-accounts are no options', async () => {
    const data = await manager.call(routes.executorOptions, { query: { keyword: executor.orgName } })
    assert.deepEqual(data, [{ label: executor.orgName, value: executor.userId }])
  })
})

describe('ORG-4: changing', () => {
  it('ORG-4: a main account changes its own organization only, and never the surcharge rate', async () => {
    const own = await sponsor.call(routes.get, { params: { orgId: sponsor.orgId } })
    const body = { orgId: own.orgId, version: own.version }
    assert.equal((await api.anonymous.attempt(routes.update, { body })).status, 401)
    assert.equal((await supervisor.attempt(routes.update, { body })).status, 403)
    assert.deepEqual(
      fieldsOf(await sponsor.attempt(routes.update, { body: { ...body, orgType: 'executor' } as never })),
      ['orgType'],
    )
    const foreign = { orgId: executor.orgId, version: 1, businessNature: '篡改' }
    assert.equal((await sponsor.attempt(routes.update, { body: foreign })).status, 404)
    for (const surchargeRate of ['0.06', null]) {
      const reply = await sponsor.attempt(routes.update, {
        body: { ...body, businessNature: '篡改', surchargeRate },
      })
      assert.deepEqual(
        [reply.status, reply.error?.error, fieldsOf(reply)],
        [403, 'FORBIDDEN', ['surchargeRate']],
      )
    }
    assert.deepEqual((await read(own.orgId)).data.version, own.version, 'nothing was changed by any of these')

    const data = await sponsor.call(routes.update, { body: { ...body, businessNature: '' } })
    assert.deepEqual([data.businessNature, data.orgName, data.version], [null, own.orgName, own.version + 1])
  })

  it('ORG-4: managers set and clear the rate; omitted fields are unchanged', async () => {
    const { orgId, version, businessNature } = await create()
    const set = await manager.call(routes.update, { body: { orgId, version, surchargeRate: '0.1' } })
    assert.deepEqual([set.surchargeRate, set.businessNature], ['0.1000', businessNature])
    const cleared = await manager.call(routes.update, {
      body: { orgId, version: version + 1, surchargeRate: null },
    })
    assert.equal(cleared.surchargeRate, null)
  })

  it('PER-5: renaming an executor renames its admin person; renaming a sponsor does not', async () => {
    for (const orgType of ['executor', 'sponsor'] as const) {
      const { orgId, version } = await create({ orgType, name: '孙立' })
      const orgName = freshName('更名')
      await manager.call(routes.update, { body: { orgId, version, orgName } })
      const { rows } = await manager.call(personRoutes.list, { query: { orgId } })
      assert.deepEqual(
        [rows[0]?.name, rows[0]?.orgName],
        [orgType === 'executor' ? orgName : '孙立', orgName],
      )
    }
  })

  it('ORG-4 PER-5: a taken name is refused and changes neither the organization nor its person', async () => {
    const { orgId, version, orgName } = await create()
    const reply = await manager.attempt(routes.update, {
      body: { orgId, version, orgName: executor.orgName },
    })
    assert.deepEqual(
      [reply.status, reply.error?.error, fieldsOf(reply)],
      [409, 'ORG_NAME_TAKEN', ['orgName']],
    )
    const { rows } = await manager.call(personRoutes.list, { query: { orgId } })
    assert.deepEqual([(await read(orgId)).data.version, rows[0]?.name], [version, orgName])
  })

  it('ORG-4: of concurrent changes of one version, one succeeds', async () => {
    const { orgId, version } = await create()
    const answers = await Promise.all(
      Array.from({ length: TOGETHER }, (_, n) =>
        manager.attempt(routes.update, { body: { orgId, version, businessNature: `第${n}` } }),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const refused = answers.filter(({ status }) => status === 409)
    assert.equal(refused.length, TOGETHER - 1)
    assert.ok(refused.every(({ error }) => error?.error === 'STALE_RECORD'))
    const winner = answers.findIndex(({ status }) => status === 200)
    assert.equal((await read(orgId)).data.businessNature, `第${winner}`)
  })
})

describe('ORG-4: deleting', () => {
  it('ORG-4: is for managers; an unknown id deletes nothing', async () => {
    const { orgId } = await create()
    const params = { orgId: String(orgId) }
    assert.equal((await api.anonymous.attempt(routes.remove, { params })).status, 401)
    assert.equal((await executor.attempt(routes.remove, { params })).status, 403)
    assert.deepEqual(fieldsOf(await manager.attempt(routes.remove, { params: { orgId: '1,x' } })), ['orgId'])
    assert.equal((await remove(orgId, UNKNOWN_ID)).status, 404)
    assert.equal((await read(orgId)).status, 200)
  })

  it('ORG-4: also deletes people, accounts and sessions', async () => {
    const main = await api.executor()
    const person = await api.person(main, 'meetingExecutor')
    const other = await create()
    assert.equal((await remove(main.orgId, other.orgId)).status, 200)
    for (const user of [main, person]) {
      assert.equal((await user.attempt(profileRoutes.getInfo, {})).status, 401)
      await assert.rejects(api.login(user.userName, user.password), { status: 401 })
    }
    assert.equal((await read(main.orgId)).status, 404)
    assert.equal((await manager.call(personRoutes.list, { query: { orgId: main.orgId } })).total, 0)
    assert.equal((await remove(main.orgId)).status, 404)
    const again = await api.executor({ userName: main.userName, orgName: main.orgName })
    assert.equal(again.orgName, main.orgName, 'its names are free again')
  })

  it('ORG-4: is refused while a project refers to it, and keeps everything', async () => {
    const main = await api.executor()
    const person = await api.person(main, 'meetingExecutor')
    const free = await create()
    const project = await manager.call(projectRoutes.create, { body: { projectName: '随访项目' } })
    const assign = (execAdminUserIds: number[]) =>
      manager.attempt(projectRoutes.assignExecutors, {
        params: { projectId: project.projectId },
        body: { execAdminUserIds },
      })
    assert.equal((await assign([main.userId])).status, 200)
    const reply = await remove(free.orgId, main.orgId)
    assert.deepEqual([reply.status, reply.error?.error], [409, 'RECORD_IN_USE'])
    assert.equal((await read(free.orgId)).status, 200, 'none of several is deleted when one is refused')
    assert.equal((await person.call(profileRoutes.getInfo, {})).person?.personId, person.personId)
    await dataOf(assign([]))
    assert.equal((await remove(free.orgId, main.orgId)).status, 200)
  })

  it('ORG-4: is refused while a project belongs to it', async () => {
    const { orgId } = await create({ orgType: 'sponsor' })
    await manager.call(projectRoutes.create, { body: { projectName: '随访项目', orgId } })
    assert.equal((await remove(orgId)).error?.error, 'RECORD_IN_USE')
  })

  it('ORG-4 SVC-3: nobody joins an organization while it is deleted', async () => {
    for (let round = 0; round < 3; round++) {
      const { orgId } = await create()
      const join = () =>
        manager.attempt(personRoutes.create, {
          body: {
            orgId,
            name: '赵敏',
            phone: freshPhone(),
            userName: freshName('p-'),
            password: 'initial-1',
            role: 'supervisor',
          },
        })
      const [first, removed, second] = await Promise.all([join(), remove(orgId), join()])
      assert.equal(removed.status, 200)
      for (const { status } of [first, second]) assert.ok(status === 200 || status === 404, String(status))
      assert.equal((await manager.call(personRoutes.list, { query: { orgId } })).total, 0)
    }
  })
})
