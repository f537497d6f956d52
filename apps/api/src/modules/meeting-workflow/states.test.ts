// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { ROLE_TYPES, type RoleType } from '@consilium/contract/accounts/roles.ts'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import {
  MEETING_STAGES,
  meetingRoutes as routes,
  type MeetingStage,
} from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { freshName, type User } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import { forwardRoles, nextStages, stepBetween } from './states.ts'
import { refusalOf } from '../../../test/outcomes.ts'

const UNKNOWN_ID = 8_999_999_999_999_999
const AT_ONCE = 20
const before = (stage: MeetingStage) => MEETING_STAGES.slice(0, MEETING_STAGES.indexOf(stage))

describe('meeting stages: the table', () => {
  it('MTG-4: there are ten', () => assert.equal(MEETING_STAGES.length, 10))

  it('MTG-4: no step skips a stage or stays at the same one', () => {
    for (const [index, from] of MEETING_STAGES.entries())
      for (const to of MEETING_STAGES.filter((_, target) => target === index || target > index + 1))
        assert.equal(stepBetween(from, to), null, `${from} ${to}`)
  })

  it('MTG-4: managers and leaders take every step except out of closed', () => {
    for (const role of ['manager', 'leader'] as const)
      for (const [index, from] of MEETING_STAGES.entries()) {
        const next = MEETING_STAGES[index + 1]
        assert.deepEqual(
          nextStages(role, from),
          from === 'closed' ? [] : [...before(from), ...(next ? [next] : [])],
        )
      }
  })

  it('MTG-4: an administrator also reopens a closed meeting', () => {
    assert.deepEqual(nextStages('admin', 'closed'), before('closed'))
    assert.deepEqual(nextStages('admin', 'settlement'), nextStages('manager', 'settlement'))
  })

  it('MTG-4: executors run a meeting between its approval and its settlement', () => {
    for (const role of ['executor', 'meetingExecutor'] as const) {
      for (const from of ['draft', 'settlement', 'closed'] as const)
        assert.deepEqual(nextStages(role, from), [])
      assert.deepEqual(nextStages(role, 'approved'), ['inviting'])
      assert.deepEqual(nextStages(role, 'inviting'), ['approved', 'scheduled'])
      assert.deepEqual(nextStages(role, 'materials'), [...before('materials').slice(1), 'settlement'])
    }
  })

  it('MTG-4: all other roles take no step', () => {
    const movers = new Set<RoleType>(['admin', 'manager', 'leader', 'executor', 'meetingExecutor'])
    for (const role of ROLE_TYPES.filter((other) => !movers.has(other)))
      for (const from of MEETING_STAGES) assert.deepEqual(nextStages(role, from), [], `${role} ${from}`)
  })

  it('MTG-4: whoever may take the next step is named', () => {
    assert.deepEqual(forwardRoles('draft'), ['admin', 'manager', 'leader'])
    assert.deepEqual(forwardRoles('closed'), [])
    for (const [index, from] of MEETING_STAGES.entries())
      for (const role of ROLE_TYPES) {
        const next = MEETING_STAGES[index + 1]
        const mayStep = next !== undefined && nextStages(role, from).includes(next)
        assert.equal(forwardRoles(from).includes(role), mayStep, `${role} ${from}`)
      }
  })
})

const api = await sharedApi({ after })
const admin = await api.admin()
const manager = await api.manager()
const executor = await api.executor()
const project = await manager.call(projectRoutes.create, { body: { projectName: freshName('项目') } })
await manager.call(projectRoutes.assignExecutors, {
  params: project,
  body: { execAdminUserIds: [executor.userId] },
})

async function createMeeting(): Promise<number> {
  const data = await executor.call(routes.create, { body: { projectId: project.projectId } })
  return data.meetingId
}

const move = (user: User, meetingId: number, currentStage: MeetingStage, reason?: string | null) =>
  user.attempt(routes.changeStage, {
    body: { meetingId, currentStage, ...(reason === undefined ? {} : { reason }) },
  })

async function advance(meetingId: number, to: MeetingStage, from: MeetingStage = 'draft'): Promise<void> {
  for (const stage of MEETING_STAGES.slice(MEETING_STAGES.indexOf(from) + 1, MEETING_STAGES.indexOf(to) + 1))
    assert.equal((await move(manager, meetingId, stage)).status, 200, stage)
}

describe('meeting stages: over HTTP', () => {
  it('MTG-4: a meeting goes through its ten stages, its executor and the manager taking turns', async () => {
    const meetingId = await createMeeting()
    for (const stage of MEETING_STAGES.slice(1)) {
      const found = await executor.call(routes.get, { params: { meetingId } })
      const user = found.nextStages.includes(stage) ? executor : manager
      const { data } = await move(user, meetingId, stage)
      assert.deepEqual([data.currentStage, data.version], [stage, found.version + 1])
      assert.equal(user === manager, ['approved', 'closed'].includes(stage), stage)
    }
  })

  it('MTG-4: a step that is not in the table is refused, and both stages are named', async () => {
    const meetingId = await createMeeting()
    const skipped = await move(manager, meetingId, 'inviting')
    assert.deepEqual(refusalOf(skipped), { status: 409, error: 'STAGE_NOT_REACHABLE', fields: undefined })
    assert.match(skipped.error!.msg, /草稿.*邀请中/)
    assert.equal((await move(manager, meetingId, 'draft', '原地')).status, 409)
    const unknown = await move(manager, meetingId, 'paused' as MeetingStage)
    assert.deepEqual(refusalOf(unknown), {
      status: 400,
      error: 'VALIDATION_FAILED',
      fields: ['currentStage'],
    })
    assert.equal((await move(manager, UNKNOWN_ID, 'approved')).status, 404)
  })

  it('MTG-4: a step that only other roles may take is refused to the executor', async () => {
    const meetingId = await createMeeting()
    assert.deepEqual(refusalOf(await move(executor, meetingId, 'approved')).error, 'FORBIDDEN')
    await advance(meetingId, 'inviting')
    assert.equal(refusalOf(await move(executor, meetingId, 'draft', '撤回审批')).status, 403)
    assert.equal((await move(executor, meetingId, 'approved', '重新邀请')).status, 200)
  })

  it('MTG-4: going back needs a reason, which stays until the next step', async () => {
    const meetingId = await createMeeting()
    await advance(meetingId, 'agreements')
    for (const reason of [undefined, null, '', '  ']) {
      const refused = refusalOf(await move(manager, meetingId, 'inviting', reason))
      assert.deepEqual(refused, { status: 400, error: 'STAGE_NEEDS_REASON', fields: ['reason'] })
    }
    const { data: back } = await move(manager, meetingId, 'inviting', '更换讲者')
    assert.deepEqual([back.currentStage, back.stageReason], ['inviting', '更换讲者'])
    const { data: onward } = await move(manager, meetingId, 'scheduled')
    assert.equal(onward.stageReason, null)
  })

  it('HSE-6: the service tells what the next stage needs, with counts of this meeting alone', async () => {
    const meetingId = await createMeeting()
    const needed = async () => {
      const { readiness } = await executor.call(routes.get, { params: { meetingId } })
      return readiness.map(({ stage, checks }) => [
        stage,
        ...checks.map(({ id, met, count }) => [id, met, count]),
      ])
    }
    assert.deepEqual(await needed(), [['approved', ['executor', true, null], ['budget', false, null]]])
    const budget = { meetingId, version: 1, laborBudget: '80000' }
    const { readiness } = await executor.call(routes.update, { body: budget })
    assert.ok(readiness[0]?.checks.every(({ met }) => met))

    await advance(meetingId, 'agreements')
    assert.deepEqual(await needed(), [['ready', ['signatures', false, 0]]])
    await advance(meetingId, 'materials', 'agreements')
    const records = materialRoutes.meetingMaterial.create
    const sheet = { materialType: 'signIn' as const, title: '签到表' }
    await executor.call(records, { body: { meetingId, ...sheet } })
    await executor.call(records, {
      body: { meetingId: await createMeeting(), ...sheet, materialType: 'photo' },
    })
    await executor.call(materialRoutes.meetingInvoice.create, { body: { meetingId } })
    assert.deepEqual(await needed(), [
      [
        'settlement',
        ['signInSheet', true, 1],
        ['photos', false, 0],
        ['supervisionRecord', false, 0],
        ['invoices', true, 1],
      ],
    ])
    await move(executor, meetingId, 'settlement')
    const open = [
      ['signatures', false, 0],
      ['duplicateInvoices', true, 0],
      ['materialReview', false, 0],
    ]
    assert.deepEqual(await needed(), [['closed', ...open]])
    assert.equal((await move(manager, meetingId, 'closed')).status, 200, 'open checks refuse nothing')
    assert.deepEqual(await needed(), [])
  })

  it('MTG-4: closed is final except to an administrator', async () => {
    const meetingId = await createMeeting()
    await advance(meetingId, 'closed')
    const closed = await manager.call(routes.get, { params: { meetingId } })
    assert.deepEqual(closed.nextStages, [])
    assert.equal(refusalOf(await move(manager, meetingId, 'settlement', '补材料')).status, 403)
    const rename = { meetingId, version: closed.version, meetingName: '改名' }
    for (const user of [manager, executor])
      assert.deepEqual(refusalOf(await user.attempt(routes.update, { body: rename })).error, 'MEETING_CLOSED')
    const removal = await manager.attempt(routes.remove, { params: { meetingId: String(meetingId) } })
    assert.deepEqual(refusalOf(removal).error, 'MEETING_CLOSED')

    assert.equal((await admin.call(routes.update, { body: rename })).meetingName, '改名')
    assert.equal((await move(admin, meetingId, 'settlement', '补材料')).data.currentStage, 'settlement')
    assert.equal((await move(manager, meetingId, 'closed')).data.currentStage, 'closed')
  })

  it('MTG-4: of concurrent requests for the same step one succeeds', async () => {
    const meetingId = await createMeeting()
    for (const stage of MEETING_STAGES.slice(1, 4)) {
      const replies = await Promise.all(
        Array.from({ length: AT_ONCE }, () => move(manager, meetingId, stage)),
      )
      const errors = replies.map(({ error }) => error?.error ?? 'moved')
      assert.equal(errors.filter((error) => error === 'moved').length, 1, errors.join(' '))
      assert.ok(errors.every((error) => ['moved', 'STALE_RECORD', 'STAGE_NOT_REACHABLE'].includes(error)))
    }
    const data = await manager.call(routes.get, { params: { meetingId } })
    assert.deepEqual([data.currentStage, data.version], ['scheduled', 4])
  })

  it('MTG-4: a change based on a version before a step is stale', async () => {
    const meetingId = await createMeeting()
    const data = await manager.call(routes.get, { params: { meetingId } })
    await advance(meetingId, 'approved')
    const body = { meetingId, version: data.version, meetingName: '改名' }
    assert.equal(refusalOf(await manager.attempt(routes.update, { body })).error, 'STALE_RECORD')
  })
})
