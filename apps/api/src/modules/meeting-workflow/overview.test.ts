// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { MEETING_STAGES, meetingRoutes as routes } from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { startApi, TIME_ZONE, type User } from '../../../test/harness.ts'
import { createClock } from '../../infra/clock.ts'

const OVERVIEW_DAYS = 14

/** 00:30 on 2 May in the service's time zone. */
const NOW = new Date('2026-05-01T16:30:00Z')
const api = await startApi({ clock: createClock(TIME_ZONE, () => NOW) })
after(() => api.close())
const manager = await api.manager()
const executor = await api.executor()
const sponsor = await api.sponsor()

const overview = (user: User) => user.call(routes.overview, {})
const project = await manager.call(projectRoutes.create, {
  body: { projectName: '数字', orgId: sponsor.orgId },
})
await manager.call(projectRoutes.assignExecutors, {
  params: project,
  body: { execAdminUserIds: [executor.userId] },
})

for (const [supervisionTime, execUserId] of [
  ['2026-05-01 23:59:59', executor.userId],
  ['2026-05-02 00:00:00', executor.userId],
  ['2026-05-02 23:59:59', null],
  ['2026-05-15 12:00:00', executor.userId],
  ['2026-05-16 00:00:00', executor.userId],
  [null, executor.userId],
] as const)
  await manager.call(routes.create, { body: { projectId: project.projectId, supervisionTime, execUserId } })

describe('the numbers of the meetings', () => {
  it('MTG-4: count the meetings at every stage, in order', async () => {
    const { rows } = await manager.call(routes.list, { query: {} })
    const moved = { meetingId: rows[0]!.meetingId, currentStage: 'approved' } as const
    await manager.call(routes.changeStage, { body: moved })
    const { stages } = await overview(manager)
    assert.deepEqual(
      stages.map(({ currentStage }) => currentStage),
      [...MEETING_STAGES],
    )
    assert.deepEqual(
      stages.filter(({ count }) => count > 0),
      [
        { currentStage: 'draft', count: 5, isExact: true },
        { currentStage: 'approved', count: 1, isExact: true },
      ],
    )
  })

  it('count the supervisions of the coming days, including days without any', async () => {
    const { supervisions } = await overview(manager)
    assert.equal(supervisions.length, OVERVIEW_DAYS)
    assert.deepEqual(supervisions[0], { date: '2026-05-02', count: 2 })
    assert.deepEqual(supervisions[1], { date: '2026-05-03', count: 0 })
    assert.deepEqual(supervisions.at(-1), { date: '2026-05-15', count: 1 })
    const body = { 'params[beginSupervisionTime]': '2026-05-02 00:00:00' }
    const listed = await manager.call(routes.list, {
      query: { ...body, 'params[endSupervisionTime]': '2026-05-02 23:59:59' },
    })
    assert.equal(listed.total, supervisions[0]?.count)
  })

  it('AUT-4: count only meetings within the caller’s reach', async () => {
    const sumOf = async (user: User) =>
      (await overview(user)).stages.reduce((sum, { count }) => sum + count, 0)
    assert.equal(await sumOf(manager), 6)
    assert.equal(await sumOf(executor), 6)
    const stranger = await overview(await api.executor())
    assert.ok([...stranger.stages, ...stranger.supervisions].every(({ count }) => count === 0))
  })
})
