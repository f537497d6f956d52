// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import type { ErrorAnswer } from '@consilium/contract/envelope.ts'
import { personRoutes as routes, type PersonCreate } from '@consilium/contract/persons/persons.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import { freshName, freshPhone, SMS_CODE, type MainAccount, type User } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import type { z } from 'zod'

const api = await sharedApi({ after })
const admin = await api.admin()
const manager = await api.manager()
const sponsor = await api.sponsor()
const executor = await api.executor()
const otherExecutor = await api.executor()
const supervisor = await api.person(executor, 'supervisor')

const UNKNOWN_ID = 8_999_999_999_999_999
const TOGETHER = 50

type CreateBody = z.input<typeof PersonCreate>

const personBody = (change: Partial<CreateBody> = {}): CreateBody => ({
  name: '赵敏',
  phone: freshPhone(),
  userName: freshName('person-'),
  password: 'initial-1',
  role: 'supervisor',
  ...change,
})

const create = (user: User, change: Partial<CreateBody> = {}) =>
  user.attempt(routes.create, { body: personBody(change) })

const read = (personId: number, user: User = manager) => user.attempt(routes.get, { params: { personId } })
const remove = (user: User, ...personIds: number[]) =>
  user.attempt(routes.remove, { params: { personId: personIds.join() } })
const setStatus = (user: User, personId: number, status: '0' | '1') =>
  user.attempt(routes.changeStatus, { body: { personId, status } })

/** The main account's own person. */
async function mainPerson(main: MainAccount) {
  const data = await main.call(profileRoutes.getInfo, {})
  assert.ok(data.person)
  return data.person
}

const refusal = ({ status, error }: { status: number; error: ErrorAnswer | null }) => [
  status,
  error?.error,
  ...(error?.details ?? []).map(({ field }) => field).toSorted(),
]

describe('creating a person', () => {
  it('PER-16: needs a session and one of the roles', async () => {
    assert.equal((await api.anonymous.attempt(routes.create, { body: personBody() })).status, 401)
    for (const user of [supervisor, await api.leader(), await api.expert()])
      assert.deepEqual(refusal(await create(user)), [403, 'FORBIDDEN'])
  })

  it('PER-16 ACC-2: each bad field is named', async () => {
    for (const [field, value] of [
      ['phone', '28800138000'],
      ['phone', '1880013800'],
      ['userName', 'ab'],
      ['userName', 'n'.repeat(31)],
      ['password', '12345'],
      ['password', 'p'.repeat(31)],
      ['department', '部'.repeat(101)],
      ['status', '2'],
      ['name', ''],
      ['userId', 1],
    ] as const) {
      const body = { ...personBody(), [field]: value }
      assert.deepEqual(refusal(await executor.attempt(routes.create, { body })), [
        400,
        'VALIDATION_FAILED',
        field,
      ])
    }
    const { data } = await create(executor, { department: '部'.repeat(100) })
    assert.equal(data.department?.length, 100)
  })

  it('PER-7: the admin person is never created here', async () => {
    for (const user of [executor, manager]) {
      const reply = await create(user, { orgId: executor.orgId, role: 'admin' as never })
      assert.deepEqual(refusal(reply), [400, 'VALIDATION_FAILED', 'role'])
    }
  })

  it('PER-1 SVC-3: a main account creates sub-accounts of its organization', async () => {
    const body = personBody({
      role: 'meetingExecutor',
      department: '会务部',
      position: '专员',
      bankRegion: '上海',
    })
    const data = await executor.call(routes.create, { body })
    const { abilities, personId, userId, createTime, version, ...rest } = data
    assert.deepEqual(rest, {
      name: '赵敏',
      phone: body.phone,
      pendingPhone: null,
      userName: body.userName,
      department: '会务部',
      position: '专员',
      role: 'meetingExecutor',
      unitType: 'executor',
      orgId: executor.orgId,
      orgName: executor.orgName,
      bankRegion: '上海',
      status: '0',
      archivedTime: null,
    })
    assert.deepEqual(abilities, {
      update: true,
      changeStatus: true,
      changeRole: true,
      archive: true,
      remove: true,
      resetPassword: true,
    })
    assert.equal(version, 1)
    assert.match(createTime, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    assert.deepEqual((await read(personId, executor)).data, data)

    const account = await admin.call(accountRoutes.get, { params: { userId } })
    assert.equal(account.parentUserId, executor.userId)
    assert.ok(account.parentName)
    assert.equal(account.roleType, 'meetingExecutor')
    const early = await (await api.login(body.userName, body.password)).call(profileRoutes.getInfo, {})
    assert.equal(early.user.mustChangePassword, true, 'the password came from the main account')
  })

  it('SVC-3: a main account cannot name another organization; managers must name one', async () => {
    assert.deepEqual(refusal(await create(executor, { orgId: otherExecutor.orgId })), [404, 'NOT_FOUND'])
    assert.equal((await create(executor, { orgId: executor.orgId })).status, 200)
    assert.deepEqual(refusal(await create(manager)), [400, 'VALIDATION_FAILED', 'orgId'])
    assert.deepEqual(refusal(await create(manager, { orgId: UNKNOWN_ID })), [404, 'NOT_FOUND'])
    const { data } = await create(manager, { orgId: sponsor.orgId })
    assert.deepEqual([data.orgId, data.unitType], [sponsor.orgId, 'sponsor'])
    assert.equal((await read(data.personId, sponsor)).status, 200)
  })

  it('SVC-1: a sponsor has supervisors, but no meeting organizers', async () => {
    for (const user of [sponsor, manager]) {
      const reply = await create(user, { orgId: sponsor.orgId, role: 'meetingExecutor' })
      assert.deepEqual(refusal(reply), [400, 'VALIDATION_FAILED', 'role'])
    }
  })

  it('PER-9 COR-22: people created by a main account start with status 0; another status is refused, not ignored', async () => {
    assert.equal((await create(executor)).data.status, '0')
    assert.equal((await create(executor, { status: '0' })).data.status, '0')
    assert.deepEqual(refusal(await create(executor, { status: '1' })), [400, 'STARTS_ACTIVE', 'status'])
    assert.equal((await create(manager, { orgId: executor.orgId, status: '1' })).data.status, '1')
    assert.equal((await create(manager, { orgId: executor.orgId })).data.status, '0')
  })

  it('PER-15: a known phone is refused as a warning, a known user name as a failure', async () => {
    const expert = await api.expert()
    for (const phone of [supervisor.phone, sponsor.phone, expert.phone]) {
      const reply = await create(executor, { phone })
      assert.deepEqual(refusal(reply), [409, 'PHONE_TAKEN', 'phone'])
      assert.equal(reply.error?.code, 601)
    }
    const reply = await create(executor, { userName: supervisor.userName.toUpperCase() })
    assert.deepEqual([...refusal(reply), reply.error?.code], [409, 'USER_NAME_TAKEN', 'userName', 409])
  })

  it('PER-15: of concurrent requests with one phone, one creates the person', async () => {
    const phone = freshPhone()
    const answers = await Promise.all(
      Array.from({ length: TOGETHER }, (_, n) => create(n % 2 ? executor : sponsor, { phone })),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal(answers.filter(({ error }) => error?.code === 601).length, TOGETHER - 1)
    const { total } = await manager.call(routes.list, { query: { phone } })
    assert.equal(total, 1)
  })
})

describe('changing a person', () => {
  it('PER-7: does not change the role, the account or the organization', async () => {
    const { data } = await create(executor)
    const body = { personId: data.personId, version: data.version, name: '钱进' }
    for (const [field, value] of [
      ['role', 'admin'],
      ['orgId', sponsor.orgId],
      ['userId', sponsor.userId],
      ['status', '1'],
    ] as const) {
      const reply = await executor.attempt(routes.update, { body: { ...body, [field]: value } })
      assert.deepEqual(refusal(reply), [400, 'VALIDATION_FAILED', field])
    }
    assert.deepEqual((await read(data.personId)).data, (await read(data.personId, admin)).data)
    assert.equal((await read(data.personId)).data.name, '赵敏')
  })

  it('AUT-4: only in the own organization', async () => {
    const body = { personId: supervisor.personId, version: 1, name: '篡改' }
    assert.equal((await api.anonymous.attempt(routes.update, { body })).status, 401)
    assert.equal((await supervisor.attempt(routes.update, { body })).status, 403)
    for (const user of [sponsor, otherExecutor])
      assert.deepEqual(refusal(await user.attempt(routes.update, { body })), [404, 'NOT_FOUND'])
    const unknown = { ...body, personId: UNKNOWN_ID }
    assert.equal((await manager.attempt(routes.update, { body: unknown })).status, 404)
    assert.equal((await read(supervisor.personId)).data.name, '赵敏')
  })

  it('PER-1: omitted fields are unchanged, empty ones are cleared, the phone is the account’s', async () => {
    const { data } = await create(executor, { department: '会务部', position: '专员' })
    const phone = freshPhone()
    const changed = await executor.call(routes.update, {
      body: { personId: data.personId, version: data.version, phone, department: '', bankRegion: '苏州' },
    })
    assert.deepEqual(changed, {
      ...data,
      version: data.version + 1,
      phone,
      department: null,
      bankRegion: '苏州',
    })
    const account = await admin.call(accountRoutes.get, { params: { userId: data.userId } })
    assert.equal(account.phone, phone)
  })

  it('PER-15: a phone that is taken changes nothing of the person', async () => {
    const { data } = await create(executor)
    const body = { personId: data.personId, version: data.version, name: '钱进', phone: sponsor.phone }
    assert.deepEqual(refusal(await executor.attempt(routes.update, { body })), [409, 'PHONE_TAKEN', 'phone'])
    assert.deepEqual((await read(data.personId, executor)).data, data)
  })

  it('PER-5: the admin person of an executor carries the name of the organization, that of a sponsor any name', async () => {
    const own = await mainPerson(executor)
    const rename = (user: User, { personId, version }: typeof own, name: string) =>
      user.attempt(routes.update, { body: { personId, version, name, position: '经理' } })
    for (const user of [executor, manager])
      assert.deepEqual(refusal(await rename(user, own, '钱进')), [400, 'EXECUTOR_NAME_FIXED', 'name'])
    assert.equal((await rename(executor, own, executor.orgName)).data.position, '经理')
    assert.equal((await rename(sponsor, await mainPerson(sponsor), '钱进')).data.name, '钱进')
  })

  it('PER-1: of concurrent changes of one version, one succeeds', async () => {
    const { data } = await create(executor)
    const body = { personId: data.personId, version: data.version }
    const answers = await Promise.all(
      Array.from({ length: TOGETHER }, (_, n) =>
        (n % 2 ? executor : manager).attempt(routes.update, {
          body: { ...body, name: `第${n}`, phone: freshPhone() },
        }),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal(answers.filter(({ error }) => error?.error === 'STALE_RECORD').length, TOGETHER - 1)
    const winner = answers.find(({ status }) => status === 200)
    assert.deepEqual((await read(data.personId)).data, winner?.data)
  })
})

describe('disabling and restoring', () => {
  it('PER-10: a disabled person is logged out at once, and can log in again when enabled', async () => {
    const person = await api.person(executor, 'meetingExecutor')
    const known = () => person.attempt(profileRoutes.getInfo, {})
    assert.equal((await known()).status, 200)
    assert.equal((await setStatus(executor, person.personId, '1')).data.status, '1')
    assert.equal((await known()).status, 401, 'its live session has ended')
    const password = await api.anonymous.attempt(accountRoutes.login, {
      body: { username: person.userName, password: person.password },
    })
    assert.deepEqual(refusal(password), [403, 'ACCOUNT_DISABLED'])
    await api.sendCode(person.phone)
    const sms = await api.anonymous.attempt(accountRoutes.smsLogin, {
      body: { phone: person.phone, code: SMS_CODE },
    })
    assert.deepEqual(refusal(sms), [403, 'ACCOUNT_DISABLED'])

    assert.equal((await setStatus(executor, person.personId, '0')).data.status, '0')
    assert.equal((await known()).status, 401, 'a session that ended does not come back')
    const again = await api.login(person.userName, person.password)
    assert.equal((await again.attempt(profileRoutes.getInfo, {})).status, 200)
  })

  it('PER-10 AUT-4: only by managers and the own main account', async () => {
    const body = { personId: supervisor.personId, status: '1' } as const
    assert.equal((await api.anonymous.attempt(routes.changeStatus, { body })).status, 401)
    assert.equal((await setStatus(supervisor, supervisor.personId, '1')).status, 403)
    for (const user of [sponsor, otherExecutor])
      assert.deepEqual(refusal(await setStatus(user, supervisor.personId, '1')), [404, 'NOT_FOUND'])
    assert.deepEqual(refusal(await setStatus(executor, supervisor.personId, '2' as never)), [
      400,
      'VALIDATION_FAILED',
      'status',
    ])
    assert.equal((await supervisor.call(profileRoutes.getInfo, {})).person?.status, '0')
  })

  it('PER-8 PER-10: neither the admin person nor the caller’s own row', async () => {
    for (const main of [sponsor, executor]) {
      const own = await mainPerson(main)
      for (const status of ['0', '1'] as const) {
        assert.deepEqual(refusal(await setStatus(main, own.personId, status)), [409, 'OWN_RECORD_FIXED'])
        for (const user of [manager, admin])
          assert.deepEqual(refusal(await setStatus(user, own.personId, status)), [409, 'ADMIN_PERSON_FIXED'])
      }
      assert.equal((await main.attempt(profileRoutes.getInfo, {})).status, 200)
    }
  })
})

describe('deleting', () => {
  it('PER-8: neither the admin person nor, with it, anyone else', async () => {
    const { data } = await create(executor)
    const own = await mainPerson(executor)
    assert.deepEqual(refusal(await remove(executor, data.personId, own.personId)), [409, 'OWN_RECORD_FIXED'])
    assert.deepEqual(refusal(await remove(manager, data.personId, own.personId)), [409, 'ADMIN_PERSON_FIXED'])
    assert.equal((await read(data.personId)).status, 200)
    assert.equal((await read(own.personId)).status, 200)
  })

  it('AUT-4: only in the own organization, all or none', async () => {
    const { data: mine } = await create(executor)
    const { data: theirs } = await create(otherExecutor)
    const params = { personId: String(theirs.personId) }
    assert.equal((await api.anonymous.attempt(routes.remove, { params })).status, 401)
    assert.equal((await supervisor.attempt(routes.remove, { params })).status, 403)
    assert.deepEqual(refusal(await manager.attempt(routes.remove, { params: { personId: 'x' } })), [
      400,
      'VALIDATION_FAILED',
      'personId',
    ])
    assert.deepEqual(refusal(await remove(executor, mine.personId, theirs.personId)), [404, 'NOT_FOUND'])
    assert.deepEqual(refusal(await remove(manager, mine.personId, UNKNOWN_ID)), [404, 'NOT_FOUND'])
    assert.equal((await read(mine.personId)).status, 200)
    assert.equal((await remove(manager, mine.personId, theirs.personId)).status, 200)
    assert.equal((await read(mine.personId)).status, 404)
    assert.equal((await read(theirs.personId)).status, 404)
  })

  it('PER-1: also deletes the account and its sessions, and frees name and phone', async () => {
    const person = await api.person(executor, 'supervisor')
    assert.equal((await remove(executor, person.personId)).status, 200)
    assert.equal((await person.attempt(profileRoutes.getInfo, {})).status, 401)
    await assert.rejects(api.login(person.userName, person.password), { status: 401 })
    assert.equal((await remove(executor, person.personId)).status, 404)
    assert.equal((await create(executor, { phone: person.phone, userName: person.userName })).status, 200)
  })

  it('is refused while records refer to the account, and keeps the person', async () => {
    const person = await api.person(executor, 'meetingExecutor')
    const row = { project_name: '随访项目', create_user_id: person.userId }
    await api.db.insertInto('project').values(row).execute()
    assert.deepEqual(refusal(await remove(executor, person.personId)), [409, 'RECORD_IN_USE'])
    assert.equal((await person.call(profileRoutes.getInfo, {})).person?.personId, person.personId)
  })

  it('of concurrent deletions one succeeds and the others find nothing', async () => {
    const { data } = await create(executor)
    const answers = await Promise.all(Array.from({ length: TOGETHER }, () => remove(executor, data.personId)))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepEqual(statuses, [200, ...Array.from({ length: TOGETHER - 1 }, () => 404)])
  })
})
