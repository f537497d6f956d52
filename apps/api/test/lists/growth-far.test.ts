// Engine: postgres
// Process: own
// Slow
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { sql, type RawBuilder } from 'kysely'
import { copyRows } from '../input/bulk-rows.ts'
import { startApi, type User } from '../harness.ts'
import { openWorld } from '../meeting-world.ts'
import { scansOf, statementsOf, watchStatements } from './statements-read.ts'

const COUNTED_MAX = 10_000

/** More than are counted, all of them older than those that others reach. */
const FAR = COUNTED_MAX + 2000
/** More than a page is looked for along an index. */
const NEAR = 21_000
const PAGE = 20

watchStatements()
const api = await startApi({ plansForValues: true })
after(() => api.close())
const far = await openWorld(api)
const near = await openWorld(api)
const { manager, sponsor } = far

type Query = NonNullable<Parameters<typeof manager.call<typeof meetingRoutes.list>>[1]['query']>

const listed = async (user: User, query: Query) => {
  const page = await user.call(meetingRoutes.list, { query: { pageSize: PAGE, ...query } })
  return { ...page, ids: page.rows.map(({ meetingId }) => meetingId) }
}

/** Their names begin with the first character of the project's, so that a search for the project finds one text. */
const copies = (meetingId: number, stage: string, count: number, name: string) => sql`
  insert into meeting (project_id, exec_user_id, project_name, meeting_name, create_user_id, current_stage)
    select project_id, exec_user_id, ${name}, ${name.charAt(0)} || n, create_user_id, ${stage}
      from meeting, generate_series(1, ${count}::int) n where meeting_id = ${meetingId}`

/** The ids of far meetings, as the database orders them. */
async function idsBy(order: RawBuilder<unknown>, offset = 0): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select meeting_id as id from meeting
    where project_name = '远处' order by ${order} limit ${PAGE} offset ${offset}`.execute(api.db)
  return rows.map(({ id }) => id)
}

/** Has the expert of an attendance attend all other meetings of a project. */
const attendancesLike = (attendeeId: number, projectName: string) =>
  sql`
      with added as (
        insert into meeting_attendee (meeting_id, user_id, expert_id, name, labor_form)
          select m.meeting_id, t.user_id, t.expert_id, t.name, t.labor_form
            from meeting m, meeting_attendee t where t.attendee_id = ${attendeeId} and m.project_name = ${projectName}
            and m.meeting_id <> t.meeting_id
          returning attendee_id)
      insert into labor_agreement
          (attendee_id, payable_amount, vat_amount, surcharge_amount, income_tax, net_amount, surcharge_rate, fee_rule_version)
        select x.attendee_id, payable_amount, vat_amount, surcharge_amount, income_tax, net_amount, surcharge_rate, fee_rule_version
          from added x, labor_agreement a where a.attendee_id = ${attendeeId}`

const FILLED = new Set(['meeting', 'meeting_attendee', 'labor_agreement'])

/** Of the tables that copies have filled: the jobs of the service read others meanwhile. */
async function mostRead(work: () => Promise<unknown>, tables = FILLED): Promise<number> {
  let most = 0
  for (const statement of await statementsOf(work))
    for (const { relation, rows } of await scansOf(api.engine.pool, statement))
      if (tables.has(relation)) most = Math.max(most, rows)
  return most
}

before(async () => {
  const [old, recent] = [await far.meeting(), await near.meeting()]
  await copyRows(api.db, [
    copies(old.meetingId, 'closed', FAR, '远处'),
    copies(recent.meetingId, 'approved', NEAR, '近处'),
  ])
  await sql`delete from meeting where project_name not in ('远处', '近处')`.execute(api.db)
})

const DESCENDING = sql`meeting_id desc`

describe('pages that stand far from the beginning of their order', () => {
  it('GRO-4: who reaches many records, all of them old, finds the newest of them', async () => {
    const { ids, total, totalIsExact, next } = await listed(sponsor, {})
    assert.deepEqual(ids, await idsBy(DESCENDING))
    assert.deepEqual([total, totalIsExact], [COUNTED_MAX, false])
    const second = await listed(sponsor, { after: next! })
    assert.deepEqual(second.ids, await idsBy(DESCENDING, PAGE))
    assert.deepEqual((await listed(sponsor, { before: second.previous! })).ids, ids)
  })

  it('GRO-3: a deep page by its number holds the rows at its place, in each order', async () => {
    const pageNum = 300
    const offset = (pageNum - 1) * PAGE
    assert.deepEqual((await listed(sponsor, { pageNum })).ids, await idsBy(DESCENDING, offset))
    const ascending = await listed(sponsor, { pageNum, isAsc: 'asc' })
    assert.deepEqual(ascending.ids, await idsBy(sql`meeting_id`, offset))
    const byName = await listed(sponsor, { pageNum, orderByColumn: 'meetingName', isAsc: 'asc' })
    assert.deepEqual(byName.ids, await idsBy(sql`meeting_name, meeting_id`, offset))
  })

  it('GRO-3: a deep page of who reaches most of the list holds the rows at its place', async () => {
    const pageNum = COUNTED_MAX / PAGE
    const deep = () => listed(near.sponsor, { pageNum })
    const { rows } = await sql<{ id: number }>`select meeting_id as id from meeting
      where project_name = '近处' order by meeting_id desc limit ${PAGE} offset ${(pageNum - 1) * PAGE}`.execute(
      api.db,
    )
    const { ids, total, totalIsExact } = await deep()
    assert.deepEqual(
      ids,
      rows.map(({ id }) => id),
    )
    assert.deepEqual([total, totalIsExact], [COUNTED_MAX, false])
  })

  it('GRO-4: an order in which all that is within reach comes last', async () => {
    const query = { orderByColumn: 'meetingName', isAsc: 'asc' } as const
    assert.deepEqual((await listed(sponsor, query)).ids, await idsBy(sql`meeting_name, meeting_id`))
  })

  it('GRO-4: a filter that many old records match finds the newest of them', async () => {
    for (const user of [manager, sponsor])
      for (const filter of [{ projectName: '远处' }, { currentStage: 'closed' }] as const) {
        const first = await listed(user, filter)
        assert.deepEqual(first.ids, await idsBy(DESCENDING), JSON.stringify(filter))
        const second = await listed(user, { ...filter, after: first.next! })
        assert.deepEqual(second.ids, await idsBy(DESCENDING, PAGE))
        assert.deepEqual((await listed(user, { ...filter, before: second.previous! })).ids, first.ids)
        const oldest = await listed(user, { ...filter, isAsc: 'asc' })
        assert.deepEqual(oldest.ids, await idsBy(sql`meeting_id`))
      }
    const { ids } = await listed(near.sponsor, { currentStage: 'closed' })
    assert.deepEqual(ids, [])
  })

  it('GRO-2: the overview of who reaches many counts all of them', async () => {
    const { stages } = await sponsor.call(meetingRoutes.overview, {})
    const closed = stages.find(({ currentStage }) => currentStage === 'closed')
    assert.deepEqual(closed, { currentStage: 'closed', count: FAR, isExact: true })
  })

  it('GRO-4: who reaches little reads little, whatever the filter', async () => {
    const { meetingId } = await far.meeting()
    const [usual, rare] = [await api.expert(), await api.expert()]
    for (const expert of [usual, rare]) await far.approve(expert)
    const { attendeeId } = await far.attendee(meetingId, { phone: usual.phone, name: '常客' })
    await far.attendee(meetingId, { phone: rare.phone, name: '稀客' })
    await copyRows(api.db, [attendancesLike(attendeeId, '远处')])
    for (const filter of [
      {},
      { name: '稀客' },
      { signatureStatus: 'unsigned' },
      { toSign: 'true' },
      { laborForm: 'lecture' },
    ] as const) {
      const query = { ...filter, pageSize: PAGE }
      const list = () => rare.call(attendeeRoutes.list, { query })
      assert.ok((await list()).total <= 1)
      const reads = await mostRead(list)
      assert.ok(reads <= PAGE, `${JSON.stringify(filter)}: ${reads} rows`)
    }
    for (const order of [
      {},
      { isAsc: 'asc' },
      { orderByColumn: 'scheduleStartTime', isAsc: 'asc' },
    ] as const) {
      const query = { toSign: 'true', pageSize: PAGE, ...order } as const
      const list = () => manager.call(attendeeRoutes.list, { query })
      assert.deepEqual((await list()).rows.map(({ name }) => name).toSorted(), ['常客', '稀客'])
      const reads = await mostRead(list, new Set(['meeting_attendee', 'labor_agreement']))
      assert.ok(reads <= PAGE, `to sign, ${JSON.stringify(order)}: ${reads} rows`)
    }
    for (const filter of [
      { signatureStatus: 'unsigned' },
      { toSign: 'true' },
      { toSign: 'false' },
      { laborFee: '3000' },
      { name: '稀客' },
    ] as const) {
      const query = { meetingId, pageSize: PAGE, ...filter }
      const list = () => manager.call(attendeeRoutes.list, { query })
      await list()
      const reads = await mostRead(list)
      assert.ok(reads <= PAGE, `one meeting, ${JSON.stringify(filter)}: ${reads} rows`)
    }
  })

  it('GRO-4: attendees of many old meetings are found behind those of newer ones, in each way', async () => {
    const { meetingId } = await near.meeting()
    const newer = await api.expert()
    await near.approve(newer)
    const { attendeeId } = await near.attendee(meetingId, { phone: newer.phone, name: '新客' })
    await copyRows(api.db, [attendancesLike(attendeeId, '近处')])
    const old = async (names: readonly string[], order: RawBuilder<unknown>, offset = 0) => {
      const { rows } = await sql<{ id: number }>`
        select t.attendee_id as id from meeting_attendee t join labor_agreement a using (attendee_id)
         where t.name = any(${names}) order by ${order} limit ${PAGE} offset ${offset}`.execute(api.db)
      return rows.map(({ id }) => id)
    }
    const descending = sql`t.attendee_id desc`
    const asked = [
      [{}, descending],
      [{ pageNum: 300 }, descending, 299 * PAGE],
      [{ name: '常' }, descending],
      [{ name: '常', pageNum: 300 }, descending, 299 * PAGE],
      [{ laborForm: 'lecture' }, descending],
      [{ name: '常', isAsc: 'asc' }, sql`t.attendee_id`],
      [{ orderByColumn: 'createTime', isAsc: 'desc' }, sql`t.create_time desc, t.attendee_id desc`],
      [
        { orderByColumn: 'payableAmount', isAsc: 'desc', name: '常' },
        sql`a.payable_amount desc, ${descending}`,
      ],
    ] as const
    for (const [query, order, offset] of asked) {
      const list = () => sponsor.call(attendeeRoutes.list, { query: { ...query, pageSize: PAGE } })
      for (const rows of [(await list()).rows, (await list()).rows])
        assert.deepEqual(
          rows.map((row) => row.attendeeId),
          await old('name' in query ? ['常客'] : ['常客', '稀客'], order, offset),
          JSON.stringify(query),
        )
    }
  })
})
