// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import type { CallInput } from '@consilium/contract/client.ts'
import { meetingRoutes as routes } from '@consilium/contract/meetings/meetings.ts'
import { messageRoutes, type MessageKind } from '@consilium/contract/messages/messages.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import type { Route } from '@consilium/contract/route.ts'
import { freshName, type ExpertUser, type User } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import { refusalOf } from '../../../test/outcomes.ts'

type MeetingCreate = CallInput<typeof routes.create>['body']
type MeetingUpdate = CallInput<typeof routes.update>['body']

const UNKNOWN_ID = 8_999_999_999_999_999

const api = await sharedApi({ after })
const manager = await api.manager()
const leader = await api.leader()
const sponsor = await api.sponsor()
const executor = await api.executor()
const competitor = await api.executor()
const meetingExecutor = await api.person(executor, 'meetingExecutor')
const supervisor = await api.person(executor, 'supervisor')
const experts = [await api.expert(), await api.expert({ name: '陈喆' })] as const
const users: User[] = [manager, leader, sponsor, executor, meetingExecutor, supervisor, experts[0]]

async function createProject(executors: readonly User[] = [executor]) {
  const body = { projectName: freshName('心衰项目'), orgId: sponsor.orgId }
  const data = await manager.call(projectRoutes.create, { body })
  const params = { projectId: data.projectId }
  const execAdminUserIds = executors.map(({ userId }) => userId)
  await manager.call(projectRoutes.assignExecutors, { params, body: { execAdminUserIds } })
  await manager.call(projectRoutes.assignSponsors, {
    params,
    body: { sponsorAdminUserIds: [sponsor.userId] },
  })
  await manager.call(projectRoutes.setLead, { params, body: { leadUserId: leader.userId } })
  return data
}

const project = await createProject()
const { projectId } = project
const shared = await createProject([executor, competitor])

async function create(user: User, body: Partial<MeetingCreate> = {}) {
  const data = await user.call(routes.create, { body: { projectId, ...body } })
  return data
}
const tryCreate = async (user: User, body: object) =>
  refusalOf(await user.attempt(routes.create, { body: { projectId, ...body } }))
const get = (user: User, meetingId: number) => user.attempt(routes.get, { params: { meetingId } })
const update = (user: User, body: MeetingUpdate) => user.attempt(routes.update, { body })
const remove = (user: User, ...meetingIds: number[]) =>
  user.attempt(routes.remove, { params: { meetingId: meetingIds.join(',') } })
const invitations = async (expert: ExpertUser) =>
  (await expert.call(messageRoutes.list, { query: { kind: 'meetingInvitation', pageSize: 200 } })).rows
const countMeetings = async () => (await manager.call(routes.list, { query: {} })).total

describe('meetings: who may call', () => {
  for (const [name, route] of Object.entries(routes) as [string, Route][]) {
    const path = route.path.replace('{meetingId}', String(UNKNOWN_ID))
    const allowed = route.access as readonly RoleType[]

    it(`SVC-4 AUT-4: ${name} asks for a login and refuses other roles`, async () => {
      const call = (token?: string) => api.raw(path, { method: route.method, ...(token ? { token } : {}) })
      assert.equal((await call()).status, 401)
      for (const user of users.filter(({ roleType }) => !allowed.includes(roleType)))
        assert.equal((await call(user.token)).status, 403, user.roleType)
    })
  }
})

describe('meetings: creation', () => {
  it('MTG-1 SVC-4: a manager creates one with a snapshot of the project', async () => {
    const before = await create(manager)
    assert.deepEqual([before.projectId, before.projectName], [projectId, project.projectName])
    assert.equal(before.orgName, executor.orgName)
    assert.deepEqual([before.currentStage, before.attendeeCount, before.signedCount], ['draft', 0, 0])

    const other = await createProject()
    const { meetingId } = await create(manager, { projectId: other.projectId })
    const data = await manager.call(projectRoutes.get, { params: other })
    const renamed = { projectId: other.projectId, version: data.version, projectName: '新名称' }
    assert.equal((await manager.attempt(projectRoutes.update, { body: renamed })).status, 200)
    assert.equal((await get(manager, meetingId)).data.projectName, other.projectName)
  })

  it('MTG-1: the business id is given or generated, and unique', async () => {
    const [first, second] = [await create(manager), await create(manager)]
    assert.ok(first.businessId.length > 0 && first.businessId !== second.businessId)
    const businessId = freshName('HY-')
    const body = { projectId, businessId }
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => manager.attempt(routes.create, { body })),
    )
    assert.equal(replies.find(({ status }) => status === 200)?.data.businessId, businessId)
    const refused = replies.filter(({ status }) => status !== 200).map(refusalOf)
    assert.equal(refused.length, 19)
    for (const refusal of refused)
      assert.deepEqual(refusal, { status: 409, error: 'BUSINESS_ID_TAKEN', fields: ['businessId'] })
  })

  it('MTG-1: a generated business id skips one that a user has taken', async () => {
    const { businessId } = await create(manager)
    const next = businessId.replace(/\d+$/, (count) => String(Number(count) + 1))
    await create(manager, { businessId: next })
    assert.ok(![businessId, next].includes((await create(manager)).businessId))
  })

  it('MTG-2: has the project’s name; another name is refused at creation and accepted in a change', async () => {
    const refused = await tryCreate(manager, { meetingName: '另一个名称' })
    assert.deepEqual(refused, { status: 400, error: 'MEETING_NAME_FIXED', fields: ['meetingName'] })
    const { meetingName } = await create(manager, { meetingName: ` ${project.projectName} ` })
    assert.equal(meetingName, project.projectName)
    const { meetingId, version, ...before } = await create(manager)
    assert.equal(before.meetingName, project.projectName)
    const { data } = await update(manager, { meetingId, version, meetingName: '城市会' })
    assert.deepEqual([data.meetingName, data.projectName], ['城市会', project.projectName])
  })

  it('MTG-3: stores the four groups of details as given', async () => {
    const groups = {
      supervisionTime: '2026-05-01 09:00:00',
      supervisionMode: 'onSite',
      supervisionUserName: '周督导',
      supervisionOpinion: '符合要求',
      invitationTitle: '诚邀',
      invitationContent: '诚邀您出席\n并作报告',
      invitationDeadline: '2026-04-20 18:00:00',
      scheduleStartTime: '2026-05-01 09:30:00',
      scheduleEndTime: '2026-05-01 17:00:00',
      scheduleLocation: '北京',
      scheduleAgenda: '开场、讨论',
      laborBudget: '30000.10',
      laborRemark: '含差旅',
    } as const
    const meeting = await create(manager, groups)
    const { data } = await get(manager, meeting.meetingId)
    assert.deepEqual(data, meeting)
    assert.deepEqual({ ...data, ...groups }, data)
    const { version, meetingId } = data
    const cleared = await update(manager, { meetingId, version, supervisionTime: null, scheduleLocation: '' })
    assert.deepEqual(cleared.data, {
      ...data,
      supervisionTime: null,
      scheduleLocation: null,
      version: version + 1,
    })
  })

  it('MTG-3: names the invalid fields', async () => {
    const wrong = await tryCreate(manager, { supervisionTime: '2026-05-01', laborBudget: '-1', extra: 1 })
    assert.equal(wrong.error, 'VALIDATION_FAILED')
    assert.deepEqual(wrong.fields?.toSorted(), ['extra', 'laborBudget', 'supervisionTime'])
    const schedule = { scheduleStartTime: '2026-05-01 09:30:00', scheduleEndTime: '2026-05-01 09:29:59' }
    const reversed = { status: 400, error: 'PERIOD_REVERSED', fields: ['scheduleEndTime'] }
    assert.deepEqual(await tryCreate(manager, schedule), reversed)
    const template = { status: 400, error: 'VALIDATION_FAILED', fields: ['laborTemplateId'] }
    assert.deepEqual(await tryCreate(manager, { laborTemplateId: UNKNOWN_ID }), template)

    const { meetingId, version } = await create(manager, { scheduleStartTime: '2026-05-01 09:30:00' })
    const put = async (change: object) => refusalOf(await update(manager, { meetingId, version, ...change }))
    assert.deepEqual(await put({ scheduleEndTime: schedule.scheduleEndTime }), reversed)
    assert.deepEqual(await put({ laborTemplateId: UNKNOWN_ID }), template)
    assert.deepEqual((await put({ currentStage: 'closed' })).fields, ['currentStage'])
  })

  it('MTG-1: a project out of reach is not found', async () => {
    assert.equal((await tryCreate(manager, { projectId: UNKNOWN_ID })).status, 404)
    assert.equal((await tryCreate(competitor, {})).status, 404)
    assert.equal((await tryCreate(await api.leader(), {})).status, 404)
    assert.equal((await create(leader)).createUserId, leader.userId)
  })
})

describe('meetings: invitations', () => {
  it('MTG-6 SVC-5: the invited experts are attendees and get an invitation', async () => {
    const meeting = await create(manager, { expertIds: experts.map(({ expertId }) => expertId) })
    assert.equal(meeting.attendeeCount, 2)
    for (const expert of experts) {
      const received = (await invitations(expert)).filter(({ content }) =>
        content.includes(meeting.meetingName),
      )
      assert.equal(received.length, 1)
      assert.equal(received[0]!.isRead, false)
    }
    const { rows } = await manager.call(attendeeRoutes.list, { query: { meetingId: meeting.meetingId } })
    assert.deepEqual(
      new Map(rows.map(({ expertId, name }) => [expertId, name])),
      new Map(experts.map(({ expertId, name }) => [expertId, name])),
    )
  })

  it('MTG-6: with an unknown expert nothing is created and nobody is notified', async () => {
    const count = await countMeetings()
    const received = (await invitations(experts[0])).length
    const expertIds = [experts[0].expertId, UNKNOWN_ID]
    const refused = await manager.attempt(routes.create, { body: { projectId, expertIds } })
    assert.deepEqual(refusalOf(refused), { status: 400, error: 'EXPERT_UNKNOWN', fields: ['expertIds'] })
    assert.match(refused.error!.msg, new RegExp(`${UNKNOWN_ID}$`))
    assert.equal(await countMeetings(), count)
    assert.equal((await invitations(experts[0])).length, received)
  })

  it('MTG-6: an expert named twice is invited once', async () => {
    const [{ expertId }] = experts
    const received = (await invitations(experts[0])).length
    assert.equal((await create(manager, { expertIds: [expertId, expertId] })).attendeeCount, 1)
    assert.equal((await invitations(experts[0])).length, received + 1)
  })
})

describe('COR-16: notifications about a meeting', () => {
  const told = async (user: User, kind: MessageKind) =>
    (await user.call(messageRoutes.list, { query: { kind, pageSize: 200 } })).rows

  it('WEB-39: the lead alone is notified of drafts that await approval, except of its own, until they are approved', async () => {
    const before = (await told(manager, 'meetingAwaitsApproval')).length
    const { meetingId, meetingName } = await create(meetingExecutor, {
      scheduleStartTime: '2026-12-05 09:00:00',
      scheduleEndTime: '2026-12-05 12:00:00',
    })
    const [message] = await told(leader, 'meetingAwaitsApproval')
    assert.equal(message?.title, `会议待批准：${meetingName}（2026-12-05 09:00）`)
    assert.deepEqual(message?.link, { resource: 'meeting', id: meetingId })
    assert.equal(message?.content, `${executor.orgName}新建了会议“${meetingName}”，请审阅并批准。`)
    assert.equal((await told(await api.leader(), 'meetingAwaitsApproval')).length, 0, 'another lead')
    assert.equal((await told(executor, 'meetingAwaitsApproval')).length, 0)
    await create(manager)
    await create(leader)
    assert.equal((await told(manager, 'meetingAwaitsApproval')).length, before, 'a project with a lead')
    const english = await api.as(leader.token, 'en').call(messageRoutes.list, {})
    assert.match(english.rows[0]?.content ?? '', /(has|was) created.* approve it\.$/)
    const unread = async () =>
      (await told(leader, 'meetingAwaitsApproval')).filter(
        ({ link, isRead }) => link?.id === meetingId && !isRead,
      ).length
    assert.equal(await unread(), 1)
    await manager.call(routes.changeStage, { body: { meetingId, currentStage: 'approved' } })
    assert.equal(await unread(), 0, 'nobody waits any more')
  })

  it('experts are notified of a new time or place, and of no other change', async () => {
    const expert = await api.expert()
    const { meetingId } = await create(manager, {
      expertIds: [expert.expertId],
      scheduleStartTime: '2026-12-05 09:00:00',
    })
    const change = async (version: number, given: Omit<MeetingUpdate, 'meetingId' | 'version'>) => {
      await update(manager, { meetingId, version, ...given }).then(({ data }) => data)
      return told(expert, 'meetingMoved')
    }
    assert.equal((await change(1, { laborRemark: '备注', meetingName: '新名称' })).length, 0)
    assert.equal((await change(2, { scheduleStartTime: '2026-12-05 09:00:00' })).length, 0)
    const [moved] = await change(3, { scheduleStartTime: '2026-12-06 14:00:00' })
    assert.ok(moved?.content.includes('2026-12-06 14:00'), moved?.content)
    assert.equal(moved?.link?.resource, 'meetingAttendee')
    const places = await change(4, { scheduleLocation: '上海国际会议中心' })
    assert.deepEqual([places.length, places[0]?.content.includes('上海国际会议中心')], [2, true])
    assert.equal((await change(5, { scheduleEndTime: '2026-12-06 18:00:00' })).length, 3)
    const english = await api.as(expert.token, 'en').call(messageRoutes.list, {})
    assert.equal(english.rows[0]?.title, 'Time or place changed: 新名称')
  })

  it('experts are notified of their removal and of the deletion of their meeting', async () => {
    const [removed, stays] = [await api.expert(), await api.expert()]
    const expertIds = [removed.expertId, stays.expertId]
    const { meetingId, meetingName } = await create(manager, { expertIds })
    const { rows } = await removed.call(attendeeRoutes.list, { query: { meetingId } })
    const params = { attendeeId: String(rows[0]?.attendeeId) }
    await executor.call(attendeeRoutes.remove, { params })
    const [message] = await told(removed, 'attendeeRemoved')
    assert.ok(message?.content.includes(meetingName))
    assert.equal(message?.link, null)
    assert.equal((await told(stays, 'attendeeRemoved')).length, 0)
    assert.equal((await remove(manager, meetingId)).status, 200)
    assert.equal((await told(stays, 'attendeeRemoved')).length, 1)
    assert.equal((await told(removed, 'attendeeRemoved')).length, 1)
  })
})

describe('meetings: the executor that runs them', () => {
  const ofShared = { projectId: shared.projectId }

  it('MTG-1: is the caller’s organization, the given one, the only assigned one, or none', async () => {
    assert.equal((await create(executor, ofShared)).execUserId, executor.userId)
    assert.equal(
      (await create(meetingExecutor, { ...ofShared, execUserId: null })).execUserId,
      executor.userId,
    )
    const given = await create(manager, { ...ofShared, execUserId: competitor.userId })
    assert.deepEqual([given.execUserId, given.orgName], [competitor.userId, competitor.orgName])
    const none = await create(manager, ofShared)
    assert.deepEqual([none.execUserId, none.orgName], [null, sponsor.orgName])
    assert.equal((await create(manager)).execUserId, executor.userId)
    assert.equal((await create(manager, { execUserId: null })).execUserId, null)
  })

  it('MTG-1: must be assigned to the project, and an executor can only name itself', async () => {
    const refused = { status: 400, error: 'EXECUTOR_NOT_ASSIGNED', fields: ['execUserId'] }
    assert.deepEqual(await tryCreate(manager, { execUserId: competitor.userId }), refused)
    assert.deepEqual(await tryCreate(manager, { execUserId: UNKNOWN_ID }), refused)
    assert.deepEqual(await tryCreate(executor, { ...ofShared, execUserId: competitor.userId }), refused)
    assert.deepEqual(
      await tryCreate(meetingExecutor, { ...ofShared, execUserId: competitor.userId }),
      refused,
    )
    const { meetingId, version } = await create(manager)
    const put = await update(manager, { meetingId, version, execUserId: competitor.userId })
    assert.deepEqual(refusalOf(put), refused)
  })

  it('AUT-4: competitors do not see the meetings of one another', async () => {
    const own = await create(executor, ofShared)
    const open = await create(manager, { ...ofShared, execUserId: null })
    const seen = async (user: User) => {
      const { rows } = await user.call(routes.list, { query: { ...ofShared, pageSize: 200 } })
      return rows.map(({ meetingId }) => meetingId)
    }
    for (const user of [executor, meetingExecutor, supervisor, sponsor, leader, manager])
      assert.ok((await seen(user)).includes(own.meetingId), user.roleType)
    assert.ok(!(await seen(competitor)).includes(own.meetingId))
    assert.ok((await seen(competitor)).includes(open.meetingId))
    assert.equal((await get(competitor, own.meetingId)).status, 404)
    const put = await update(competitor, {
      meetingId: own.meetingId,
      version: own.version,
      meetingName: '抢',
    })
    assert.equal(put.status, 404)
    const stage = { meetingId: own.meetingId, currentStage: 'approved' } as const
    assert.equal((await competitor.attempt(routes.changeStage, { body: stage })).status, 404)
    assert.equal((await get(await api.sponsor(), own.meetingId)).status, 404)
    assert.equal((await get(await api.leader(), own.meetingId)).status, 404)
  })

  it('AUT-4: an executor takes over a meeting without executor, and only managers reassign it', async () => {
    const { meetingId } = await create(manager, { ...ofShared, execUserId: null })
    const foreign = await update(executor, { meetingId, version: 1, execUserId: competitor.userId })
    assert.equal(refusalOf(foreign).error, 'EXECUTOR_NOT_ASSIGNED')
    const { data } = await update(executor, { meetingId, version: 1, execUserId: executor.userId })
    assert.deepEqual([data.execUserId, data.orgName], [executor.userId, executor.orgName])
    assert.equal((await get(competitor, meetingId)).status, 404)
    const away = await update(executor, { meetingId, version: 2, execUserId: null })
    assert.equal(refusalOf(away).error, 'EXECUTOR_NOT_ASSIGNED')
    const handed = await update(manager, { meetingId, version: 2, execUserId: competitor.userId })
    assert.equal(handed.data.orgName, competitor.orgName)
    assert.equal((await get(executor, meetingId)).status, 404)
    const opened = await update(manager, { meetingId, version: 3, execUserId: null })
    assert.equal(opened.data.orgName, sponsor.orgName)
  })

  it('AUT-5: answers each caller’s abilities', async () => {
    const { meetingId } = await create(executor)
    const abilities = async (user: User) => {
      const { data } = await get(user, meetingId)
      return Object.entries(data.abilities).flatMap(([name, may]) => (may ? [name] : []))
    }
    assert.deepEqual(await abilities(manager), ['update', 'changeStage', 'editAttendees', 'remove'])
    assert.deepEqual(await abilities(leader), ['update', 'changeStage', 'editAttendees'])
    assert.deepEqual(await abilities(executor), ['update', 'editAttendees'])
    assert.deepEqual(await abilities(sponsor), [])
    assert.deepEqual(await abilities(supervisor), [])
  })
})

describe('meetings: change and removal', () => {
  it('MTG-1: of concurrent changes to one version, one succeeds and the others are stale', async () => {
    const { meetingId, version } = await create(manager)
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        update(manager, { meetingId, version, laborRemark: `第${index}次` }),
      ),
    )
    const errors = replies.map(({ error }) => error?.error ?? 'none').toSorted()
    assert.deepEqual(errors, [...Array.from({ length: 19 }, () => 'STALE_RECORD'), 'none'])
    assert.equal((await update(manager, { meetingId: UNKNOWN_ID, version })).status, 404)
  })

  it('MTG-1: deletes meetings with their attendees, all or none', async () => {
    const invited = await create(manager, { expertIds: [experts[0].expertId] })
    const other = await create(manager)
    assert.equal((await remove(manager, invited.meetingId, UNKNOWN_ID)).status, 404)
    assert.equal((await get(manager, invited.meetingId)).status, 200)
    assert.equal((await remove(manager, invited.meetingId, other.meetingId)).status, 200)
    assert.equal((await get(manager, invited.meetingId)).status, 404)
    const { total } = await manager.call(attendeeRoutes.list, { query: { meetingId: invited.meetingId } })
    assert.equal(total, 0)
  })

  it('MTG-1: a meeting with a signed agreement cannot be deleted', async () => {
    const { meetingId } = await create(manager, { expertIds: [experts[0].expertId] })
    const other = await create(manager)
    await api.engine.pool.query(
      `with file as (
         insert into stored_file (storage_key, original_name, media_type, size, sha256)
           values ($2, 'signature.png', 'image/png', 1, '') returning file_id)
       update labor_agreement g set step = 'success', signature_status = 'signed', labor_protocol = '协议',
           handsign_file_id = file.file_id, pdf_file_id = file.file_id, signed_time = now()
         from file, meeting_attendee t where t.attendee_id = g.attendee_id and t.meeting_id = $1`,
      [meetingId, freshName('key-')],
    )
    const { data } = await get(manager, meetingId)
    assert.deepEqual([data.attendeeCount, data.signedCount, data.abilities.remove], [1, 1, false])
    assert.equal(refusalOf(await remove(manager, other.meetingId, meetingId)).error, 'AGREEMENT_SIGNED')
    assert.equal((await get(manager, other.meetingId)).status, 200)
  })
})
