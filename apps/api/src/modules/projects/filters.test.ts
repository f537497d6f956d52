// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { projectRoutes as routes, type ProjectCreate } from '@consilium/contract/projects/projects.ts'
import { freshName, startApi } from '../../../test/harness.ts'

const api = await startApi()
after(() => api.close())
const manager = await api.manager()
const otherManager = await api.manager()
const leader = await api.leader()
const sponsors = [await api.sponsor(), await api.sponsor()] as const
const executors = [
  await api.executor({ orgName: '百分百%会务' }),
  await api.executor({ orgName: '百分百会务' }),
] as const

async function create(
  by: typeof manager,
  body: Partial<ProjectCreate>,
  assign: { sponsor?: number; executor?: number },
) {
  const data = await by.call(routes.create, { body: { projectName: freshName('项目'), ...body } })
  const params = { projectId: data.projectId }
  if (assign.sponsor)
    await by.call(routes.assignSponsors, { params, body: { sponsorAdminUserIds: [assign.sponsor] } })
  if (assign.executor)
    await by.call(routes.assignExecutors, { params, body: { execAdminUserIds: [assign.executor] } })
  return data
}

const first = await create(
  manager,
  {
    projectNo: 'A_1',
    projectName: 'Alpha 心衰',
    orgId: sponsors[0].orgId,
    isBidProject: true,
    startTime: '2026-03-01 08:00:00',
  },
  { sponsor: sponsors[0].userId, executor: executors[0].userId },
)
const second = await create(
  otherManager,
  {
    projectNo: 'AB1',
    projectName: 'Beta 高血压',
    orgId: executors[1].orgId,
    startTime: '2026-04-01 08:00:00',
    endTime: '2026-05-01 18:00:00',
  },
  { sponsor: sponsors[1].userId, executor: executors[1].userId },
)
const bare = await create(otherManager, { projectNo: 'C-3', projectName: 'Gamma' }, {})
await manager.call(routes.evaluate, { params: first, body: { managerScore: '4.350' } })
await manager.call(routes.setLead, { params: first, body: { leadUserId: leader.userId } })
// Creation times one second apart, with fractions of a second that answers do not show.
for (const [{ projectId }, time] of [
  [first, '2026-01-10 10:00:00.900'],
  [second, '2026-01-10 10:00:01.900'],
  [bare, '2026-01-10 10:00:02.900'],
] as const)
  await api.engine.pool.query('update project set create_time = $2 where project_id = $1', [projectId, time])

const ledProject = await manager.call(routes.get, { params: first })
const LEAD_NAME = ledProject.leadUserName!
const CREATOR_NAME = ledProject.createUserName

const search = (query: string) => api.raw(`/business/project/list?${query}`, { token: manager.token })
const NAMES = new Map(
  [first, second, bare].map(({ projectId }, index) => [projectId, ['first', 'second', 'bare'][index]]),
)

async function found(query: string): Promise<string> {
  const response = await search(query)
  assert.equal(response.status, 200, query)
  const { rows, total } = (await response.json()) as { rows: { projectId: number }[]; total: number }
  assert.equal(total, rows.length)
  return rows.map(({ projectId }) => NAMES.get(projectId)).join(' ')
}

const ids = (users: readonly { userId: number }[]) => users.map(({ userId }) => userId).join(',')

describe('projects: filters', () => {
  const cases: [filter: string, query: string, expected: string][] = [
    ['nothing', '', 'bare second first'],
    ['an empty value', 'projectName=&execAdminUserIds=', 'bare second first'],
    ['projectNo, its underscore taken literally', 'projectNo=a_', 'first'],
    ['projectName', 'projectName=alpha', 'first'],
    ['orgId', `orgId=${sponsors[0].orgId}`, 'first'],
    ['orgName', `orgName=${encodeURIComponent('百会务')}`, 'second'],
    ['orgType', 'orgType=executor', 'second'],
    ['isBidProject', 'isBidProject=true', 'first'],
    ['not isBidProject', 'isBidProject=false', 'bare second'],
    ['createUserId', `createUserId=${manager.userId}`, 'first'],
    ['leadUserId', `leadUserId=${leader.userId}`, 'first'],
    ['projectId', `projectId=${first.projectId}`, 'first'],
    ['leadUserName', `leadUserName=${encodeURIComponent(LEAD_NAME.slice(1))}`, 'first'],
    ['createUserName', `createUserName=${encodeURIComponent(CREATOR_NAME)}`, 'bare second first'],
    ['startTime', 'startTime=2026-03-01 08:00:00', 'first'],
    ['startTime a second later', 'startTime=2026-03-01 08:00:01', ''],
    ['the day of startTime', 'startTime=2026-04-01', 'second'],
    ['endTime', 'endTime=2026-05-01 18:00:00', 'second'],
    ['the day of endTime', 'endTime=2026-05-01', 'second'],
    [
      'a range of days, both included',
      'params[beginStartTime]=2026-03-01&params[endStartTime]=2026-04-01',
      'second first',
    ],
    ['managerScore', 'managerScore=4.35', 'first'],
    ['managerScore with zeros at its ends', 'managerScore=04.3500', 'first'],
    ['another managerScore', 'managerScore=4.3', ''],
    ['start from', 'params[beginStartTime]=2026-04-01 08:00:00', 'second'],
    ['start to', 'params[endStartTime]=2026-03-31 00:00:00', 'first'],
    ['created from', 'params[beginTime]=2026-01-10 10:00:02', 'bare'],
    ['created to, the second included as shown', 'params[endTime]=2026-01-10 10:00:01', 'second first'],
    ['created at', 'params[beginTime]=2026-01-10 10:00:01&params[endTime]=2026-01-10 10:00:01', 'second'],
    ['one sponsor', `sponsorAdminUserIds=${sponsors[0].userId}`, 'first'],
    ['any of the sponsors', `sponsorAdminUserIds=${ids(sponsors)}`, 'second first'],
    ['a sponsor that is an executor', `sponsorAdminUserIds=${executors[0].userId}`, ''],
    ['one executor', `execAdminUserIds=${executors[1].userId}`, 'second'],
    [
      'executors given twice',
      executors.map(({ userId }) => `execAdminUserIds=${userId}`).join('&'),
      'second first',
    ],
    ['both kinds', `execAdminUserIds=${ids(executors)}&sponsorAdminUserIds=${sponsors[1].userId}`, 'second'],
  ]
  for (const [filter, query, expected] of cases)
    it(`COR-21 PRJ-4: by ${filter}`, async () => assert.equal(await found(query), expected))

  it('PRJ-5 VER-1: execOrgName still finds executors by a part of the name', async () => {
    assert.equal(await found(`execOrgName=${encodeURIComponent('百分百')}`), 'second first')
    assert.equal(await found(`execOrgName=${encodeURIComponent('百%会')}`), 'first')
    assert.equal(await found(`execOrgName=${encodeURIComponent('没有')}`), '')
  })

  it('PRJ-5 VER-1: the API document marks execOrgName, and no other filter, as deprecated', async () => {
    const document = (await (await api.raw('/openapi.json')).json()) as {
      paths: Record<string, Record<string, { parameters: { name: string; deprecated?: boolean }[] }>>
    }
    const parameters = document.paths['/business/project/list']?.['get']?.parameters ?? []
    assert.deepEqual(
      parameters.filter(({ deprecated }) => deprecated).map(({ name }) => name),
      ['execOrgName'],
    )
    assert.ok(parameters.length > 15)
  })

  it('PRJ-4: sponsorOrgName is no longer a query parameter', async () => {
    const response = await search(`sponsorOrgName=${encodeURIComponent(sponsors[0].orgName)}`)
    const { error, details } = (await response.json()) as { error: string; details: { field: string }[] }
    assert.deepEqual([response.status, error], [400, 'VALIDATION_FAILED'])
    assert.deepEqual(
      details.map(({ field }) => field),
      ['sponsorOrgName'],
    )
  })

  it('PRJ-4: refuses values of the wrong type and names the parameter', async () => {
    for (const query of [
      'sponsorAdminUserIds=1,x',
      'execAdminUserIds=0',
      'managerScore=high',
      'orgType=other',
    ]) {
      const response = await search(query)
      const { details } = (await response.json()) as { details: { field: string }[] }
      assert.equal(response.status, 400, query)
      assert.equal(details[0]?.field.split('.')[0], query.split('=')[0])
    }
  })

  it('PRJ-4: sorts by every offered column, and pages without gap or overlap', async () => {
    assert.equal(await found('orderByColumn=projectName&isAsc=asc'), 'first second bare')
    assert.equal(await found('orderByColumn=startTime&isAsc=asc'), 'first second bare')
    assert.equal((await search('orderByColumn=description')).status, 400)
    const pages = await Promise.all([1, 2, 3, 4].map((pageNum) => search(`pageSize=1&pageNum=${pageNum}`)))
    const rows = await Promise.all(
      pages.map(async (page) => (await page.json()) as { rows: { projectId: number }[]; total: number }),
    )
    assert.deepEqual(
      rows.map((page) => [page.total, page.rows.map(({ projectId }) => NAMES.get(projectId))]),
      [
        [3, ['bare']],
        [3, ['second']],
        [3, ['first']],
        [3, []],
      ],
    )
  })
})
