// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { CallInput } from '@consilium/contract/client.ts'
import { meetingRoutes as routes } from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { startApi } from '../../../test/harness.ts'

const api = await startApi()
after(() => api.close())
const manager = await api.manager()
const executor = await api.executor({ orgName: '华康100%会务' })
const sponsor = await api.sponsor({ orgName: '华康药业' })

async function createProject(projectName: string, executors: number[]): Promise<number> {
  const data = await manager.call(projectRoutes.create, { body: { projectName, orgId: sponsor.orgId } })
  await manager.call(projectRoutes.assignExecutors, { params: data, body: { execAdminUserIds: executors } })
  return data.projectId
}

async function createMeeting(
  body: CallInput<typeof routes.create>['body'],
  createTime: string,
): Promise<number> {
  const data = await manager.call(routes.create, { body })
  await api.engine.pool.query('update meeting set create_time = $2 where meeting_id = $1', [
    data.meetingId,
    createTime,
  ])
  return data.meetingId
}

const hearts = await createProject('Heart 心衰', [executor.userId])
const lungs = await createProject('Lung 哮喘', [])
// Creation times one second apart, with fractions of a second that answers do not show.
const first = await createMeeting(
  { projectId: hearts, supervisionTime: '2026-05-01 09:00:00' },
  '2026-01-10 10:00:00.900',
)
const second = await createMeeting(
  { projectId: lungs, supervisionTime: '2026-05-02 09:00:00' },
  '2026-01-10 10:00:01.900',
)
const third = await createMeeting({ projectId: lungs }, '2026-01-10 10:00:02.900')
await manager.call(routes.update, { body: { meetingId: third, version: 1, meetingName: 'Autumn 年会' } })
await manager.call(routes.changeStage, { body: { meetingId: second, currentStage: 'approved' } })

const NAMES = new Map([
  [first, 'first'],
  [second, 'second'],
  [third, 'third'],
])
const search = (query: string) => api.raw(`/business/meeting/list?${query}`, { token: manager.token })

async function found(query: string): Promise<string> {
  const response = await search(query)
  assert.equal(response.status, 200, query)
  const { rows, total } = (await response.json()) as { rows: { meetingId: number }[]; total: number }
  assert.equal(total, rows.length)
  return rows.map(({ meetingId }) => NAMES.get(meetingId)).join(' ')
}

describe('meetings: filters', () => {
  const cases: [filter: string, query: string, expected: string][] = [
    ['nothing', '', 'third second first'],
    ['1: projectId', `projectId=${lungs}`, 'third second'],
    ['2: projectName', 'projectName=lung', 'third second'],
    ['3: meetingName', 'meetingName=AUTUMN', 'third'],
    ['3: meetingName, the project name by default', 'meetingName=lung', 'second'],
    ['4: orgName, of the running executor', `orgName=${encodeURIComponent('100%会')}`, 'first'],
    [
      '4: orgName, of the project where no executor runs it',
      `orgName=${encodeURIComponent('药业')}`,
      'third second',
    ],
    ['5: currentStage', 'currentStage=approved', 'second'],
    ['6: supervisionTime from', 'params[beginSupervisionTime]=2026-05-02 09:00:00', 'second'],
    ['6: supervisionTime to', 'params[endSupervisionTime]=2026-05-01 09:00:00', 'first'],
    ['7: createTime from', 'params[beginTime]=2026-01-10 10:00:02', 'third'],
    ['7: createTime to, the second included as shown', 'params[endTime]=2026-01-10 10:00:00', 'first'],
    [
      '7: createTime at',
      'params[beginTime]=2026-01-10 10:00:01&params[endTime]=2026-01-10 10:00:01',
      'second',
    ],
    ['all seven', '', 'first'],
    ['two that exclude each other', `projectId=${hearts}&currentStage=approved`, ''],
  ]
  const everyFilter = [
    `projectId=${hearts}`,
    'projectName=heart',
    'meetingName=heart',
    `orgName=${encodeURIComponent('华康')}`,
    'currentStage=draft',
    'params[beginSupervisionTime]=2026-05-01 00:00:00&params[endSupervisionTime]=2026-05-01 23:59:59',
    'params[beginTime]=2026-01-10 00:00:00&params[endTime]=2026-01-10 23:59:59',
  ].join('&')
  for (const [filter, query, expected] of cases)
    it(`MTG-5: by ${filter}`, async () => {
      assert.equal(await found(filter === 'all seven' ? everyFilter : query), expected)
    })

  it('MTG-5: names an invalid or unknown filter', async () => {
    for (const [query, field] of [
      ['currentStage=paused', 'currentStage'],
      ['projectId=x', 'projectId'],
      ['params[beginTime]=2026-02-30 00:00:00', 'params[beginTime]'],
      ['stage=draft', 'stage'],
    ] as const) {
      const response = await search(query)
      const { details } = (await response.json()) as { details: { field: string }[] }
      assert.deepEqual([response.status, details.map((detail) => detail.field)], [400, [field]])
    }
  })

  it('MTG-5: sorts by the columns it offers', async () => {
    assert.equal(await found('orderByColumn=meetingName&isAsc=asc'), 'third first second')
    assert.equal(await found('orderByColumn=createTime&isAsc=asc'), 'first second third')
    assert.equal((await search('orderByColumn=laborRemark')).status, 400)
  })
})
