// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { expertRoutes as routes } from '@consilium/contract/experts/experts.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import type { Route } from '@consilium/contract/route.ts'
import { freshName, freshPhone, type User } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import { dataOf } from '../../../test/outcomes.ts'

const UNKNOWN_ID = 8_999_999_999_999_999
const api = await sharedApi({ after })
const admin = await api.admin()
const manager = await api.manager()

const create = (change: object = {}, user: User = manager) =>
  user.attempt(routes.create, { body: { phone: freshPhone(), name: '周颖', ...change } })
const get = (expertId: number) => manager.attempt(routes.get, { params: { expertId } })
const remove = (...expertIds: number[]) =>
  manager.attempt(routes.remove, { params: { expertId: expertIds.join(',') } })

/** A meeting that the expert is invited to. */
async function inviteToMeeting(expertId: number): Promise<void> {
  const executor = await api.executor()
  const data = await manager.call(projectRoutes.create, { body: { projectName: freshName('项目') } })
  const { projectId } = data
  const params = { projectId }
  await manager.call(projectRoutes.assignExecutors, {
    params,
    body: { execAdminUserIds: [executor.userId] },
  })
  await manager.call(meetingRoutes.create, { body: { projectId, expertIds: [expertId] } })
}

describe('experts: who may call', () => {
  it('AUT-4: asks for a login, and refuses other roles', async () => {
    const others = [await api.leader(), await api.sponsor(), await api.executor(), await api.expert()]
    const closed = [routes.list, routes.get, routes.identity, routes.create, routes.update, routes.remove]
    for (const route of closed as Route[]) {
      const path = route.path.replace('{expertId}', String(UNKNOWN_ID))
      const call = (token?: string) => api.raw(path, { method: route.method, ...(token ? { token } : {}) })
      assert.equal((await call()).status, 401, path)
      for (const user of others)
        assert.equal((await call(user.token)).status, 403, `${user.roleType} ${path}`)
    }
    for (const route of [routes.me, routes.updateMe] as Route[]) {
      assert.equal((await api.raw(route.path, { method: route.method })).status, 401)
      assert.equal((await api.raw(route.path, { method: route.method, token: manager.token })).status, 403)
    }
  })

  it('answers 404 for experts that do not exist', async () => {
    assert.equal((await get(UNKNOWN_ID)).status, 404)
    assert.equal((await manager.attempt(routes.identity, { params: { expertId: UNKNOWN_ID } })).status, 404)
    const update = await manager.attempt(routes.update, { body: { expertId: UNKNOWN_ID, version: 1 } })
    assert.equal(update.status, 404)
    assert.equal((await remove(UNKNOWN_ID)).status, 404)
    assert.equal((await api.raw('/business/expert/abc', { token: manager.token })).status, 400)
  })
})

describe('adding an expert by phone', () => {
  it('ACC-3: creates an account whose name and initial password are the phone, to be changed at the first login', async () => {
    const phone = freshPhone()
    const { data } = await create({ phone, unit: '华山医院', title: '教授', bankRegion: '上海市' })
    assert.deepEqual(
      [data.phone, data.auditStatus, data.unit, data.bankRegion],
      [phone, 'pending', '华山医院', '上海市'],
    )
    const first = await api.login(phone, phone)
    assert.deepEqual([first.userName, first.roleType], [phone, 'doctor'])
    assert.equal((await first.attempt(routes.me, {})).error?.error, 'PASSWORD_CHANGE_REQUIRED')
    const expert = await api.firstLogin(phone, phone)
    assert.equal((await expert.call(routes.me, {})).expertId, data.expertId)
  })

  it('ACC-3: refuses the phone of an expert as a warning, and that of anyone else', async () => {
    const { phone } = (await create()).data
    const again = (await create({ phone })).error
    assert.deepEqual([again?.code, again?.error, again?.details?.[0]?.field], [601, 'PHONE_TAKEN', 'phone'])
    for (const user of [await api.sponsor(), manager]) {
      const { error } = await create({ phone: user.phone })
      assert.deepEqual(
        [error?.code, error?.error, error?.details?.[0]?.field],
        [409, 'PHONE_NOT_EXPERT', 'phone'],
      )
    }
  })

  it('ACC-3: of concurrent requests with one phone, one adds the expert', async () => {
    for (let round = 0; round < 3; round++) {
      const phone = freshPhone()
      const replies = await Promise.all(Array.from({ length: 12 }, () => create({ phone })))
      assert.equal(replies.filter(({ status }) => status === 200).length, 1)
      for (const { error } of replies) assert.ok(!error || error.error === 'PHONE_TAKEN', error?.error)
      assert.equal((await manager.call(routes.list, { query: { phone } })).total, 1)
      assert.equal((await admin.call(accountRoutes.list, { query: { phone } })).total, 1)
    }
  })

  it('ACC-3: a request repeated with its Idempotency-Key adds nothing', async () => {
    const body = { phone: freshPhone(), name: '周颖' }
    const headers = { 'idempotency-key': freshName('key-') }
    const [first, second] = [
      await manager.attempt(routes.create, { body, headers }),
      await manager.attempt(routes.create, { body, headers }),
    ]
    assert.equal(first.data.expertId, second.data.expertId)
  })

  it('refuses invalid fields by name, and names that an agreement could not print', async () => {
    const cases: [string, object][] = [
      ['phone', { phone: '1380013800' }],
      ['name', { name: '' }],
      ['unit', { unit: '院'.repeat(101) }],
      ['title', { title: 7 }],
      ['expertId', { expertId: 1 }],
    ]
    for (const [field, change] of cases) {
      const { status, error } = await create(change)
      assert.deepEqual([status, error?.details?.map((detail) => detail.field)], [400, [field]])
    }
    const { error } = await create({ name: '吴\u{1f600}\u{1f601}' })
    assert.deepEqual([error?.error, error?.details?.[0]?.field], ['GLYPH_MISSING', 'name'])
    assert.ok(error?.msg.includes('\u{1f600} \u{1f601}'))
    assert.equal((await create({ name: '堃喆䶮' })).status, 200, 'rare characters are fine')
  })
})

describe('listing experts', () => {
  it('filters by every field, pages, and sorts by the allowed columns', async () => {
    const unit = freshName('医院')
    const made = []
    for (const name of ['甲一', '乙二', '丙三'])
      made.push((await create({ name, unit, department: `${name}科`, title: `${name}师` })).data)
    const [first, second, third] = made
    const find = async (query: object) =>
      (await manager.call(routes.list, { query: { unit, ...query } })).rows.map(({ expertId }) => expertId)
    assert.deepEqual(await find({}), [third!.expertId, second!.expertId, first!.expertId])
    assert.deepEqual(await find({ name: '乙' }), [second!.expertId])
    assert.deepEqual(await find({ phone: first!.phone }), [first!.expertId])
    assert.deepEqual(await find({ department: '丙三' }), [third!.expertId])
    assert.deepEqual(await find({ title: '甲一师' }), [first!.expertId])
    assert.deepEqual(await find({ name: '%' }), [], 'a wildcard is a character')
    assert.deepEqual(await find({ auditStatus: 'approved' }), [])
    assert.deepEqual(
      await find({
        'params[beginTime]': third!.createTime,
        'params[endTime]': third!.createTime,
        name: '丙',
      }),
      [third!.expertId],
    )
    assert.deepEqual(await find({ orderByColumn: 'expertId', isAsc: 'asc', pageSize: 2, pageNum: 2 }), [
      third!.expertId,
    ])
    const bad = await manager.attempt(routes.list, { query: { orderByColumn: 'idCardNo' as 'name' } })
    assert.deepEqual([bad.status, bad.error?.details?.[0]?.field], [400, 'orderByColumn'])
  })
})

describe('changing an expert', () => {
  it('by a manager: sent fields change, null clears, omitted fields are unchanged', async () => {
    const { data } = await create({ unit: '甲院', department: '内科', title: '医师' })
    const { expertId, version } = data
    const body = { expertId, version, name: '周 颖', unit: null, title: '' }
    const changed = await manager.call(routes.update, { body })
    assert.deepEqual(
      [changed.name, changed.unit, changed.department, changed.title, changed.version],
      ['周 颖', null, '内科', null, version + 1],
    )
    const { identityCheck, ...read } = (await get(expertId)).data
    assert.deepEqual(read, { ...changed, auditWaiting: null })
    assert.equal(identityCheck.state, 'notAsked')
  })

  it('refuses a stale version, also of concurrent changes', async () => {
    const { expertId } = (await create()).data
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        manager.attempt(routes.update, { body: { expertId, version: 1, unit: `第${index}医院` } }),
      ),
    )
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    for (const { error } of replies) assert.ok(!error || error.error === 'STALE_RECORD', error?.error)
    assert.equal((await get(expertId)).data.version, 2)
  })

  it('AUT-4: experts read and change their own profile, but not its audit', async () => {
    const expert = await api.expert()
    const own = await expert.call(routes.me, {})
    assert.deepEqual(own.abilities, {
      update: true,
      audit: false,
      changeStatus: false,
      archive: false,
      remove: false,
    })
    const { version } = own
    const changed = await expert.call(routes.updateMe, { body: { version, unit: '新医院' } })
    assert.deepEqual([changed.unit, changed.expertId], ['新医院', expert.expertId])
    for (const field of ['auditStatus', 'auditOpinion', 'expertId', 'phone']) {
      const body = { version: version + 1, [field]: 'approved' }
      const { status, error } = await expert.attempt(routes.updateMe, { body })
      assert.deepEqual([status, error?.details?.[0]?.field], [400, field])
    }
    const stale = await expert.attempt(routes.updateMe, { body: { version, unit: '旧' } })
    assert.equal(stale.error?.error, 'STALE_RECORD')
    const unprintable = await expert.attempt(routes.updateMe, { body: { version: version + 1, name: '😀' } })
    assert.equal(unprintable.error?.error, 'GLYPH_MISSING')
    assert.equal((await expert.call(profileRoutes.getInfo, {})).expert?.unit, '新医院')
  })

  it('abilities allow a manager everything', async () => {
    const { abilities } = (await create()).data
    assert.deepEqual(abilities, {
      update: true,
      audit: true,
      changeStatus: true,
      archive: true,
      remove: true,
    })
  })

  it('abilities offer nothing on an archived expert but to restore or to delete it', async () => {
    const { expertId } = (await create()).data
    const { abilities } = await manager.call(routes.archive, { body: { expertId, archived: true } })
    const offered = Object.entries(abilities).filter(([, isOffered]) => isOffered)
    assert.deepEqual(offered.map(([name]) => name).toSorted(), ['archive', 'remove'])
    const restored = await manager.call(routes.archive, { body: { expertId, archived: false } })
    assert.ok(restored.abilities.update && restored.abilities.audit)
  })
})

describe('deleting experts', () => {
  it('also deletes their accounts and sessions; the phone is free again', async () => {
    const [expert, other] = [await api.expert(), await api.expert()]
    assert.equal((await remove(expert.expertId, other.expertId)).status, 200)
    assert.equal((await get(expert.expertId)).status, 404)
    assert.equal((await expert.attempt(routes.me, {})).status, 401)
    assert.equal((await admin.call(accountRoutes.list, { query: { phone: expert.phone } })).total, 0)
    assert.equal((await create({ phone: expert.phone })).status, 200)
  })

  it('is refused for all if a meeting refers to one of them', async () => {
    const [invited, free] = [await api.expert(), await api.expert()]
    await inviteToMeeting(invited.expertId)
    const { status, error } = await remove(free.expertId, invited.expertId)
    assert.deepEqual([status, error?.error], [409, 'RECORD_IN_USE'])
    const [use] = error?.details ?? []
    assert.deepEqual([use?.kind, use?.count, use?.records?.length], ['meeting', 1, 1])
    assert.match(use?.message ?? '', /^会议 1 个：/)
    assert.equal((await remove(free.expertId, UNKNOWN_ID)).status, 404)
    for (const expert of [invited, free])
      assert.equal((await expert.call(routes.me, {})).expertId, expert.expertId)
  })
})

describe('COR-18: experts who cannot be invited', () => {
  const setStatus = (expertId: number, status: '0' | '1') =>
    manager.attempt(routes.changeStatus, { body: { expertId, status } })

  /** An executor with meetings of one project, and a function that adds experts to them. */
  async function openMeetings(count: number) {
    const executor = await api.executor()
    const project = await manager.call(projectRoutes.create, {
      body: { projectName: freshName('项目') },
    })
    await manager.call(projectRoutes.assignExecutors, {
      params: project,
      body: { execAdminUserIds: [executor.userId] },
    })
    const createMeeting = (expertIds: number[] = []) =>
      manager.attempt(meetingRoutes.create, {
        body: { projectId: project.projectId, execUserId: executor.userId, expertIds },
      })
    const meetings = await Promise.all(
      Array.from({ length: count }, async () => (await createMeeting()).data),
    )
    const add = (phone: string, at = 0) =>
      executor.attempt(attendeeRoutes.create, {
        body: { meetingId: meetings[at]?.meetingId ?? 0, phone, laborFee: '1000' },
      })
    return { createMeeting, add }
  }

  it('COR-18: managers disable and enable an expert, whose sessions end at once', async () => {
    const expert = await api.expert()
    assert.equal((await setStatus(expert.expertId, '1')).data.status, '1')
    assert.equal((await expert.attempt(profileRoutes.getInfo, {})).status, 401)
    const { phone: username, password } = expert
    const logIn = () => api.anonymous.attempt(accountRoutes.login, { body: { username, password } })
    assert.equal((await logIn()).error?.error, 'ACCOUNT_DISABLED')
    await dataOf(setStatus(expert.expertId, '0'))
    assert.equal((await logIn()).status, 200)
    assert.equal(
      (await expert.attempt(routes.changeStatus, { body: { expertId: 1, status: '1' } })).status,
      401,
    )
    assert.equal((await setStatus(UNKNOWN_ID, '1')).status, 404)
  })

  it('COR-18: a disabled, rejected or archived expert is neither added nor invited, with the reason', async () => {
    const { createMeeting, add } = await openMeetings(1)
    const [disabled, rejected, archived] = await Promise.all([api.expert(), api.expert(), api.expert()])
    await dataOf(setStatus(disabled.expertId, '1'))
    await manager.call(routes.update, {
      body: { expertId: rejected.expertId, version: 1, auditStatus: 'rejected' },
    })
    await manager.call(routes.archive, { body: { expertId: archived.expertId, archived: true } })
    const cases = [
      [disabled, 'EXPERT_DISABLED'],
      [rejected, 'EXPERT_REJECTED'],
      [archived, 'EXPERT_ARCHIVED'],
    ] as const
    for (const [expert, error] of cases) {
      const added = await add(expert.phone)
      assert.deepEqual([added.status, added.error?.error], [409, error])
      assert.equal(added.error?.details?.[0]?.field, 'phone')
      const invited = await createMeeting([expert.expertId])
      assert.deepEqual([invited.status, invited.error?.error], [409, error])
      assert.equal(invited.error?.details?.[0]?.field, 'expertIds')
    }
  })

  it('COR-18: an expert who is disabled while being added is either added first or not at all', async () => {
    const meetings = 8
    const { add } = await openMeetings(meetings)
    const expert = await api.expert()
    const adding = Array.from({ length: meetings }, (_, at) => add(expert.phone, at))
    await dataOf(setStatus(expert.expertId, '1'))
    const late = await add(expert.phone, 0)
    assert.equal(late.error?.error, 'EXPERT_DISABLED')
    for (const { status, error } of await Promise.all(adding))
      assert.ok(status === 200 || error?.error === 'EXPERT_DISABLED', error?.error)
  })
})
