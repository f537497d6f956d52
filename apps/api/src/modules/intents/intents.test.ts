// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import type { CallInput, Outcome } from '@consilium/contract/client.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import {
  executionIntentRoutes as execution,
  supportIntentRoutes as support,
} from '@consilium/contract/intents/intents.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import type { IntentStatus } from '@consilium/contract/publicity/publicity.ts'
import type { Route } from '@consilium/contract/route.ts'
import type { User } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import {
  AT_ONCE,
  DECIDED,
  exists,
  inUseBy,
  intentWorld,
  NOT_FOUND,
  NOT_OPEN,
  PAST,
  UNKNOWN_ID,
} from '../../../test/intent-world.ts'
import { dataOf, refusalOf } from '../../../test/outcomes.ts'

const api = await sharedApi({ after })
const { manager, createProject } = await intentWorld(api)
const leader = await api.leader()
const sponsor = await api.sponsor()
const rival = await api.sponsor()
const executor = await api.executor()
const expert = await api.expert({ name: '周医生', unit: '首都医院' })
const colleague = await api.expert({ name: '吴堃', unit: '协和医院', department: '心外科', title: '医师' })
const supervisor = await api.person(executor, 'supervisor')
const users: User[] = [await api.admin(), manager, leader, sponsor, executor, supervisor, expert]

const projectOfLeader = async () => {
  const project = await createProject()
  const params = { projectId: project.projectId }
  await manager.call(projectRoutes.setLead, { params, body: { leadUserId: leader.userId } })
  return project
}

type Offer = CallInput<typeof support.create>['body']
const offer = async (user: User = sponsor, body: Partial<Offer> = {}) => {
  const projectId = body.projectId ?? (await createProject()).projectId
  return await user.call(support.create, { body: { ...body, projectId } })
}
const signUp = async (user: User = expert, given?: number) => {
  const projectId = given ?? (await createProject()).projectId
  return await user.call(execution.create, { body: { projectId } })
}
const decide = (table: typeof support | typeof execution, intentId: number, status: IntentStatus) =>
  manager.attempt(table.changeStatus, { body: { intentId, status } })

describe('intents of logged-in users: who may call', () => {
  for (const [kind, table] of Object.entries({ support, execution }))
    for (const [name, route] of Object.entries(table) as [string, Route][])
      it(`PUB-1: ${kind} ${name} asks for a login and refuses other roles`, async () => {
        const path = route.path.replace('{intentId}', String(UNKNOWN_ID))
        const allowed = route.access as readonly RoleType[]
        const call = (token?: string) => api.raw(path, { method: route.method, ...(token ? { token } : {}) })
        assert.equal((await call()).status, 401)
        for (const user of users.filter(({ roleType }) => !allowed.includes(roleType)))
          assert.equal((await call(user.token)).status, 403, user.roleType)
      })
})

describe('a sponsor supports a project', () => {
  it('PUB-1: with an amount and a remark, the organization following from the account', async () => {
    const project = await createProject()
    const intent = await offer(sponsor, { projectId: project.projectId, amount: 200000.5, remark: '首期' })
    const { userId, orgId, orgName, amount, remark, status } = intent
    assert.deepEqual(
      { userId, orgId, orgName, amount, remark, status },
      {
        userId: sponsor.userId,
        orgId: sponsor.orgId,
        orgName: sponsor.orgName,
        amount: '200000.50',
        remark: '首期',
        status: 'pending',
      },
    )
    assert.deepEqual([intent.projectNo, intent.projectName], [project.projectNo, project.projectName])
    assert.deepEqual(intent.abilities, { update: true, changeStatus: false, remove: true })
    const bare = await offer()
    assert.deepEqual([bare.amount, bare.remark], [null, null])
  })

  it('PUB-1: names the invalid fields', async () => {
    const reply = await sponsor.attempt(support.create, {
      body: { projectId: 0, amount: '1.234', remark: '长'.repeat(2001), userId: 1 } as never,
    })
    assert.deepEqual(refusalOf(reply).fields?.toSorted(), ['amount', 'projectId', 'remark', 'userId'])
  })

  it('PUB-1: a project is supported only while it is open, and only once by each sponsor', async () => {
    const draft = await createProject({ isPublished: false })
    const over = await createProject({ endTime: PAST })
    const create = (projectId: number) => sponsor.attempt(support.create, { body: { projectId } })
    for (const projectId of [draft.projectId, over.projectId, UNKNOWN_ID])
      assert.deepEqual(refusalOf(await create(projectId)), NOT_OPEN)
    const { projectId } = await offer()
    assert.deepEqual(refusalOf(await create(projectId)), exists('projectId'))
    assert.equal((await offer(rival, { projectId })).projectId, projectId)
  })

  it('PUB-1: reaches its own only; a lead those of its projects; managers all', async () => {
    const { projectId } = await projectOfLeader()
    const body = { sponsorAdminUserIds: [sponsor.userId, rival.userId] }
    await manager.call(projectRoutes.assignSponsors, { params: { projectId }, body })
    const intent = await offer(sponsor, { projectId })
    const other = await offer(rival)
    const found = async (user: User) => {
      const { rows } = await user.call(support.list, { query: { pageSize: 200 } })
      return [intent, other].map(({ intentId }) => rows.some((row) => row.intentId === intentId))
    }
    assert.deepEqual(await found(sponsor), [true, false])
    assert.deepEqual(await found(rival), [false, true])
    assert.deepEqual(await found(leader), [true, false])
    assert.deepEqual(await found(manager), [true, true])
    const read = (user: User) => user.attempt(support.get, { params: { intentId: intent.intentId } })
    assert.deepEqual(refusalOf(await read(rival)), NOT_FOUND)
    assert.deepEqual((await read(sponsor)).data, intent)
    const { abilities, ...shown } = (await read(leader)).data
    assert.deepEqual(abilities, { update: false, changeStatus: false, remove: false })
    assert.equal(shown.amount, intent.amount)
    const { version, intentId } = intent
    const change = await rival.attempt(support.update, { body: { intentId, version, amount: '1' } })
    assert.deepEqual(refusalOf(change), NOT_FOUND)
    const removal = await rival.attempt(support.remove, { params: { intentId: String(intentId) } })
    assert.deepEqual(refusalOf(removal), NOT_FOUND)
  })

  it('PUB-1: is found by every filter', async () => {
    const { projectId, projectName } = await createProject()
    const intent = await offer(sponsor, { projectId, amount: '5' })
    const second = await offer(rival, { projectId })
    await dataOf(decide(support, second.intentId, 'contacted'))
    const found = async (query: Record<string, unknown>) =>
      (await manager.call(support.list, { query: { projectId, ...query } })).rows.map((row) => row.intentId)
    assert.deepEqual(await found({}), [second.intentId, intent.intentId])
    assert.deepEqual(await found({ orgName: sponsor.orgName.slice(2) }), [intent.intentId])
    assert.deepEqual(await found({ userName: '不存在' }), [])
    assert.equal((await found({ userName: intent.userName, projectName: projectName.slice(1) })).length, 2)
    assert.deepEqual(await found({ status: 'contacted' }), [second.intentId])
    assert.deepEqual(await found({ 'params[endTime]': PAST }), [])
    assert.deepEqual(await found({ orderByColumn: 'amount', isAsc: 'asc' }), [
      intent.intentId,
      second.intentId,
    ])
  })

  it('PUB-1: changes it by version, and withdraws it', async () => {
    const { intentId, version, projectId } = await offer(sponsor, { amount: '100', remark: '首期' })
    const update = (body: object) => sponsor.attempt(support.update, { body: { intentId, version, ...body } })
    const { data } = await update({ amount: '120.00' })
    assert.deepEqual([data.amount, data.remark, data.version], ['120.00', '首期', version + 1])
    assert.equal(refusalOf(await update({ amount: null })).error, 'STALE_RECORD')
    const params = { intentId: String(intentId) }
    assert.equal((await sponsor.attempt(support.remove, { params })).status, 200)
    assert.equal((await offer(sponsor, { projectId })).status, 'pending')
  })

  it('PUB-1: no longer once it is decided; a manager still can', async () => {
    for (const status of ['accepted', 'declined'] as const) {
      const { intentId } = await offer(sponsor, { amount: '100' })
      const { data } = await decide(support, intentId, status)
      const body = { intentId, version: data.version, amount: '1' }
      assert.deepEqual(refusalOf(await sponsor.attempt(support.update, { body })), DECIDED)
      const params = { intentId: String(intentId) }
      assert.deepEqual(refusalOf(await sponsor.attempt(support.remove, { params })), DECIDED)
      const seen = await sponsor.call(support.get, { params: { intentId } })
      assert.deepEqual(seen.abilities, { update: false, changeStatus: false, remove: false })
      assert.equal((await manager.call(support.update, { body })).amount, '1.00')
      assert.equal((await manager.attempt(support.remove, { params })).status, 200)
    }
    const unknown = await decide(support, UNKNOWN_ID, 'accepted')
    assert.deepEqual(refusalOf(unknown), NOT_FOUND)
  })
})

describe('an expert signs up for a project', () => {
  it('PUB-1: with its profile as of the time of the sign-up', async () => {
    const project = await createProject()
    const intent = await signUp(colleague, project.projectId)
    const { name, phone, hospital, department, title, userId, expertId } = intent
    assert.deepEqual(
      { name, phone, hospital, department, title, userId, expertId },
      {
        name: '吴堃',
        phone: colleague.phone,
        hospital: '协和医院',
        department: '心外科',
        title: '医师',
        userId: colleague.userId,
        expertId: colleague.expertId,
      },
    )
    assert.match(intent.createTime, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  it('PUB-1: only for one that is open', async () => {
    const draft = await createProject({ isPublished: false })
    for (const projectId of [draft.projectId, UNKNOWN_ID])
      assert.deepEqual(refusalOf(await expert.attempt(execution.create, { body: { projectId } })), NOT_OPEN)
  })

  it('PUB-1: reaches its own only; a lead those of its projects', async () => {
    const { projectId } = await projectOfLeader()
    const own = await signUp(expert, projectId)
    const other = await signUp(colleague)
    const found = async (user: User) => {
      const { rows } = await user.call(execution.list, { query: { pageSize: 200 } })
      return [own, other].map(({ intentId }) => rows.some((row) => row.intentId === intentId))
    }
    assert.deepEqual(await found(expert), [true, false])
    assert.deepEqual(await found(leader), [true, false])
    assert.deepEqual(await found(manager), [true, true])
    const params = { intentId: other.intentId }
    for (const user of [expert, leader])
      assert.deepEqual(refusalOf(await user.attempt(execution.get, { params })), NOT_FOUND)
    const body = { intentId: other.intentId, version: other.version, remark: '他人' }
    assert.deepEqual(refusalOf(await expert.attempt(execution.update, { body })), NOT_FOUND)
  })

  it('PUB-1: changes its remark and withdraws, until it is decided; all or none', async () => {
    const [open, decided] = [await signUp(), await signUp()]
    const { version, intentId } = open
    const update = await expert.call(execution.update, { body: { intentId, version, remark: '周末有空' } })
    assert.equal(update.remark, '周末有空')
    const { data } = await decide(execution, decided.intentId, 'accepted')
    const late = { intentId: decided.intentId, version: data.version, remark: '改期' }
    assert.deepEqual(refusalOf(await expert.attempt(execution.update, { body: late })), DECIDED)
    const remove = (...ids: number[]) =>
      expert.attempt(execution.remove, { params: { intentId: ids.join(',') } })
    assert.deepEqual(refusalOf(await remove(intentId, decided.intentId)), DECIDED)
    assert.equal((await expert.attempt(execution.get, { params: { intentId } })).status, 200)
    assert.equal((await remove(intentId)).status, 200)
  })

  it('PUB-1: is found by every filter', async () => {
    const { projectId, projectName } = await createProject()
    const first = await signUp(expert, projectId)
    const second = await signUp(colleague, projectId)
    await dataOf(decide(execution, first.intentId, 'contacted'))
    const found = async (query: Record<string, unknown>) =>
      (await manager.call(execution.list, { query: { projectId, ...query } })).rows.map((row) => row.intentId)
    assert.equal((await found({ projectName: projectName.slice(1) })).length, 2)
    for (const query of [
      { name: '堃' },
      { phone: colleague.phone.slice(1) },
      { hospital: '协和' },
      { department: '心外' },
      { title: '医师', name: '吴' },
      { status: 'pending' },
    ])
      assert.deepEqual(await found(query), [second.intentId], JSON.stringify(query))
    assert.deepEqual(await found({ orderByColumn: 'hospital', isAsc: 'desc' }), [
      first.intentId,
      second.intentId,
    ])
  })

  it('PUB-1: an expert or project with a sign-up cannot be deleted', async () => {
    const { projectId, expertId } = await signUp()
    const project = await manager.attempt(projectRoutes.remove, { params: { projectId: String(projectId) } })
    assert.deepEqual(refusalOf(project), inUseBy('executionIntent'))
    const person = await manager.attempt(expertRoutes.remove, { params: { expertId: String(expertId) } })
    assert.deepEqual(refusalOf(person), inUseBy('executionIntent'))
  })
})

describe('at once', () => {
  const tables = { support: { route: support, user: sponsor }, execution: { route: execution, user: expert } }
  for (const [kind, { route, user }] of Object.entries(tables))
    it(`PUB-1: of fifty ${kind} intents for one project, one is stored`, async () => {
      const { projectId } = await createProject()
      const replies: Outcome<Route>[] = await Promise.all(
        Array.from({ length: AT_ONCE }, () => user.attempt(route.create, { body: { projectId } })),
      )
      assert.equal(replies.filter(({ status }) => status === 200).length, 1)
      for (const reply of replies.filter(({ status }) => status !== 200))
        assert.deepEqual(refusalOf(reply), exists('projectId'))
      assert.equal((await manager.call(route.list, { query: { projectId } })).total, 1)
    })

  it('PUB-1: of a concurrent decision and withdrawal, the second acts on the result of the first', async () => {
    for (let round = 0; round < 10; round++) {
      const { intentId } = await signUp()
      const [removal, decision] = await Promise.all([
        expert.attempt(execution.remove, { params: { intentId: String(intentId) } }),
        decide(execution, intentId, 'accepted'),
      ])
      const left = await manager.attempt(execution.get, { params: { intentId } })
      const expected = removal.status === 200 ? [404] : [200, 'accepted']
      const seen = left.status === 200 ? [200, left.data.status] : [left.status]
      assert.deepEqual(seen, expected)
      assert.ok(removal.status === 200 || decision.status === 200)
    }
  })
})
