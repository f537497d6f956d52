// Engine: postgres
// Process: own
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import { capRoutes } from '@consilium/contract/caps/caps.ts'
import { meetingRecord } from '@consilium/contract/meetings/meeting-record.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { overviewRoutes } from '@consilium/contract/overviews/overviews.ts'
import { sql } from 'kysely'
import { copyRows } from '../input/bulk-rows.ts'
import { testDatabaseUrl } from '../db/test-engine.ts'
import { createClock } from '../../src/infra/clock.ts'
import { startApi, TIME_ZONE } from '../harness.ts'
import { openWorld } from '../meeting-world.ts'
import { scansOf, statementsOf, transactionOf, watchStatements } from './statements-read.ts'

/** Twice as many as the pool has. */
const CONNECTIONS = 20
const COUNTED_MAX = 10_000
const OPEN_MEETINGS_MAX = 1_000
const EXACT_TOTALS_PER_MINUTE = 12

/** More than are counted. */
const MANY = COUNTED_MAX + 2000
const PAGE = 20
/** Rows of one table that one statement of a page may read beside the bounded count. */
const PAGE_READS = PAGE * 30

watchStatements()
const api = await startApi({ plansForValues: true })
after(() => api.close())
const world = await openWorld(api)
const { manager, sponsor, executor } = world

/** So many meetings are beyond what requests could make in a test. */
before(async () => {
  const { meetingId, projectId } = await world.meeting()
  const copies = sql`
    insert into meeting (project_id, exec_user_id, project_name, meeting_name, create_user_id, current_stage,
        schedule_start_time, create_time)
      select ${projectId}, exec_user_id, project_name, meeting_name, create_user_id,
          case when n % 1000 = 0 then 'ready' else 'closed' end,
          now() + make_interval(hours => n), now() - make_interval(mins => n)
        from meeting, generate_series(1, ${MANY}::int) n where meeting_id = ${meetingId}`
  await copyRows(api.db, [copies])
})

type MeetingQuery = Parameters<typeof ask>[0]
const ask = (query: NonNullable<Parameters<typeof manager.call<typeof meetingRoutes.list>>[1]['query']>) =>
  manager.call(meetingRoutes.list, { query: { pageSize: PAGE, ...query } })

/** The most rows of one table that any statement of the request reads. */
async function mostRead(work: () => Promise<unknown>): Promise<number> {
  let most = 0
  for (const statement of await statementsOf(work))
    for (const { rows } of await scansOf(api.engine.pool, statement)) most = Math.max(most, rows)
  return most
}

describe('lists as the tables grow', () => {
  it('GRO-1: a page reads the rows that it shows and the bounded count, not the table', async () => {
    const reads = await mostRead(() => ask({}))
    assert.ok(reads <= COUNTED_MAX + 1, `${reads} rows`)
    const found = await ask({ after: (await ask({})).next! })
    assert.equal(found.rows.length, PAGE)
  })

  it('WEB-22: a home reads the open meetings to a bound, and no closed ones', async () => {
    for (const user of [manager, executor, sponsor]) {
      const reads = await mostRead(() => user.call(overviewRoutes.home, {}))
      assert.ok(reads <= OPEN_MEETINGS_MAX, `${reads} rows for the ${user.roleType}`)
    }
  })

  it('GRO-2: a total is exact up to a bound, a lower bound beyond it, and exact when it is asked for', async () => {
    const many = await ask({})
    assert.deepEqual([many.total, many.totalIsExact], [COUNTED_MAX, false])
    const few = await ask({ currentStage: 'ready' })
    assert.deepEqual([few.total, few.totalIsExact], [MANY / 1000, true])
    const exact = await ask({ exactTotal: true })
    assert.equal(exact.totalIsExact, true)
    assert.ok(exact.total > MANY)
  })

  it('GRO-2: the overview counts each stage to the bound and tells which numbers are exact', async () => {
    const { stages } = await manager.call(meetingRoutes.overview, {})
    const of = (stage: string) => stages.find(({ currentStage }) => currentStage === stage)
    assert.deepEqual(of('closed'), { currentStage: 'closed', count: COUNTED_MAX, isExact: false })
    assert.deepEqual(of('ready'), { currentStage: 'ready', count: MANY / 1000, isExact: true })
  })

  it('GRO-3: from cursor to cursor each record comes once, although others are added meanwhile', async () => {
    const first = await ask({ currentStage: 'ready', pageSize: 5 })
    const seen = first.rows.map(({ meetingId }) => meetingId)
    let { next } = first
    const ready = { currentStage: 'ready', pageSize: 5 } as const
    for (let page = 0; next !== null; page++) {
      if (page === 0)
        await sql`insert into meeting (project_id, project_name, meeting_name, create_user_id, current_stage)
          select project_id, project_name, meeting_name, create_user_id, 'ready' from meeting limit 3`.execute(
          api.db,
        )
      const found = await ask({ ...ready, after: next })
      seen.push(...found.rows.map(({ meetingId }) => meetingId))
      next = found.next
    }
    assert.deepEqual(
      seen,
      [...new Set(seen)].toSorted((a, b) => b - a),
    )
    assert.equal(seen.length, MANY / 1000)
    const second = await ask({ ...ready, after: first.next! })
    const back = await ask({ ...ready, before: second.previous! })
    assert.deepEqual(
      back.rows.map(({ meetingId }) => meetingId),
      first.rows.map(({ meetingId }) => meetingId),
    )
  })

  it('GRO-3: cursors pass over empty values in both directions of every order', async () => {
    for (const orderByColumn of meetingRecord.ordered)
      for (const isAsc of ['asc', 'desc'] as const) {
        const query = { currentStage: 'ready', orderByColumn, isAsc } as const
        const whole = await ask({ ...query, pageSize: 200 })
        const seen: number[] = []
        let next: string | null | undefined
        do {
          const page: typeof whole = await ask({ ...query, pageSize: 4, ...(next ? { after: next } : {}) })
          seen.push(...page.rows.map(({ meetingId }) => meetingId))
          next = page.next
        } while (next)
        assert.deepEqual(
          seen,
          whole.rows.map(({ meetingId }) => meetingId),
          `${orderByColumn} ${isAsc}`,
        )
      }
  })

  it('GRO-3: a page number beyond the bound and a foreign cursor are refused by their names', async () => {
    const refused = async (query: MeetingQuery) => {
      const { status, error } = await manager.attempt(meetingRoutes.list, { query })
      return [status, error?.details?.[0]?.field]
    }
    assert.deepEqual(await refused({ pageNum: COUNTED_MAX, pageSize: PAGE }), [400, 'pageNum'])
    assert.deepEqual(await refused({ after: 'bm9uc2Vuc2U' }), [400, 'after'])
    const { next } = await ask({ orderByColumn: 'meetingName' })
    assert.deepEqual(await refused({ before: next! }), [400, 'before'])
    const forged = Buffer.from(JSON.stringify(['createTime desc', 'no time', '1'])).toString('base64url')
    assert.deepEqual(await refused({ after: forged, orderByColumn: 'createTime' }), [400, 'after'])
  })

  it('GRO-4: every order is read along an index, at its beginning and behind a cursor', async () => {
    for (const orderByColumn of meetingRecord.ordered)
      for (const isAsc of ['asc', 'desc'] as const) {
        const { next } = await ask({ orderByColumn, isAsc })
        const reads = await mostRead(() => ask({ orderByColumn, isAsc, after: next! }))
        assert.ok(reads <= COUNTED_MAX + 1, `${orderByColumn} ${isAsc}: ${reads} rows`)
      }
  })

  it('GRO-4: who reaches many records finds them like an administrator, who reaches none finds nothing', async () => {
    const list = (user: typeof sponsor) => user.call(meetingRoutes.list, { query: { pageSize: PAGE } })
    const all = await ask({})
    for (const user of [sponsor, executor]) {
      const found = await list(user)
      assert.deepEqual([found.totalIsExact, found.rows.length], [false, PAGE])
    }
    assert.deepEqual(
      (await list(sponsor)).rows.map(({ meetingId }) => meetingId),
      all.rows.map(({ meetingId }) => meetingId),
    )
    const reads = await mostRead(() => list(sponsor))
    assert.ok(reads <= COUNTED_MAX + PAGE_READS, `${reads} rows`)
    const stranger = await api.sponsor()
    const nothing = await list(stranger)
    assert.deepEqual([nothing.total, nothing.totalIsExact, nothing.rows], [0, true, []])
    const filtered = await stranger.call(meetingRoutes.list, { query: { currentStage: 'closed' } })
    assert.deepEqual(filtered.rows, [])
  })

  it('SEC-40 GRO-4: an account that reaches one meeting reads few rows, whatever it filters and sorts by', async () => {
    const small = await api.executor()
    const { projectId } = await manager.call(projectRoutes.create, { body: { projectName: '心衰小项目' } })
    const body = { execAdminUserIds: [small.userId] }
    await manager.call(projectRoutes.assignExecutors, { params: { projectId }, body })
    const own = { projectId, execUserId: small.userId }
    const { meetingId } = await manager.call(meetingRoutes.create, { body: own })
    const queries: [query: MeetingQuery, isFound: boolean][] = [
      [{}, true],
      [{ projectId }, true],
      [{ projectName: '心' }, true],
      [{ meetingName: '心' }, true],
      [{ orgName: '无此单位' }, false],
      [{ currentStage: 'draft' }, true],
      [{ currentStage: 'closed' }, false],
      [{ 'params[beginTime]': '2000-01-01' }, true],
      [{ 'params[beginSupervisionTime]': '2000-01-01' }, false],
      ...meetingRecord.ordered.map((orderByColumn): [MeetingQuery, boolean] => [
        { orderByColumn, currentStage: 'draft' },
        true,
      ]),
    ]
    for (const [query, isFound] of queries) {
      const found: number[] = []
      const reads = await mostRead(async () => {
        const { rows } = await small.call(meetingRoutes.list, { query: { pageSize: PAGE, ...query } })
        found.push(...rows.map((row) => row.meetingId))
      })
      assert.deepEqual(found, isFound ? [meetingId] : [], JSON.stringify(query))
      assert.ok(reads <= PAGE_READS, `${reads} rows for ${JSON.stringify(query)}`)
    }
  })

  // The embedded engine has one session for all clients.
  if (testDatabaseUrl)
    it('GRO-5: a server parses what is asked often once for a connection', async () => {
      for (let n = 0; n < 6; n++) await ask({})
      // Each connection has its own; those that are asked at once are different ones.
      const counts = await Promise.all(
        Array.from({ length: CONNECTIONS }, () =>
          api.engine.pool.query<{ count: number }>(
            "select count(*) as count from pg_prepared_statements where statement like '%meeting%'",
          ),
        ),
      )
      assert.ok(counts.some(({ rows }) => rows[0]!.count > 0))
    })

  it('GRO-6: a text is found by a part as soon as a row holds it, and is kept once', async () => {
    const { meetingId } = await world.meeting()
    for (const name of ['欧阳堃', '上官堃']) await world.attendee(meetingId, { name, unit: '火星第一医院' })
    const by = (query: object) => manager.call(attendeeRoutes.list, { query })
    assert.equal((await by({ unit: '星第' })).total, 2)
    assert.equal((await by({ name: '阳堃' })).total, 1)
    assert.equal((await by({ name: '堃' })).total, 2)
    assert.equal((await by({ name: '堃欧' })).total, 0)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from searched_text where value = '火星第一医院'`.execute(api.db)
    assert.equal(rows[0]!.count, 1)
  })

  it('GRO-6: a name is searched no longer once the last record that has it is gone', async () => {
    const { meetingId } = await world.meeting()
    const [leaves, stays] = [
      await world.attendee(meetingId, { name: '独孤信', unit: '金星医院' }),
      await world.attendee(meetingId, { name: '慕容恪', unit: '金星医院' }),
    ]
    const kept = async () => {
      const { rows } = await sql<{ value: string }>`
        select value from searched_text where value in ('独孤信', '慕容恪', '金星医院') order by 1`.execute(
        api.db,
      )
      return rows.map(({ value }) => value)
    }
    await api.app.purge()
    assert.deepEqual((await kept()).length, 3)
    await manager.call(attendeeRoutes.remove, { params: { attendeeId: String(leaves.attendeeId) } })
    await api.app.purge()
    assert.deepEqual(await kept(), ['慕容恪', '金星医院'])
    assert.equal((await manager.call(attendeeRoutes.list, { query: { name: '慕容' } })).total, 1)
    assert.ok(stays.attendeeId)
  })

  // The embedded engine has one connection, so that nothing runs beside a transaction.
  if (testDatabaseUrl)
    it('GRO-6: a text that a row is just being given stays, although no committed row has it', async () => {
      const { meetingId } = await world.meeting({})
      const rename = async (name: string) =>
        sql`update meeting set meeting_name = ${name} where meeting_id = ${meetingId}`.execute(api.db)
      await rename('此名将去')
      await rename('另一名称')
      const client = await api.engine.pool.connect()
      try {
        await client.query('begin')
        await client.query("update meeting set meeting_name = '此名将去' where meeting_id = $1", [meetingId])
        await api.app.purge()
        await client.query('commit')
      } finally {
        client.release()
      }
      await api.app.purge()
      const found = await ask({ meetingName: '此名将去' })
      assert.deepEqual([found.total, found.rows[0]?.meetingId], [1, meetingId])
    })

  it('HSE-25: an attendee is added by 15 statements, that of the caller included, between begin and commit', async () => {
    const count = async () => {
      const { meetingId } = await world.meeting({})
      const { phone } = await world.expert({}, null)
      const add = () => world.attendee(meetingId, { phone, laborFee: '3000' })
      const [begin, ...texts] = await transactionOf(add, 'insert into "meeting_attendee"')
      assert.deepEqual([begin, texts.pop()], ['begin', 'commit'])
      return texts.length + 1
    }
    assert.equal(await count(), 15)
    if (testDatabaseUrl) {
      // What it sends by name is planned once for all values: planning takes longer than running.
      const plannedOnce = await Promise.all(
        Array.from({ length: CONNECTIONS }, () =>
          api.engine.pool.query(
            'select from pg_prepared_statements where generic_plans > 0 and cardinality(parameter_types) > 0',
          ),
        ),
      )
      assert.ok(plannedOnce.some(({ rowCount }) => rowCount! > 0))
    }
    const { projectId } = await world.meeting({})
    await manager.call(budgetRoutes.plan, { body: { projectId, category: 'labor', amount: '900000' } })
    assert.equal(await count(), 16)
    const cap = { scope: 'platform', period: 'calendarYear', measure: 'amount', limit: '90000' } as const
    const body = {
      validFrom: createClock(TIME_ZONE).today(),
      overlaps: 'block' as const,
      caps: [cap],
      tiers: [],
    }
    await (await api.admin()).call(capRoutes.createPolicy, { body })
    assert.equal(await count(), 17)
  })

  it('GRO-2: exact totals are counted a few times a minute for one account', async () => {
    const user = await api.manager()
    const statuses: number[] = []
    for (let n = 0; n <= EXACT_TOTALS_PER_MINUTE; n++) {
      const query = { pageSize: 1, exactTotal: true }
      statuses.push((await user.attempt(meetingRoutes.list, { query })).status)
    }
    assert.deepEqual(statuses, [...Array.from({ length: EXACT_TOTALS_PER_MINUTE }, () => 200), 429])
    assert.equal((await user.attempt(meetingRoutes.list, { query: { pageSize: 1 } })).status, 200)
  })
})
