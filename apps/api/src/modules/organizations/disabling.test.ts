// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { organizationRoutes as routes } from '@consilium/contract/organizations/organizations.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { freshName, freshPhone, SMS_CODE, STAFF_NAMES, type User } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import { dataOf } from '../../../test/outcomes.ts'

const api = await sharedApi({ after })
const admin = await api.admin()
const manager = await api.manager()

const setStatus = (orgId: number, status: '0' | '1', user: User = manager) =>
  user.attempt(routes.changeStatus, { body: { orgId, status } })
const logIn = (user: User) =>
  api.anonymous.attempt(accountRoutes.login, { body: { username: user.userName, password: user.password } })

async function logInBySms(user: User) {
  await api.sendCode(user.phone)
  return api.anonymous.attempt(accountRoutes.smsLogin, { body: { phone: user.phone, code: SMS_CODE } })
}

/** An executor with a project, and a person who runs its meetings. */
async function openUnit() {
  const executor = await api.executor()
  const person = await api.person(executor, 'meetingExecutor')
  const project = await manager.call(projectRoutes.create, {
    body: { projectName: freshName('项目') },
  })
  await manager.call(projectRoutes.assignExecutors, {
    params: project,
    body: { execAdminUserIds: [executor.userId] },
  })
  const meeting = await executor.call(meetingRoutes.create, {
    body: { projectId: project.projectId },
  })
  return { executor, person, project, meeting }
}

it('COR-6 SEC-19: a manager disables an organization: its accounts are refused at once and at every login', async () => {
  const { executor, person, project, meeting } = await openUnit()
  const { data } = await setStatus(executor.orgId, '1')
  assert.equal(data.status, '1')
  const body = { meetingId: meeting.meetingId, phone: freshPhone(), name: '周颖', laborFee: '800' }
  for (const user of [executor, person]) {
    assert.equal((await user.attempt(profileRoutes.getInfo, {})).status, 401)
    assert.equal((await user.attempt(attendeeRoutes.create, { body })).status, 401)
    const newMeeting = { body: { projectId: project.projectId } }
    assert.equal((await user.attempt(meetingRoutes.create, newMeeting)).status, 401)
    assert.equal((await logIn(user)).error?.error, 'ACCOUNT_DISABLED')
  }
  assert.equal((await logInBySms(person)).error?.error, 'ACCOUNT_DISABLED')
  const read = await manager.call(meetingRoutes.get, { params: meeting })
  assert.equal(read.orgName, executor.orgName, 'what exists stays readable')
})

it('COR-6 SEC-19: disabling the main account on the accounts page does the same, and enabling it restores those who were active', async () => {
  const { executor, person } = await openUnit()
  const alone = await api.person(executor, 'supervisor')
  await executor.call(personRoutes.changeStatus, { body: { personId: alone.personId, status: '1' } })
  await admin.call(accountRoutes.changeStatus, { body: { userId: executor.userId, status: '1' } })
  assert.equal((await manager.call(routes.get, { params: executor })).status, '1')
  assert.equal((await person.attempt(profileRoutes.getInfo, {})).status, 401)

  await dataOf(setStatus(executor.orgId, '0'))
  assert.equal((await logIn(executor)).status, 200)
  assert.equal((await logIn(person)).status, 200)
  assert.equal((await logIn(alone)).error?.error, 'ACCOUNT_DISABLED')
  assert.equal(
    (await person.attempt(profileRoutes.getInfo, {})).status,
    401,
    'a session that ended stays ended',
  )
})

it('COR-6: a disabled organization is not offered, not assigned, and nobody joins it', async () => {
  const { executor } = await openUnit()
  const other = await manager.call(projectRoutes.create, {
    body: { projectName: freshName('项目') },
  })
  await dataOf(setStatus(executor.orgId, '1'))
  const options = await manager.call(routes.executorOptions, { query: { keyword: executor.orgName } })
  assert.deepEqual(options, [])
  const assigned = await manager.attempt(projectRoutes.assignExecutors, {
    params: other,
    body: { execAdminUserIds: [executor.userId] },
  })
  assert.equal(assigned.error?.error, 'ORGANIZATION_NOT_ASSIGNABLE')
  const person = await manager.attempt(personRoutes.create, {
    body: {
      orgId: executor.orgId,
      name: '赵敏',
      phone: freshPhone(),
      userName: freshName('person-'),
      password: 'initial-1',
      role: 'supervisor',
    },
  })
  assert.equal(person.error?.error, 'ORGANIZATION_DISABLED')
})

it('COR-6: concurrent changes of the status end in the same status for the organization and its people', async () => {
  const { executor, person } = await openUnit()
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => dataOf(setStatus(executor.orgId, at % 2 === 0 ? '1' : '0'))),
  )
  const data = await manager.call(routes.get, { params: executor })
  for (const user of [executor, person])
    assert.equal((await logIn(user)).status, data.status === '1' ? 403 : 200)
})

it('COR-6: is for managers; an unknown organization is not found', async () => {
  const { executor, person } = await openUnit()
  for (const user of [executor, person])
    assert.equal((await setStatus(executor.orgId, '1', user)).status, 403)
  assert.equal((await setStatus(8_999_999_999_999_999, '1')).status, 404)
})

it('COR-19: an archived organization leaves the lists with its people, and restoring brings back those archived with it', async () => {
  const { executor, person, meeting } = await openUnit()
  const gone = await api.person(executor, 'supervisor')
  await executor.call(personRoutes.archive, { body: { personId: gone.personId, archived: true } })
  const archive = (archived: boolean) =>
    manager.call(routes.archive, { body: { orgId: executor.orgId, archived } })
  const listed = async (archived: boolean) =>
    (await manager.call(routes.list, { query: { orgName: executor.orgName, archived } })).total
  assert.ok((await archive(true)).archivedTime)
  assert.deepEqual([await listed(false), await listed(true)], [0, 1])
  assert.equal((await logIn(person)).error?.error, 'LOGIN_FAILED')
  assert.equal((await setStatus(executor.orgId, '1')).error?.error, 'RECORD_ARCHIVED')
  const read = await manager.call(meetingRoutes.get, { params: meeting })
  assert.equal(read.orgName, executor.orgName)

  assert.equal((await archive(false)).archivedTime, null)
  assert.equal((await logIn(person)).status, 200)
  assert.equal((await logIn(gone)).error?.error, 'LOGIN_FAILED', 'who was archived before stays archived')
})

it('COR-19: a person with records is not deleted, the answer names the records; the role can be changed and the person archived', async () => {
  const { executor, person, project } = await openUnit()
  const meeting = await person.call(meetingRoutes.create, {
    body: { projectId: project.projectId },
  })
  const remove = await executor.attempt(personRoutes.remove, {
    params: { personId: String(person.personId) },
  })
  assert.deepEqual([remove.status, remove.error?.error], [409, 'RECORD_IN_USE'])
  const [use] = remove.error?.details ?? []
  assert.deepEqual([use?.kind, use?.count], ['meeting', 1])
  assert.deepEqual(use?.records, [{ id: meeting.meetingId, name: meeting.meetingName }])

  const changeRole = (role: 'supervisor' | 'meetingExecutor') =>
    executor.attempt(personRoutes.changeRole, { body: { personId: person.personId, role } })
  assert.equal((await changeRole('supervisor')).data.role, 'supervisor')
  assert.equal((await person.attempt(profileRoutes.getInfo, {})).status, 401)
  assert.equal((await logIn(person)).data.roleType, 'supervisor')

  const archive = (archived: boolean) =>
    executor.attempt(personRoutes.archive, { body: { personId: person.personId, archived } })
  assert.ok((await archive(true)).data.archivedTime)
  assert.equal((await logIn(person)).error?.error, 'LOGIN_FAILED')
  assert.equal((await logInBySms(person)).error?.error, 'SMS_CODE_WRONG')
  const ids = async (archived: boolean) => {
    const { rows } = await executor.call(personRoutes.list, { query: { archived } })
    return rows.map(({ personId }) => personId)
  }
  assert.deepEqual([await ids(false), await ids(true)], [[], [person.personId]])
  assert.equal((await changeRole('meetingExecutor')).error?.error, 'RECORD_ARCHIVED')

  const successor = {
    name: '接任者',
    phone: person.phone,
    userName: freshName('person-'),
    password: 'initial-1',
    role: 'meetingExecutor' as const,
  }
  assert.equal((await executor.attempt(personRoutes.create, { body: successor })).status, 200)
  assert.equal((await archive(false)).error?.error, 'PHONE_TAKEN')
})

it('COR-19: what the caller may not see is not named, and the admin person is not archived', async () => {
  const { executor, person, project } = await openUnit()
  await person.call(meetingRoutes.create, { body: { projectId: project.projectId } })
  const other = await api.executor()
  await manager.call(projectRoutes.setLead, { params: project, body: { leadUserId: manager.userId } })
  const removal = await manager.attempt(routes.remove, { params: { orgId: String(executor.orgId) } })
  assert.deepEqual(
    removal.error?.details?.map(({ kind }) => kind),
    ['project', 'meeting'],
  )
  const { rows } = await manager.call(personRoutes.executorList, {
    query: { orgId: executor.orgId, role: 'admin' },
  })
  const body = { personId: rows[0]?.personId ?? 0, archived: true }
  assert.equal((await manager.attempt(personRoutes.archive, { body })).error?.error, 'ADMIN_PERSON_FIXED')
  const foreign = { personId: person.personId, archived: true }
  assert.equal((await other.attempt(personRoutes.archive, { body: foreign })).status, 404)
})

it('COR-11 COR-19: an administrator names staff and archives them; records go on naming them', async () => {
  const leader = await api.leader()
  const project = await manager.call(projectRoutes.create, {
    body: { projectName: freshName('项目') },
  })
  await manager.call(projectRoutes.setLead, { params: project, body: { leadUserId: leader.userId } })
  const params = { userId: String(leader.userId) }
  const removal = await admin.attempt(accountRoutes.remove, { params })
  assert.deepEqual(
    removal.error?.details?.map(({ kind, count }) => [kind, count]),
    [['project', 1]],
  )
  const body = { userId: leader.userId, archived: true }
  assert.ok((await admin.call(accountRoutes.archive, { body })).archivedTime)
  assert.equal((await leader.attempt(profileRoutes.getInfo, {})).status, 401)
  const read = await manager.call(projectRoutes.get, { params: project })
  assert.equal(read.leadUserName, STAFF_NAMES.leader)
  assert.equal((await admin.call(profileRoutes.getInfo, {})).user.name, '系统管理员')
})
