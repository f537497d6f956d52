// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { OrgType } from '@consilium/contract/persons/persons.ts'
import { personRoutes as routes } from '@consilium/contract/persons/persons.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import { uniqueViolation } from '../../infra/db/faults.ts'
import { freshName, freshPhone, startApi, type MainAccount, type User } from '../../../test/harness.ts'

const api = await startApi()
after(() => api.close())
const manager = await api.manager()
const sponsor = await api.sponsor()
const otherSponsor = await api.sponsor()
const executor = await api.executor()
const otherExecutor = await api.executor()

const UNKNOWN_ID = 8_999_999_999_999_999
const TOGETHER = 50

async function addPerson(main: MainAccount, change: { name?: string; department?: string } = {}) {
  const data = await main.call(routes.create, {
    body: {
      name: '赵敏',
      phone: freshPhone(),
      userName: freshName('person-'),
      password: 'initial-1',
      role: 'supervisor',
      ...change,
    },
  })
  return data
}

async function mainPersonId(main: MainAccount): Promise<number> {
  const data = await main.call(profileRoutes.getInfo, {})
  assert.ok(data.person)
  return data.person.personId
}

type ListRoute = typeof routes.list | typeof routes.executorList | typeof routes.sponsorList

/** The ids of all people in a list as this user sees it, sorted by id. */
async function idsOf(user: User, route: ListRoute, query: Record<string, string | number> = {}) {
  const page = await user.call(route, { query: { pageSize: 200, isAsc: 'asc', ...query } as never })
  assert.equal(page.total, page.rows.length)
  return page.rows.map(({ personId }) => personId)
}

const sponsorPeople = [await addPerson(sponsor), await addPerson(sponsor)]
const executorPeople = [await addPerson(executor), await addPerson(executor)]
const foreignPeople = [await addPerson(otherSponsor), await addPerson(otherExecutor)]
const supervisor = await api.person(executor, 'supervisor')
const mains = {
  sponsor: await mainPersonId(sponsor),
  otherSponsor: await mainPersonId(otherSponsor),
  executor: await mainPersonId(executor),
  otherExecutor: await mainPersonId(otherExecutor),
}
const sorted = (...ids: number[]) => ids.toSorted((a, b) => a - b)
const idsIn = (people: { personId: number }[]) => people.map(({ personId }) => personId)

describe('visibility', () => {
  it('AUT-5: lists and records need a session and one of the roles', async () => {
    const doctor = await api.expert()
    for (const route of [routes.list, routes.executorList, routes.sponsorList]) {
      assert.equal((await api.anonymous.attempt(route, {})).status, 401)
      for (const user of [doctor, supervisor]) assert.equal((await user.attempt(route, {})).status, 403)
      const bad = await manager.attempt(route, { query: { status: '2', pageSize: 201 } as never })
      assert.deepEqual(
        [bad.status, bad.error?.details?.map(({ field }) => field).toSorted()],
        [400, ['pageSize', 'status']],
      )
    }
    const params = { personId: mains.executor }
    assert.equal((await api.anonymous.attempt(routes.get, { params })).status, 401)
    assert.equal((await supervisor.attempt(routes.get, { params })).status, 403)
    assert.equal((await sponsor.attempt(routes.executorList, {})).status, 403)
    assert.equal((await executor.attempt(routes.sponsorList, {})).status, 403)
  })

  it('PER-12 AUT-4: the general list shows a main account the people of its sub-accounts', async () => {
    assert.deepEqual(await idsOf(sponsor, routes.list), idsIn(sponsorPeople))
    assert.deepEqual(await idsOf(executor, routes.list), [...idsIn(executorPeople), supervisor.personId])
    assert.deepEqual(await idsOf(executor, routes.list, { orgId: otherExecutor.orgId }), [])
    assert.deepEqual(await idsOf(executor, routes.list, { unitType: 'sponsor' }), [])
    assert.deepEqual(await idsOf(executor, routes.list, { role: 'admin' }), [])
  })

  it('PER-12: a person moved to another main account leaves the list of the old one', async () => {
    const moving = await addPerson(executor)
    assert.ok((await idsOf(executor, routes.list)).includes(moving.personId))
    await api.db
      .updateTable('sys_user')
      .set({ parent_user_id: otherExecutor.userId })
      .where('user_id', '=', moving.userId)
      .execute()
    assert.ok(!(await idsOf(executor, routes.list)).includes(moving.personId))
    await manager.call(routes.remove, { params: { personId: String(moving.personId) } })
  })

  it('PER-11: the executor list shows the own people and the own admin person, whatever unitType is sent', async () => {
    const own = sorted(mains.executor, ...idsIn(executorPeople), supervisor.personId)
    for (const unitType of ['sponsor', 'executor', 'nonsense'])
      assert.deepEqual(await idsOf(executor, routes.executorList, { unitType }), own)
    assert.deepEqual(await idsOf(otherExecutor, routes.executorList, { orgId: executor.orgId }), [])
    assert.deepEqual(
      await idsOf(otherExecutor, routes.executorList),
      sorted(mains.otherExecutor, foreignPeople[1]!.personId),
    )
  })

  it('PER-11: the sponsor list likewise', async () => {
    const own = sorted(mains.sponsor, ...idsIn(sponsorPeople))
    assert.deepEqual(await idsOf(sponsor, routes.sponsorList, { unitType: 'executor' }), own)
  })

  it('PER-11: managers see everyone of the kind in each list, and everyone in the general one', async () => {
    const kinds: Record<OrgType, number[]> = {
      sponsor: sorted(mains.sponsor, mains.otherSponsor, ...idsIn(sponsorPeople), foreignPeople[0]!.personId),
      executor: sorted(
        mains.executor,
        mains.otherExecutor,
        ...idsIn(executorPeople),
        foreignPeople[1]!.personId,
        supervisor.personId,
      ),
    }
    assert.deepEqual(await idsOf(manager, routes.sponsorList, { unitType: 'executor' }), kinds.sponsor)
    assert.deepEqual(await idsOf(manager, routes.executorList, { unitType: 'sponsor' }), kinds.executor)
    assert.deepEqual(await idsOf(manager, routes.list), sorted(...kinds.sponsor, ...kinds.executor))
    assert.deepEqual(await idsOf(manager, routes.list, { unitType: 'sponsor' }), kinds.sponsor)
  })

  it('AUT-4: a record is readable within the own organization only', async () => {
    const statusFor = async (user: User, personId: number) =>
      (await user.attempt(routes.get, { params: { personId } })).status
    assert.equal(await statusFor(executor, mains.executor), 200)
    assert.equal(await statusFor(executor, executorPeople[0]!.personId), 200)
    for (const id of [mains.otherExecutor, mains.sponsor, foreignPeople[1]!.personId, UNKNOWN_ID])
      assert.equal(await statusFor(executor, id), 404)
    assert.equal(await statusFor(manager, mains.sponsor), 200)
    assert.equal(await statusFor(manager, UNKNOWN_ID), 404)
  })

  it('PER-8: the row of the admin person offers neither disable nor delete', async () => {
    for (const [user, route, id] of [
      [sponsor, routes.sponsorList, mains.sponsor],
      [executor, routes.executorList, mains.executor],
      [manager, routes.sponsorList, mains.sponsor],
    ] as const) {
      const { rows } = await user.call(route, { query: { pageSize: 200 } })
      for (const { personId, role, abilities } of rows) {
        const free = role !== 'admin'
        assert.deepEqual(abilities, {
          update: true,
          changeStatus: free,
          changeRole: free,
          archive: free,
          remove: free,
          resetPassword: free || user === manager,
        })
        if (personId === id) assert.equal(free, false)
      }
      assert.ok(rows.some(({ personId }) => personId === id))
    }
    const data = await supervisor.call(profileRoutes.getInfo, {})
    assert.deepEqual(data.person?.abilities, {
      update: false,
      changeStatus: false,
      changeRole: false,
      archive: false,
      remove: false,
      resetPassword: false,
    })
  })
})

describe('filters', () => {
  it('PER-1: by every field, sorted and paged', async () => {
    const main = await api.executor()
    const a = await addPerson(main, { name: '孙Ann_1', department: '会务A' })
    const b = await addPerson(main, { name: '孙ann21', department: '会务B' })
    const c = await addPerson(main, { name: '周平' })
    await main.call(routes.changeStatus, { body: { personId: c.personId, status: '1' } })
    const ids = (query: Record<string, string | number>) => idsOf(main, routes.list, query)
    assert.deepEqual(await ids({ name: 'ANN' }), idsIn([a, b]))
    assert.deepEqual(await ids({ name: 'n_1' }), idsIn([a]), 'wildcards are taken literally')
    assert.deepEqual(await ids({ phone: b.phone.slice(-4), name: '孙' }), idsIn([b]))
    assert.deepEqual(await ids({ department: '会务b' }), idsIn([b]))
    assert.deepEqual(await ids({ status: '1' }), idsIn([c]))
    assert.deepEqual(await ids({ role: 'meetingExecutor' }), [])
    assert.deepEqual(await ids({ name: '', status: '' }), idsIn([a, b, c]), 'empty filters are none')
    assert.deepEqual(await ids({ 'params[beginTime]': '2999-01-01 00:00:00' }), [])
    assert.deepEqual(await ids({ orderByColumn: 'status', isAsc: 'desc' }), idsIn([c, b, a]))
    const second = await main.call(routes.list, { query: { pageSize: 1, pageNum: 2, isAsc: 'asc' } })
    assert.deepEqual([second.total, second.rows[0]?.personId], [3, b.personId])
  })
})

describe('database constraints refuse', () => {
  const person = (userId: number, orgId: number, role: 'admin' | 'supervisor') => ({
    user_id: userId,
    org_id: orgId,
    unit_type: 'executor' as const,
    role,
    name: '多余',
  })

  /** Inserts all rows concurrently; returns how many were inserted and which constraints refused the others. */
  async function insertTogether(rows: ReturnType<typeof person>[]) {
    const outcomes = await Promise.allSettled(
      rows.map((row) => api.db.insertInto('person').values(row).execute()),
    )
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    return {
      inserted: outcomes.length - refused.length,
      refusedBy: refused.map(({ reason }) => uniqueViolation(reason)),
    }
  }

  const account = async (roleType: 'executor' | 'supervisor') => {
    const row = { user_name: freshName('raw-'), password_hash: '', phone: freshPhone(), role_type: roleType }
    const { user_id: userId } = await api.db
      .insertInto('sys_user')
      .values(row)
      .returning('user_id')
      .executeTakeFirstOrThrow()
    return userId
  }

  const bareOrganization = async () => {
    const { org_id: orgId } = await api.db
      .insertInto('organization')
      .values({ org_type: 'executor', org_name: freshName('空'), main_user_id: await account('executor') })
      .returning('org_id')
      .executeTakeFirstOrThrow()
    return orgId
  }

  it('PER-1: a second person of one account', async () => {
    const again = await insertTogether([person(supervisor.userId, executor.orgId, 'supervisor')])
    assert.deepEqual(again, { inserted: 0, refusedBy: ['person_user_unique'] })
  })

  it('PER-1: all but one of concurrent inserts for one account', async () => {
    const userId = await account('supervisor')
    const rows = Array.from({ length: TOGETHER }, () => person(userId, executor.orgId, 'supervisor'))
    const { inserted, refusedBy } = await insertTogether(rows)
    assert.equal(inserted, 1)
    assert.deepEqual(new Set(refusedBy), new Set(['person_user_unique']))
  })

  it('PER-6: a second admin person of one organization', async () => {
    const again = await insertTogether([person(await account('executor'), executor.orgId, 'admin')])
    assert.deepEqual(again, { inserted: 0, refusedBy: ['person_one_admin'] })
  })

  it('PER-6: all but one of concurrent admin persons of one organization', async () => {
    const orgId = await bareOrganization()
    const rows = []
    for (let n = 0; n < TOGETHER; n++) rows.push(person(await account('executor'), orgId, 'admin'))
    const { inserted, refusedBy } = await insertTogether(rows)
    assert.equal(inserted, 1)
    assert.deepEqual(new Set(refusedBy), new Set(['person_one_admin']))
  })

  it('PER-1: a person whose kind is not that of its organization', async () => {
    const row = { ...person(await account('supervisor'), sponsor.orgId, 'supervisor') }
    await assert.rejects(api.db.insertInto('person').values(row).execute(), {
      constraint: 'person_organization',
    })
  })
})
