// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes as routes } from '@consilium/contract/projects/projects.ts'
import { freshName, STAFF_NAMES } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import { dataOf, refusalOf } from '../../../test/outcomes.ts'

const OPTIONS_MAX = 5

const UNKNOWN_ID = 8_999_999_999_999_999
const AT_ONCE = 50

const api = await sharedApi({ after })
const admin = await api.admin()
const manager = await api.manager()
const leader = await api.leader()
const sponsors = [await api.sponsor(), await api.sponsor()] as const
const executors = [await api.executor(), await api.executor(), await api.executor()] as const

async function createProject(): Promise<number> {
  const data = await manager.call(routes.create, { body: { projectName: freshName('项目') } })
  return data.projectId
}

const assignSponsors = (projectId: number, sponsorAdminUserIds: number[]) =>
  manager.attempt(routes.assignSponsors, { params: { projectId }, body: { sponsorAdminUserIds } })
const assignExecutors = (projectId: number, execAdminUserIds: number[]) =>
  manager.attempt(routes.assignExecutors, { params: { projectId }, body: { execAdminUserIds } })
const read = (projectId: number) => manager.call(routes.get, { params: { projectId } })
const setStatus = (userId: number, status: '0' | '1') =>
  admin.call(accountRoutes.changeStatus, { body: { userId, status } })

describe('projects: assignment', () => {
  it('PRJ-6 PRJ-2 SVC-4: a manager assigns both kinds, and their names are shown', async () => {
    const projectId = await createProject()
    const { version } = await read(projectId)
    const sponsored = await assignSponsors(projectId, [sponsors[1].userId, sponsors[0].userId])
    assert.deepEqual(
      sponsored.data.sponsorAdminUserIds,
      sponsors.map(({ userId }) => userId),
    )
    assert.equal(sponsored.data.sponsorOrgName, sponsors.map(({ orgName }) => orgName).join('、'))
    const executed = await assignExecutors(projectId, [executors[0].userId, executors[1].userId])
    assert.deepEqual(executed.data.execAdminUserIds, [executors[0].userId, executors[1].userId])
    assert.equal(executed.data.execOrgNames, `${executors[0].orgName}、${executors[1].orgName}`)
    assert.equal(executed.data.sponsorOrgName, sponsored.data.sponsorOrgName)
    assert.equal(executed.data.version, version + 2)
  })

  it('PRJ-6: the given set replaces the former one, and an empty set removes all', async () => {
    const projectId = await createProject()
    await dataOf(assignExecutors(projectId, [executors[0].userId, executors[1].userId]))
    const moved = await assignExecutors(projectId, [executors[1].userId, executors[2].userId])
    assert.deepEqual(moved.data.execAdminUserIds, [executors[1].userId, executors[2].userId])
    const none = await assignExecutors(projectId, [])
    assert.deepEqual([none.data.execAdminUserIds, none.data.execOrgNames], [[], ''])
    await dataOf(assignSponsors(projectId, [sponsors[0].userId]))
    assert.deepEqual((await assignSponsors(projectId, [])).data.sponsorAdminUserIds, [])
  })

  it('PRJ-6: fifty equal assignments at once make one row', async () => {
    const projectId = await createProject()
    const { userId } = executors[0]
    const replies = await Promise.all(
      Array.from({ length: AT_ONCE }, () => assignExecutors(projectId, [userId, userId])),
    )
    assert.ok(replies.every(({ status }) => status === 200))
    const rows = await api.db
      .selectFrom('biz_project_assign')
      .select('exec_user_id')
      .where('project_id', '=', projectId)
      .execute()
    assert.deepEqual(rows, [{ exec_user_id: userId }])
  })

  it('PRJ-6: concurrent different sets result in one of them, never in a mixture', async () => {
    const projectId = await createProject()
    const sets = [
      [executors[0].userId, executors[1].userId],
      [executors[1].userId, executors[2].userId],
      [executors[2].userId],
    ]
    for (let round = 0; round < 5; round++) {
      await Promise.all(sets.map((set) => dataOf(assignExecutors(projectId, set))))
      const { execAdminUserIds } = await read(projectId)
      assert.ok(
        sets.some((set) => String(set) === String(execAdminUserIds)),
        String(execAdminUserIds),
      )
    }
  })

  it('PRJ-6: a project is created with those it is assigned to, or not at all', async () => {
    const projectName = freshName('一次建成')
    const given = {
      projectName,
      sponsorAdminUserIds: [sponsors[0].userId],
      execAdminUserIds: [executors[1].userId, executors[0].userId],
      leadUserId: leader.userId,
    }
    const wrong = {
      sponsorAdminUserIds: [executors[0].userId],
      execAdminUserIds: [UNKNOWN_ID],
      leadUserId: executors[0].userId,
    }
    for (const [field, value] of Object.entries(wrong)) {
      const reply = await manager.attempt(routes.create, { body: { ...given, [field]: value } })
      assert.deepEqual([reply.status, refusalOf(reply).fields], [400, [field]])
    }
    const made = await manager.call(routes.create, { body: given })
    const { sponsorAdminUserIds, execAdminUserIds, leadUserId } = made
    assert.deepEqual(
      { projectName, sponsorAdminUserIds, execAdminUserIds, leadUserId },
      { ...given, execAdminUserIds: given.execAdminUserIds.toSorted((one, other) => one - other) },
    )
    assert.equal((await manager.call(routes.list, { query: { projectName } })).rows.length, 1)
  })

  it('PRJ-6: refuses accounts that are not active main accounts of the kind, and changes nothing', async () => {
    const projectId = await createProject()
    await dataOf(assignExecutors(projectId, [executors[0].userId]))
    const person = await api.person(executors[0], 'meetingExecutor')
    const disabled = await api.executor()
    await setStatus(disabled.userId, '1')
    const { version } = await read(projectId)
    for (const userId of [sponsors[0].userId, person.userId, disabled.userId, manager.userId, UNKNOWN_ID]) {
      const reply = await assignExecutors(projectId, [executors[1].userId, userId])
      assert.deepEqual(refusalOf(reply), {
        status: 400,
        error: 'ORGANIZATION_NOT_ASSIGNABLE',
        fields: ['execAdminUserIds'],
      })
      assert.match(reply.error!.msg, new RegExp(`\\b${userId}\\b`))
    }
    const sponsor = await assignSponsors(projectId, [executors[0].userId])
    assert.deepEqual(refusalOf(sponsor).fields, ['sponsorAdminUserIds'])
    const unchanged = await read(projectId)
    assert.deepEqual([unchanged.version, unchanged.execAdminUserIds], [version, [executors[0].userId]])
  })

  it('PRJ-6: an executor disabled after its assignment keeps its projects while others are added', async () => {
    const projectId = await createProject()
    const former = await api.executor()
    await dataOf(assignExecutors(projectId, [former.userId]))
    await setStatus(former.userId, '1')
    const { data } = await assignExecutors(projectId, [executors[0].userId, former.userId])
    assert.deepEqual(data.execAdminUserIds, [executors[0].userId, former.userId])
    await dataOf(assignExecutors(projectId, [executors[0].userId]))
    assert.equal(
      refusalOf(await assignExecutors(projectId, [former.userId])).error,
      'ORGANIZATION_NOT_ASSIGNABLE',
    )
  })

  it('PRJ-6: names bad input, and answers 404 for an unknown project', async () => {
    const projectId = await createProject()
    const odd = await assignExecutors(projectId, [0, 1.5] as number[])
    assert.deepEqual(refusalOf(odd).fields, ['execAdminUserIds.0', 'execAdminUserIds.1'])
    assert.equal((await assignExecutors(UNKNOWN_ID, [])).status, 404)
    assert.equal((await assignSponsors(UNKNOWN_ID, [])).status, 404)
  })

  it('PRJ-6: an executor that runs meetings cannot be unassigned, nor the project deleted', async () => {
    const projectId = await createProject()
    const [running, idle] = executors
    await dataOf(assignExecutors(projectId, [running.userId, idle.userId]))
    await running.call(meetingRoutes.create, { body: { projectId } })
    const refused = await assignExecutors(projectId, [idle.userId])
    assert.deepEqual(refusalOf(refused), {
      status: 409,
      error: 'EXECUTOR_HAS_MEETINGS',
      fields: ['execAdminUserIds'],
    })
    assert.deepEqual((await assignExecutors(projectId, [running.userId])).data.execAdminUserIds, [
      running.userId,
    ])
    const free = await createProject()
    const removal = await manager.attempt(routes.remove, { params: { projectId: `${free},${projectId}` } })
    assert.deepEqual(refusalOf(removal), { status: 409, error: 'RECORD_IN_USE', fields: ['meeting'] })
    assert.equal((await read(free)).projectId, free)
  })

  it('PRJ-6: unassigning and creating a meeting at once never leave a meeting without its assignment', async () => {
    const [executor] = executors
    for (let round = 0; round < 5; round++) {
      const projectId = await createProject()
      await dataOf(assignExecutors(projectId, [executor.userId]))
      const [unassigned, created] = await Promise.all([
        assignExecutors(projectId, []),
        executor.attempt(meetingRoutes.create, { body: { projectId } }),
      ])
      const outcome = [unassigned.error?.error ?? 'done', created.error?.error ?? 'done'].join(' ')
      assert.ok(
        ['done EXECUTOR_NOT_ASSIGNED', 'done NOT_FOUND', 'EXECUTOR_HAS_MEETINGS done'].includes(outcome),
        outcome,
      )
    }
  })
})

describe('projects: the lead', () => {
  const setLead = (projectId: number, leadUserId: number | null) =>
    manager.attempt(routes.setLead, { params: { projectId }, body: { leadUserId } })

  it('SVC-4 PRJ-2: a manager names a lead, another, or none', async () => {
    const projectId = await createProject()
    const { version } = await read(projectId)
    const named = (await setLead(projectId, leader.userId)).data
    assert.deepEqual([named.leadUserId, named.leadUserName], [leader.userId, STAFF_NAMES.leader])
    assert.equal(named.version, version + 1)
    assert.equal((await setLead(projectId, manager.userId)).data.leadUserId, manager.userId)
    assert.equal((await setLead(projectId, null)).data.leadUserId, null)
    assert.equal((await setLead(UNKNOWN_ID, leader.userId)).status, 404)
  })

  it('SVC-4: only an active account of the platform leads', async () => {
    const projectId = await createProject()
    const disabled = await api.leader()
    await setStatus(disabled.userId, '1')
    const expert = await api.expert()
    for (const userId of [
      sponsors[0].userId,
      executors[0].userId,
      expert.userId,
      disabled.userId,
      UNKNOWN_ID,
    ]) {
      const refusal = refusalOf(await setLead(projectId, userId))
      assert.deepEqual(refusal, { status: 400, error: 'LEAD_NOT_ELIGIBLE', fields: ['leadUserId'] })
    }
    assert.equal((await read(projectId)).leadUserId, null)
  })

  it('LIM-1: offers at most five leads, filtered by a part of the name', async () => {
    const leaders = await Promise.all(Array.from({ length: OPTIONS_MAX + 1 }, () => api.leader()))
    const options = (keyword?: string) =>
      manager.call(routes.leadOptions, { query: keyword === undefined ? {} : { keyword } })
    assert.equal((await options()).length, OPTIONS_MAX)
    const [first] = leaders
    const name = freshName('欧阳负责')
    await first!.call(accountRoutes.changeName, { body: { name } })
    assert.deepEqual(await options(name.slice(2)), [{ label: name, value: first!.userId }])
    await setStatus(first!.userId, '1')
    assert.deepEqual(await options(name), [])
    assert.deepEqual(await options(executors[0].userName), [])
  })
})
