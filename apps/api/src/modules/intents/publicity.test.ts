// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import { errorCatalogue } from '@consilium/contract/errors.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import {
  publicityExecutionRoutes as execution,
  publicitySupportRoutes as support,
} from '@consilium/contract/publicity/publicity.ts'
import type { Route } from '@consilium/contract/route.ts'
import { freshName, freshPhone, type User } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import { AT_ONCE, exists, intentWorld, NOT_OPEN, PAST, UNKNOWN_ID } from '../../../test/intent-world.ts'
import { dataOf, refusalOf } from '../../../test/outcomes.ts'

const WARNING_CODE = 601

const api = await sharedApi({ after })
const { anonymous } = api
const { manager, createProject, project, submit, signUp, read, readSignUp } = await intentWorld(api)
const sponsor = await api.sponsor()
const executor = await api.executor()
const expert = await api.expert({ name: '周医生' })
const supervisor = await api.person(executor, 'supervisor')
const others: User[] = [await api.leader(), sponsor, executor, supervisor, expert]
const unpublished = await createProject({ isPublished: false })
const over = await createProject({ endTime: PAST })

const check = async (phone: string, source?: 'web' | 'qr', projectId = project.projectId) => {
  const query = { projectId, phone, ...(source ? { source } : {}) }
  return (await anonymous.call(support.check, { query })).exists
}

describe('intents of the public page: who may call', () => {
  for (const [kind, table] of Object.entries({ support, execution }))
    for (const [name, route] of Object.entries(table) as [string, Route][])
      it(`PUB-2 PUB-5: ${kind} ${name} is open to ${route.access === 'public' ? 'anyone' : 'managers'}`, async () => {
        const path = route.path.replace('{intentId}', String(UNKNOWN_ID))
        assert.match(path, /^\/business\/publicity\//)
        const call = async (token?: string) =>
          (await api.raw(path, { method: route.method, ...(token ? { token } : {}) })).status
        if (route.access === 'public') {
          assert.equal(await call(), 400)
          for (const user of others) assert.equal(await call(user.token), 400, user.roleType)
          return
        }
        assert.equal(await call(), 401)
        const refused = others.filter(
          ({ roleType }) => !(route.access as readonly RoleType[]).includes(roleType),
        )
        assert.equal(refused.length, others.length)
        for (const user of refused) assert.equal(await call(user.token), 403, user.roleType)
      })
})

describe('submitting an intent', () => {
  it('PUB-1 SVC-9: an anonymous visitor submits a support intent, every field kept', async () => {
    const body = {
      name: '李女士',
      phone: freshPhone(),
      orgName: '仁和医药',
      position: '市场部经理',
      remark: '希望了解合作方式',
      source: 'qr' as const,
    }
    const { data } = await submit(anonymous, body)
    const intent = await read(data.intentId)
    const { name, phone, orgName, position, remark, source } = intent
    assert.deepEqual({ name, phone, orgName, position, remark, source }, body)
    assert.deepEqual([intent.projectId, intent.projectName], [project.projectId, project.projectName])
    assert.deepEqual([intent.status, intent.userId, intent.userName], ['pending', null, null])
    assert.equal(intent.createTime, data.createTime)
  })

  it('PUB-1 SVC-9: and an execution intent, which is stored in a separate table', async () => {
    const body = {
      name: '王医生',
      phone: freshPhone(),
      hospital: '首都医院',
      department: '心内科',
      title: '主任医师',
    }
    const { data } = await signUp(anonymous, body)
    const intent = await readSignUp(data.intentId)
    const { name, phone, hospital, department, title, source } = intent
    assert.deepEqual({ name, phone, hospital, department, title, source }, { ...body, source: 'web' })
    const inSupport = await api.db
      .selectFrom('publicity_support_intent')
      .select('intent_id')
      .where('phone', '=', body.phone)
      .execute()
    assert.deepEqual(inSupport, [])
    assert.equal((await submit(anonymous, { phone: body.phone })).status, 200)
  })

  it('PUB-3: a logged-in submitter is linked by its account, whatever phone it gives', async () => {
    const own = await submit(expert, { phone: freshPhone() })
    const { userId, userName } = await read(own.data.intentId)
    assert.deepEqual([userId, userName], [expert.userId, '周医生'])
    const foreign = await signUp(expert, { phone: sponsor.phone })
    assert.equal((await readSignUp(foreign.data.intentId)).userId, expert.userId)
  })

  it('PUB-3: an anonymous one is linked by the phone of an account, and no login is forced', async () => {
    const { data } = await submit(anonymous, { phone: sponsor.phone })
    assert.equal((await read(data.intentId)).userId, sponsor.userId)
    const other = await signUp(anonymous, { phone: expert.phone })
    assert.equal((await readSignUp(other.data.intentId)).userId, expert.userId)
  })

  it('SEC-20 PUB-3: one under the phone of another is unconfirmed, and blocks neither the owner nor any account', async () => {
    const [owner, other] = [await api.expert(), await api.expert()]
    const { phone } = owner
    const spam = (await submit(anonymous, { phone, remark: '冒用' })).data
    assert.deepEqual(
      [(await read(spam.intentId)).userId, (await read(spam.intentId)).confirmed],
      [owner.userId, false],
    )
    const query = { projectId: project.projectId, phone, source: 'web' as const }
    assert.equal((await owner.call(support.check, { query })).exists, false)
    for (const user of [other, owner]) {
      const { data } = await submit(user, { phone })
      const { userId, confirmed } = await read(data.intentId)
      assert.deepEqual([userId, confirmed], [user.userId, true])
      assert.equal((await user.call(support.check, { query })).exists, true)
      assert.deepEqual(refusalOf(await submit(user, { phone })), exists('phone'))
    }
    assert.deepEqual(refusalOf(await submit(anonymous, { phone })), exists('phone'))
    const unseen = await api.expert()
    await dataOf(submit(unseen, { phone: unseen.phone }))
    assert.equal(await check(unseen.phone), false, 'a stranger learns nothing of what an account has sent')
  })

  it('COR-20 PUB-3: one that was sent before its phone registers is linked on registration', async () => {
    const [visitor, company] = [freshPhone(), freshPhone()]
    const { data: sent } = await submit(anonymous, { phone: visitor })
    const { data: signedUp } = await signUp(anonymous, { phone: visitor })
    const { data: offered } = await submit(anonymous, { phone: company })
    assert.equal((await read(sent.intentId)).userId, null)
    const registered = await api.expert({ phone: visitor })
    assert.equal((await read(sent.intentId)).userId, registered.userId)
    assert.equal((await readSignUp(signedUp.intentId)).userId, registered.userId)
    assert.equal((await read(offered.intentId)).userId, null)
    const main = await api.sponsor({ phone: company })
    assert.equal((await read(offered.intentId)).userId, main.userId)
  })

  it('PUB-3: the answer gives no hint whether the phone has an account', async () => {
    const { projectId } = await createProject()
    const phones = [freshPhone(), executor.phone]
    for (const route of [support.submit, execution.submit]) {
      const answers = await Promise.all(
        phones.map(async (phone) => {
          const response = await api.raw(route.path, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ projectId, name: '访客', phone }),
          })
          const { data, ...envelope } = (await response.json()) as { data: object }
          return { status: response.status, envelope, fields: Object.keys(data) }
        }),
      )
      assert.deepEqual(answers[0], answers[1])
      assert.deepEqual(answers[0]?.fields, ['intentId', 'createTime'])
    }
  })

  it('PUB-1: names the invalid fields, and limits the length of each', async () => {
    const long = (length: number) => '长'.repeat(length)
    const wrong = await submit(anonymous, {
      name: long(101),
      phone: '2380013800',
      orgName: long(101),
      position: long(101),
      remark: long(501),
      source: 'newspaper' as never,
      extra: 1,
    } as never)
    assert.deepEqual(refusalOf(wrong).fields?.toSorted(), [
      'extra',
      'name',
      'orgName',
      'phone',
      'position',
      'remark',
      'source',
    ])
    const sign = await signUp(anonymous, {
      hospital: long(101),
      department: long(101),
      title: long(101),
      name: '',
    })
    assert.deepEqual(refusalOf(sign).fields?.toSorted(), ['department', 'hospital', 'name', 'title'])
  })

  it('PUB-2: an oversized body is refused before it is read', async () => {
    const reply = await submit(anonymous, { remark: 'x'.repeat(70_000) })
    assert.deepEqual(refusalOf(reply), { status: 413, error: 'BODY_TOO_LARGE', fields: undefined })
  })

  it('PUB-2: only a project that is open takes one: published, and not over', async () => {
    for (const projectId of [unpublished.projectId, over.projectId, UNKNOWN_ID]) {
      assert.deepEqual(refusalOf(await submit(anonymous, { projectId })), NOT_OPEN)
      assert.deepEqual(refusalOf(await signUp(manager, { projectId })), NOT_OPEN)
    }
  })

  it('PUB-1: a repeated request with the same key submits once', async () => {
    const body = { projectId: project.projectId, name: '李女士', phone: freshPhone() }
    const headers = { 'idempotency-key': freshName('key-') }
    const first = await anonymous.call(support.submit, { body, headers })
    const second = await anonymous.call(support.submit, { body, headers })
    assert.equal(first.intentId, second.intentId)
  })
})

describe('duplicates', () => {
  it('PUB-4: the check answers per project, phone and source', async () => {
    const phone = freshPhone()
    const elsewhere = await createProject()
    assert.equal(await check(phone), false)
    await submit(anonymous, { phone }).then(({ data }) => data)
    assert.equal(await check(phone), true)
    assert.equal(await check(phone, 'web'), true)
    assert.equal(await check(phone, 'qr'), false)
    assert.equal(await check(freshPhone()), false)
    assert.equal(await check(phone, 'web', elsewhere.projectId), false)
    const query = { projectId: project.projectId, phone }
    assert.equal((await anonymous.call(execution.check, { query })).exists, false)
    const bad = await anonymous.attempt(support.check, { query: { projectId: 0, phone: '1' } })
    assert.deepEqual(refusalOf(bad).fields?.toSorted(), ['phone', 'projectId'])
  })

  it('PUB-4: the check reveals nothing about a project that is no longer open', async () => {
    const closing = await createProject()
    const phone = freshPhone()
    await submit(anonymous, { projectId: closing.projectId, phone }).then(({ data }) => data)
    const { projectId, version } = closing
    await manager.call(projectRoutes.update, { body: { projectId, version, isPublished: false } })
    assert.equal(await check(phone, 'web', projectId), false)
  })

  it('PUB-4: a second intent with the same project, phone and source is refused as a warning, readably', async () => {
    const phone = freshPhone()
    await submit(anonymous, { phone }).then(({ data }) => data)
    const again = await submit(anonymous, { phone, name: '另一人' })
    assert.deepEqual(refusalOf(again), exists('phone'))
    assert.equal(again.error?.code, WARNING_CODE)
    assert.equal(again.error?.msg, errorCatalogue.INTENT_EXISTS.zh)
    for (const source of ['qr', 'share', 'other'] as const)
      assert.equal((await submit(anonymous, { phone, source })).status, 200, source)
  })

  for (const [kind, send] of Object.entries({ support: submit, execution: signUp }))
    it(`PUB-1 PUB-4: of the same ${kind} intent fifty times at once, one is stored`, async () => {
      const phone = freshPhone()
      const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => send(anonymous, { phone })))
      assert.equal(replies.filter(({ status }) => status === 200).length, 1)
      for (const reply of replies.filter(({ status }) => status !== 200))
        assert.deepEqual(refusalOf(reply), exists('phone'))
      const rows = await api.db
        .selectFrom(`publicity_${kind as 'support' | 'execution'}_intent`)
        .select('intent_id')
        .where('phone', '=', phone)
        .execute()
      assert.equal(rows.length, 1)
    })
})
