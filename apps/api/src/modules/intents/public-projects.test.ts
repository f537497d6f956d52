// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes, type Project } from '@consilium/contract/projects/projects.ts'
import { publicProjectRoutes as routes } from '@consilium/contract/publicity/publicity.ts'
import { freshName, startApi, TIME_ZONE, type User } from '../../../test/harness.ts'
import { intentWorld, NOT_FOUND, UNKNOWN_ID } from '../../../test/intent-world.ts'
import { createClock } from '../../infra/clock.ts'
import { refusalOf } from '../../../test/outcomes.ts'

const PAID_EXPERTS_MIN = 5
const SUMMED_LIVE_MEETINGS_MAX = 500

const NOW = '2026-11-20 09:30:00'
const JUST_BEFORE = '2026-11-20 09:29:59'

const now = new Date('2026-11-20T09:30:00+08:00')
const api = await startApi({ clock: createClock(TIME_ZONE, () => now) })
after(() => api.close())
const { anonymous } = api
const { manager, createProject: create } = await intentWorld(api)
const leader = await api.leader()

const change = (
  user: User,
  { projectId, version }: Project,
  body: Partial<Pick<Project, 'isPublished' | 'publishedSummary' | 'description'>>,
) => user.attempt(projectRoutes.update, { body: { projectId, version, ...body } })
const read = (projectId: number) => anonymous.attempt(routes.get, { params: { projectId } })
const namesFound = async (keyword: string) => {
  const { rows, total } = await anonymous.call(routes.list, { query: { keyword, pageSize: 200 } })
  assert.equal(total, rows.length)
  return rows.map(({ projectName }) => projectName)
}

describe('publishing a project', () => {
  it('PUB-2 PRJ-1: a manager publishes a project with a summary, filters by it, and unpublishes it', async () => {
    const draft = await create({ isPublished: false })
    assert.deepEqual([draft.isPublished, draft.publishedSummary], [false, null])
    const published = await change(manager, draft, { isPublished: true, publishedSummary: '第一期招募' })
    assert.deepEqual([published.data.isPublished, published.data.publishedSummary], [true, '第一期招募'])
    const found = async (isPublished: boolean) => {
      const query = { isPublished: String(isPublished) as 'true', projectName: draft.projectName }
      return (await manager.call(projectRoutes.list, { query })).total
    }
    assert.deepEqual([await found(true), await found(false)], [1, 0])
    assert.equal((await read(draft.projectId)).data.summary, '第一期招募')
    const back = await change(manager, published.data, { isPublished: false, publishedSummary: null })
    assert.deepEqual([back.data.isPublished, back.data.publishedSummary], [false, null])
    assert.deepEqual(refusalOf(await read(draft.projectId)), NOT_FOUND)
  })

  it('PUB-2: a lead cannot publish, but may send the current values back', async () => {
    const { projectId } = await create({ isPublished: false })
    await manager.call(projectRoutes.setLead, { params: { projectId }, body: { leadUserId: leader.userId } })
    const project = await leader.call(projectRoutes.get, { params: { projectId } })
    assert.deepEqual([project.abilities.update, project.abilities.publish], [true, false])
    const forbidden = (field: string) => ({ status: 403, error: 'FORBIDDEN', fields: [field] })
    const publish = await change(leader, project, { isPublished: true })
    assert.deepEqual(refusalOf(publish), forbidden('isPublished'))
    const summary = await change(leader, project, { publishedSummary: '招募' })
    assert.deepEqual(refusalOf(summary), forbidden('publishedSummary'))
    const same = { isPublished: false, publishedSummary: null, description: '第二期' }
    const { data } = await change(leader, project, same)
    assert.deepEqual([data.description, data.isPublished], ['第二期', false])
    assert.equal(refusalOf(await change(leader, project, { isPublished: true })).error, 'STALE_RECORD')
  })
})

describe('WEB-28: what a public project says about itself', () => {
  it('WEB-28: field of medicine, contact and progress; what was spent only if a manager says so', async () => {
    const project = await create({ medicalField: '心血管内科', publicContact: '王老师 010-8888 6666' })
    const { projectId } = project
    const shown = (await read(projectId)).data
    assert.deepEqual(
      [shown.medicalField, shown.contact, shown.meetingCount, shown.heldCount, shown.expertCount],
      ['心血管内科', '王老师 010-8888 6666', 0, 0, 0],
    )
    assert.equal(shown.spending, null)
    assert.ok((await namesFound('心血管内科')).includes(project.projectName))
    await manager.call(projectRoutes.setLead, { params: { projectId }, body: { leadUserId: leader.userId } })
    const { version } = await leader.call(projectRoutes.get, { params: { projectId } })
    const body = { projectId, version, publishesSpending: true }
    const refused = await leader.attempt(projectRoutes.update, { body })
    assert.deepEqual(refusalOf(refused), { status: 403, error: 'FORBIDDEN', fields: ['publishesSpending'] })
    await manager.call(projectRoutes.update, { body })
    assert.deepEqual((await read(projectId)).data.spending, { labor: null, expenses: '0.00' })
  })

  it('WEB-28: fees of fewer than five experts are not told, and sums are in whole thousands', async () => {
    const executor = await api.executor()
    const { projectId } = await create({ publishesSpending: true })
    const body = { execAdminUserIds: [executor.userId] }
    await manager.call(projectRoutes.assignExecutors, { params: { projectId }, body })
    const { meetingId } = await manager.call(meetingRoutes.create, { body: { projectId } })
    const attendeeIds: number[] = []
    for (let n = 0; n < PAID_EXPERTS_MIN; n++) {
      const { phone } = await api.expert()
      const added = { meetingId, phone, laborFee: '1250.50' }
      attendeeIds.push((await executor.call(attendeeRoutes.create, { body: added })).attendeeId)
    }
    // Held and paid without the ways there, which other tests take.
    const { pool } = api.engine
    await pool.query(`update meeting set current_stage = 'settlement' where meeting_id = $1`, [meetingId])
    const pay = `update labor_agreement set paid_date = '2026-11-20' where attendee_id = any($1)`
    await pool.query(pay, [attendeeIds.slice(1)])
    const few = (await read(projectId)).data
    assert.deepEqual([few.meetingCount, few.heldCount, few.spending?.labor], [1, 1, null])
    await pool.query(pay, [attendeeIds])
    assert.equal((await read(projectId)).data.spending?.labor, '6000.00')
  })
})

describe('GRO-7: a project of many meetings', () => {
  it('GRO-7: is summed once for many public requests, while its spending can be unpublished at once', async () => {
    const { projectId } = await create({ publishesSpending: true })
    const addMeetings = (count: number) =>
      api.engine.pool.query(
        `insert into meeting (business_id, project_id, project_name, meeting_name, current_stage, create_user_id)
           select gen_random_uuid(), $1, 'many', 'many', 'settlement', $3 from generate_series(1, $2::int)`,
        [projectId, count, manager.userId],
      )
    await addMeetings(SUMMED_LIVE_MEETINGS_MAX)
    assert.equal((await read(projectId)).data.heldCount, SUMMED_LIVE_MEETINGS_MAX)
    await addMeetings(1)
    const answers = await Promise.all(Array.from({ length: 8 }, () => read(projectId)))
    const heldCount = SUMMED_LIVE_MEETINGS_MAX + 1
    assert.deepEqual(
      answers.map(({ data }) => [data.heldCount, data.spending]),
      Array.from(answers, () => [heldCount, { labor: null, expenses: '0.00' }]),
    )
    await addMeetings(10)
    const { rows } = await anonymous.call(routes.list, {
      query: { orderByColumn: 'projectId', isAsc: 'desc', pageSize: 1 },
    })
    assert.deepEqual([rows[0]?.projectId, rows[0]?.heldCount], [projectId, heldCount])
    const { version } = await manager.call(projectRoutes.get, { params: { projectId } })
    await manager.call(projectRoutes.update, { body: { projectId, version, publishesSpending: false } })
    assert.equal((await read(projectId)).data.spending, null)
  })
})

describe('published projects', () => {
  it('PUB-2: anyone lists and reads them; nothing names an account', async () => {
    const first = await api.sponsor()
    const second = await api.sponsor()
    const project = await create({
      publishedSummary: '面向基层医生',
      description: '内部说明',
      startTime: '2026-03-01 08:00:00',
      endTime: '2026-12-31 23:59:59',
      orgId: first.orgId,
    })
    const sponsorAdminUserIds = [first.userId, second.userId]
    const { projectId, projectName } = project
    await manager.call(projectRoutes.assignSponsors, { params: { projectId }, body: { sponsorAdminUserIds } })
    const shown = {
      projectId,
      projectName,
      summary: '面向基层医生',
      startTime: '2026-03-01 08:00:00',
      endTime: '2026-12-31 23:59:59',
      sponsorOrgName: `${first.orgName}、${second.orgName}`,
      medicalField: null,
      contact: null,
      meetingCount: 0,
      heldCount: 0,
      expertCount: 0,
      spending: null,
      pictures: [],
    }
    assert.deepEqual((await read(projectId)).data, shown)
    const { rows } = await anonymous.call(routes.list, { query: { keyword: projectName } })
    assert.deepEqual(rows, [shown])
    assert.equal((await leader.attempt(routes.get, { params: { projectId } })).status, 200)
  })

  it('PUB-2: unpublished and ended projects are not listed', async () => {
    const keyword = freshName('期限')
    const lasting = await create({ projectName: `${keyword}甲` })
    const ending = await create({ projectName: `${keyword}乙`, endTime: NOW })
    const ended = await create({ projectName: `${keyword}丙`, endTime: JUST_BEFORE })
    const draft = await create({ projectName: `${keyword}丁`, isPublished: false })
    assert.deepEqual(await namesFound(keyword), [ending.projectName, lasting.projectName])
    for (const { projectId } of [ended, draft]) assert.deepEqual(refusalOf(await read(projectId)), NOT_FOUND)
    assert.deepEqual(refusalOf(await read(UNKNOWN_ID)), NOT_FOUND)
  })

  it('PUB-2: are found by a part of the name or of the summary, page by page', async () => {
    const word = freshName('罕见病')
    const named = await create({ projectName: `${word}项目` })
    const summed = await create({ publishedSummary: `关注${word}100%` })
    assert.deepEqual(await namesFound(word), [summed.projectName, named.projectName])
    assert.deepEqual(await namesFound(`${word}100%`), [summed.projectName])
    const { rows, total } = await anonymous.call(routes.list, {
      query: { keyword: word, pageSize: 1, pageNum: 2, orderByColumn: 'projectId', isAsc: 'asc' },
    })
    assert.deepEqual([total, rows[0]?.projectId], [2, summed.projectId])
    const bad = await anonymous.attempt(routes.list, {
      query: { keyword: '长'.repeat(101), pageSize: 201, orderByColumn: 'phone' as never },
    })
    assert.deepEqual(refusalOf(bad).fields?.toSorted(), ['keyword', 'orderByColumn', 'pageSize'])
  })
})
