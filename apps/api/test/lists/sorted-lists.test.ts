// Engine: postgres
// Slow
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { operations, routeTables } from '@consilium/contract/routes.ts'
import type { Route } from '@consilium/contract/route.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { importBranches } from '../batch-world.ts'
import { startCallers } from '../callers.ts'
import { exportedRows, type ExportRoute } from '../exports/exported-rows.ts'
import { freshName, freshPhone, startApi } from '../harness.ts'
import { SAMPLES } from '../material-kinds.ts'
import { openWorld } from '../meeting-world.ts'

const api = await startApi({ plansForValues: true })
after(() => api.close())
const { callerOf, expert } = await startCallers(api)
const world = await openWorld(api)
const { manager, sponsor, executor } = world

type Row = Record<string, unknown>

const post = async (user: typeof manager, path: string, body: object) => {
  const response = await api.raw(path, {
    method: 'POST',
    token: user.token,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  assert.equal(response.status, 200, `${path}: ${await response.clone().text()}`)
  return ((await response.json()) as { data: Row }).data
}

/** Two records of every kind with all sortable fields, and two with the required fields only. */
for (const number of [1, 2]) {
  const day = `2027-11-2${number} 09:30:00`
  const full = await post(manager, '/business/project', {
    projectName: `全${number}`,
    startTime: day,
    endTime: day,
    isPublished: true,
  })
  await manager.call(routeTables.project.evaluate, {
    params: { projectId: full['projectId'] },
    body: { managerScore: number },
  })
  const bare = await post(manager, '/business/project', { projectName: `空${number}`, isPublished: true })
  for (const [projectId, amount] of [
    [full['projectId'], `${number}00`],
    [bare['projectId'], undefined],
  ]) {
    await post(sponsor, '/business/supportIntent', { projectId, amount })
    const profile = amount ? {} : { unit: null, department: null, title: null }
    await post(await api.expert(profile), '/business/executionIntent', { projectId })
  }
  const other = await post(manager, '/business/expert', { phone: freshPhone(), name: `医${number}` })
  assert.equal(other['unit'], null)
  await post(expert, '/business/projectPlan', { planName: `空方案${number}` })
  const plan = await post(expert, '/business/projectPlan', {
    planName: `全方案${number}`,
    planDirection: `方向${number}`,
    planCategory: `类${number}`,
    projectForm: `形${number}`,
  })
  await manager.call(routeTables.plan.audit, {
    body: {
      planId: plan['planId'] as number,
      version: plan['version'] as number,
      auditStatus: 'approved',
      auditOpinion: '同意',
    },
  })
  const code = `30000000000${number}`
  const branches = [
    `${code},某银行第${number}支行,,`,
    `1${code.slice(1)},某银行第${number}分行,省${number},市${number}`,
  ]
  await importBranches(
    manager,
    new File([['联行号,网点名称,省份,城市', ...branches].join('\n')], '联行号.csv'),
  )
  await post(manager, '/business/hospital', { name: freshName('空院') })
  await post(manager, '/business/hospital', {
    name: freshName('全院'),
    province: `省${number}`,
    city: `市${number}`,
    level: number % 2 === 0 ? 'primary' : 'secondary',
  })
  for (const kind of ['product', 'department'])
    await post(sponsor, '/business/dimension', { kind, code: freshName('D-'), name: `维度${number}` })
  await post(manager, '/business/specialPlan', { planName: `空专项${number}` })
  await post(manager, '/business/specialPlan', {
    planName: `全专项${number}`,
    planType: `类${number}`,
    startTime: day,
    endTime: day,
    budget: number * 9,
  })
  const times = { supervisionTime: day, scheduleStartTime: day }
  for (const given of [{}, times]) {
    const { meetingId } = await world.meeting(given)
    await world.attendee(meetingId, { unit: `单位${number}`, name: freshName('甲') })
    const { phone } = await manager.call(routeTables.expert.create, {
      body: { phone: freshPhone(), name: freshName('乙') },
    })
    await world.attendee(meetingId, { phone })
    for (const [kind, { least, full: all }] of Object.entries(SAMPLES)) {
      await post(manager, `/business/${kind}`, { meetingId, ...least })
      await post(manager, `/business/${kind}`, { meetingId, ...all })
    }
  }
  for (const [main, given] of [executor, sponsor].flatMap((each) =>
    [{}, { department: `部${number}`, position: `岗${number}` }].map((fields) => [each, fields] as const),
  ))
    await post(main, '/business/person', {
      name: freshName('人'),
      phone: freshPhone(),
      userName: freshName('p-'),
      password: 'initial-1',
      role: 'supervisor',
      ...given,
    })
}

const sortable = (route: Route): string[] => {
  const { properties = {} } = z.toJSONSchema(route.query!, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { enum?: string[] }>
  }
  return properties['orderByColumn']?.enum ?? []
}
const lists = operations.filter(
  ({ route }) => route.answer.kind === 'page' && route.query && sortable(route).length > 0,
)
const callerFor = (name: string) =>
  /^(meeting|attendee|project|expert|plan|specialPlan|supportIntent|executionIntent|publicity)/.test(name)
    ? manager
    : callerOf(name)

const isEmpty = (value: unknown) => value === null || value === ''

/** Finds a field whose values tell the rows apart, and its column in the file. */
function columnOf(rows: readonly Row[], exported: readonly Record<string, string | null>[]) {
  for (const field of Object.keys(rows[0] ?? {})) {
    const values = rows.map((row) => String(row[field]))
    if (new Set(values).size < values.length) continue
    const title = Object.keys(exported[0] ?? {}).find((each) => {
      const cells = new Set(exported.map((row) => row[each]))
      return values.every((value) => cells.has(value))
    })
    if (title) return { values, cells: exported.map((row) => row[title]) }
  }
  return undefined
}

/** Filters without which a list refuses. */
const FIXED: Readonly<Record<string, object>> = {
  'attendance.ofMeeting': { meetingId: 1 },
  'conference.rows': { meetingId: 1 },
  'paymentBatch.lines': { batchId: 1 },
  'recognition.list': { meetingId: 1 },
  'budget.listChanges': { projectId: world.project.projectId },
}
const seenEmpty = new Set<string>()

describe('sorted lists', () => {
  for (const { name, route } of lists)
    it(`COR-12: ${name} has empty values last both ways, and its export the same order`, async () => {
      const caller = callerFor(name)
      const module = routeTables[name.split('.')[0] as keyof typeof routeTables] as Record<string, Route>
      const fixed = FIXED[name] ?? {}
      for (const orderByColumn of sortable(route))
        for (const isAsc of ['asc', 'desc']) {
          const query = new URLSearchParams({ ...fixed, orderByColumn, isAsc, pageSize: '200' } as never)
          const response = await api.raw(`${route.path}?${query.toString()}`, { token: caller.token })
          assert.equal(response.status, 200)
          const { rows } = (await response.json()) as { rows: Row[] }
          const emptiness = rows.map((row) => isEmpty(row[orderByColumn]))
          const where = `${orderByColumn} ${isAsc}`
          assert.deepEqual(
            emptiness,
            emptiness.toSorted((a, b) => Number(a) - Number(b)),
            where,
          )
          if (emptiness.includes(true) && emptiness.includes(false)) seenEmpty.add(`${name} ${where}`)
          // Every export adds an entry to the operation log.
          const exportRoute = name === 'audit.list' ? undefined : module['export']
          if (!exportRoute || module['list'] !== route) continue
          const exported = await exportedRows(caller, exportRoute as ExportRoute, { orderByColumn, isAsc })
          const column = columnOf(rows, exported)
          assert.deepEqual(column?.cells, column?.values, `${where}, exported`)
        }
    })

  it('COR-12: every sortable field that may be empty is empty in some rows', () => {
    const nullable = lists.flatMap(({ name, route }) => {
      const { shape } = (route.answer as unknown as { schema: z.ZodObject }).schema
      const mayBeEmpty = (column: string) => (shape[column] as z.ZodType | undefined)?.safeParse(null).success
      return sortable(route).flatMap((column) =>
        mayBeEmpty(column) ? [`${name} ${column} asc`, `${name} ${column} desc`] : [],
      )
    })
    assert.ok(nullable.length > 40)
    assert.deepEqual(
      nullable.filter((one) => !seenEmpty.has(one)),
      [],
    )
  })

  it('COR-12: a page of a large list is read from an index, in both directions', async () => {
    await api.db.transaction().execute(async (trx) => {
      await sql`set local enable_sort = off`.execute(trx)
      await sql`set local enable_seqscan = off`.execute(trx)
      for (const direction of ['asc', 'desc nulls last']) {
        const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select project_id from project
          order by start_time ${sql.raw(direction)}, project_id ${sql.raw(direction.split(' ')[0]!)} limit 10`.execute(
          trx,
        )
        assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), /project_start_time_(asc|desc)/)
        assert.doesNotMatch(rows.map((row) => row['QUERY PLAN']).join('\n'), /Sort/)
      }
    })
  })
})
