// Engine: postgres
// Process: own
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { sql } from 'kysely'
import { copyRows } from '../input/bulk-rows.ts'
import { startApi, type User } from '../harness.ts'
import { openWorld } from '../meeting-world.ts'
import { scansOf, statementsOf, watchStatements } from './statements-read.ts'

const COUNTED_MAX = 10_000
/** Meetings of each name that holds the word. */
const OF_NAME = 4
/** More than are counted, and twice as many names as it takes to see that. */
const NAMES = COUNTED_MAX / 2
const MANY = NAMES * OF_NAME
const PROJECTS = 500
/** As many rows as the search of the office shows of each kind. */
const HITS = 5
/** Rows of one table that are read for those that are shown. */
const SHOWN_READS = HITS * 10
/** Rows that are asked one by one whether their text matches. */
const ASKED_MAX = 1000

/** Each of them is looked for in what one name of the hot meetings says. */
const WORDS = ['北京', 'bj', 'beijing', 'bjhy']

watchStatements()
const api = await startApi({ plansForValues: true })
after(() => api.close())
const hot = await openWorld(api)
const small = await openWorld(api)
const { manager } = hot

/** A meeting of a name of its own; a new one has the name of its project. */
async function named(world: typeof hot, meetingName: string): Promise<number> {
  const { meetingId, version } = await world.meeting()
  await manager.call(meetingRoutes.update, { body: { meetingId, version, meetingName } })
  return meetingId
}

const search = (user: User, meetingName: string) =>
  user.call(meetingRoutes.list, { query: { meetingName, pageSize: HITS } })

/** Rows of each table that all statements of the work read together. */
async function readsOf(work: () => Promise<unknown>): Promise<(table: string) => number> {
  const reads = new Map<string, number>()
  for (const statement of await statementsOf(work))
    for (const { relation, rows } of await scansOf(api.engine.pool, statement))
      reads.set(relation, (reads.get(relation) ?? 0) + rows)
  return (table) => reads.get(table) ?? 0
}

const newestWith = async (name: string) => {
  const { rows } = await sql<{ id: number }>`select meeting_id as id from meeting
    where meeting_name like ${`%${name}%`} order by meeting_id desc limit ${HITS}`.execute(api.db)
  return rows.map(({ id }) => id)
}

before(async () => {
  const meetingId = await named(hot, '北京会议')
  // In many projects, so that PostgreSQL does not take any of them to hold most meetings.
  const projects = sql`
    with made as (
      insert into project (project_name, create_user_id)
        select '全国巡讲', ${manager.userId} from generate_series(1, ${PROJECTS}::int) returning project_id)
    insert into project_sponsor (project_id, sponsor_admin_user_id) select project_id, ${hot.sponsor.userId} from made`
  const copies = sql`
    insert into meeting (project_id, exec_user_id, project_name, meeting_name, create_user_id, current_stage)
      select p.project_id, exec_user_id, project_name, '北京会议第' || n % ${NAMES}::int || '期', create_user_id, 'closed'
        from meeting, generate_series(1, ${MANY}::int) n
          join (select project_id, row_number() over () - 1 as place from project where project_name = '全国巡讲') p
            on p.place = n % ${PROJECTS}::int
        where meeting_id = ${meetingId}`
  await copyRows(api.db, [projects, copies])
})

describe('WEB-38: a word that more records bear than are counted', () => {
  it('WEB-38: is found along the order, and no more of its texts are looked for than it takes to see that it is frequent', async () => {
    for (const word of WORDS) {
      const { rows, total, totalIsExact, next } = await search(manager, word)
      assert.deepEqual(
        rows.map(({ meetingId }) => meetingId),
        await newestWith('北京'),
        word,
      )
      assert.deepEqual([total, totalIsExact], [COUNTED_MAX, false])
      const second = await manager.call(meetingRoutes.list, {
        query: { meetingName: word, pageSize: HITS, after: next! },
      })
      assert.ok(second.rows[0]!.meetingId < rows.at(-1)!.meetingId)
      const reads = await readsOf(() => search(manager, word))
      const texts = COUNTED_MAX / OF_NAME + SHOWN_READS
      assert.ok(reads('searched_text') <= texts, `${word}: ${reads('searched_text')} texts`)
      const meetings = COUNTED_MAX + SHOWN_READS
      assert.ok(reads('meeting') <= meetings, `${word}: ${reads('meeting')} meetings`)
    }
  })

  it('WEB-38: who reaches more than are counted reads no more', async () => {
    for (const word of WORDS) {
      const page = await search(hot.sponsor, word)
      assert.deepEqual(
        page.rows.map(({ meetingId }) => meetingId),
        await newestWith('北京'),
      )
      // That the sponsor reaches many is remembered by now.
      const reads = await readsOf(() => search(hot.sponsor, word))
      assert.ok(reads('searched_text') <= COUNTED_MAX / OF_NAME + SHOWN_READS, `${word}: texts`)
      assert.ok(reads('meeting') <= COUNTED_MAX + SHOWN_READS, `${word}: ${reads('meeting')} meetings`)
    }
  })

  it('WEB-38: who reaches few reads these alone, and finds what is theirs', async () => {
    const names = ['北京年会', '上海年会', '北京沙龙']
    const own: number[] = []
    for (const meetingName of names) own.push(await named(small, meetingName))
    for (const user of [small.sponsor, small.executor])
      for (const word of WORDS) {
        const found = await search(user, word)
        const expected = word === 'bjhy' ? [] : [own[2], own[0]]
        assert.deepEqual(
          found.rows.map(({ meetingId }) => meetingId),
          expected,
          `${user.roleType}: ${word}`,
        )
        assert.deepEqual([found.total, found.totalIsExact], [expected.length, true])
        const reads = await readsOf(() => search(user, word))
        assert.ok(reads('searched_text') <= names.length, `${word}: ${reads('searched_text')} texts`)
        assert.ok(reads('meeting') <= SHOWN_READS, `${word}: ${reads('meeting')} meetings`)
      }
  })

  it('WEB-38: attendees of one name are found in the same way', async () => {
    const meetingId = await named(hot, '南京会议')
    const expert = await api.expert()
    await hot.approve(expert)
    const { attendeeId } = await hot.attendee(meetingId, { phone: expert.phone, name: '张伟' })
    await copyRows(api.db, [
      sql`insert into meeting_attendee (meeting_id, user_id, expert_id, name, labor_form)
        select m.meeting_id, t.user_id, t.expert_id, '张伟', t.labor_form from meeting m, meeting_attendee t
          where t.attendee_id = ${attendeeId} and m.meeting_name like '北京%' limit ${COUNTED_MAX + 1}`,
      sql`insert into labor_agreement
          (attendee_id, payable_amount, vat_amount, surcharge_amount, income_tax, net_amount, surcharge_rate, fee_rule_version)
        select t.attendee_id, payable_amount, vat_amount, surcharge_amount, income_tax, net_amount, surcharge_rate, fee_rule_version
          from meeting_attendee t, labor_agreement a where a.attendee_id = ${attendeeId} and t.attendee_id <> a.attendee_id`,
    ])
    for (const name of ['张伟', 'zw', 'zhangwei']) {
      const list = () => manager.call(attendeeRoutes.list, { query: { name, pageSize: HITS } })
      assert.equal((await list()).rows.length, HITS)
      const reads = await readsOf(list)
      assert.ok(reads('searched_text') <= SHOWN_READS, `${name}: ${reads('searched_text')} texts`)
      assert.ok(
        reads('meeting_attendee') <= COUNTED_MAX + SHOWN_READS,
        `${name}: ${reads('meeting_attendee')} attendees`,
      )
    }
  })

  it('WEB-38: who asks for no number reads no record to count it', async () => {
    const many = COUNTED_MAX / 4
    await sql`update meeting_attendee set name = '李芳' where attendee_id in (
      select attendee_id from meeting_attendee where name = '张伟' order by attendee_id limit ${many})`.execute(
      api.db,
    )
    const list = (query: { exactTotal?: boolean }) =>
      hot.sponsor.call(attendeeRoutes.list, { query: { name: '李芳', pageSize: HITS, ...query } })
    const counted = await list({})
    assert.deepEqual([counted.total, counted.totalIsExact], [many, true])
    const quick = await list({ exactTotal: false })
    assert.deepEqual(quick.rows, counted.rows)
    assert.ok(quick.total <= many && !quick.totalIsExact)
    const reads = await readsOf(() => list({ exactTotal: false }))
    assert.ok(reads('meeting') <= SHOWN_READS, `${reads('meeting')} meetings`)
    const byReach = await small.sponsor.call(attendeeRoutes.list, { query: { exactTotal: false } })
    assert.deepEqual([byReach.total, byReach.totalIsExact], [0, true])
  })

  it('WEB-38: of a reach of 1,000 each record is asked for its text, and of one more the texts are found first', async () => {
    const world = await openWorld(api)
    const meetingId = await named(world, '西安会议')
    const copies = (count: number) =>
      copyRows(api.db, [
        sql`insert into meeting (project_id, exec_user_id, project_name, meeting_name, create_user_id, current_stage)
          select project_id, exec_user_id, project_name, '北京会议第' || n || '期', create_user_id, 'closed'
            from meeting, generate_series(1, ${count}::int) n where meeting_id = ${meetingId}`,
      ])
    const reads = () => readsOf(() => search(world.executor, 'beijing'))
    await copies(ASKED_MAX - 1)
    const asked = (await reads())('searched_text')
    assert.ok(asked <= ASKED_MAX, `${asked} texts`)
    await copies(1)
    const found = (await reads())('searched_text')
    assert.ok(found >= NAMES, `${found} texts`)
    const { rows, total } = await search(world.executor, 'beijing')
    assert.equal(total, ASKED_MAX)
    assert.ok(rows.every(({ meetingName }) => meetingName.startsWith('北京')))
  })
})
