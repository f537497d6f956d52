import type { ConflictDeclaration, ConflictDeclare, ConflictQuery } from '@consilium/contract/caps/caps.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { LaborForm } from '@consilium/contract/agreements/labor-forms.ts'
import { sql, type RawBuilder } from 'kysely'
import { countsAt } from '../../domain/attendance.ts'
import { auditedTitle, auditedTitleOfAttendee } from '../../domain/titles.ts'
import type { Db } from '../../infra/db/db.ts'
import { foreignKeyViolation } from '../../infra/db/faults.ts'
import { nameContains } from '../../infra/db/lists/name-search.ts'
import { selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import { Refusal } from '../../infra/refusal.ts'
import { ENGAGEMENT, proposedAmount } from '../agreements/service.ts'
import { expertFacts } from '../experts/service.ts'
import { sponsorFacts } from '../projects/service.ts'
import { meetingFacts } from '../meetings/service.ts'
import { dimensionFacts } from '../dimensions/service.ts'

/** One meeting that a person is engaged for: planned, signed or paid, it counts by the day of the meeting. */
export interface Engagement {
  expertId: number
  attendeeId: number
  meetingId: number
  /** The expert as the attendee list names it. */
  name: string
  execUserId: number | null
  sponsorUserIds: number[]
  productIds: number[]
  /** `yyyy-MM-dd`: of the meeting, or of the invitation while the meeting has no date. */
  day: string
  payable: string
  isSigned: boolean
  isPaid: boolean
  laborForm: LaborForm
  /** As audited: what is typed at the meeting decides no fee. */
  title: string | null
  post: string | null
  start: string | null
  end: string | null
}

/** The products that hold for the meeting `m`: its own, or those of its project. */
const productsAt = sql`array(select d.dimension_id from held_dimension d
    where d.meeting_id = m.meeting_id and d.kind = 'product')`

const COLUMNS = sql`
  t.expert_id as "expertId", t.attendee_id as "attendeeId", t.meeting_id as "meetingId", t.name,
  m.exec_user_id as "execUserId", t.labor_form as "laborForm", ${auditedTitleOfAttendee} as title, greatest(a.payable_amount, ${proposedAmount('t.attendee_id')}) as payable,
  a.signature_status = 'signed' as "isSigned", a.paid_date is not null as "isPaid",
  array(select s.sponsor_admin_user_id from ${sponsorFacts('s')} where s.project_id = m.project_id order by 1)
    as "sponsorUserIds", ${productsAt} as "productIds",
  (select p.association_post from expert_post p where p.expert_id = t.expert_id) as post,
  coalesce(m.schedule_start_time, t.create_time)::date as day,
  m.schedule_start_time as start, m.schedule_end_time as "end"`

/** Selects the accounts of the person behind an expert. */
export const accountsOf = (expertId: number | RawBuilder<number>) => sql`
  select ${expertId}::bigint as expert_id
  union select other.expert_id from expert_identity own join expert_identity other using (identity_hash)
    where own.expert_id = ${expertId}`

const counted = (now: string) =>
  sql`select ${COLUMNS} from ${ENGAGEMENT} where ${countsAt(now)} and t.expert_id = account.expert_id`

/**
 * Engagements of the person behind each expert, under whatever account. They are read account by account: with a condition on
 * all accounts PostgreSQL assumes ten of them and reads whole tables of an installation of some ten thousand meetings.
 */
async function engagementsByExpert(
  db: Db,
  expertIds: readonly number[],
  ofAccount: RawBuilder<unknown>,
): Promise<Map<number, Engagement[]>> {
  if (expertIds.length === 0) return new Map()
  const { rows } = await sql<Engagement & { ofExpertId: number }>`
    select asked.expert_id as "ofExpertId", engagement.*
    from unnest(${[...new Set(expertIds)]}::bigint[]) as asked (expert_id)
    cross join lateral (${accountsOf(sql<number>`asked.expert_id`)}) account
    cross join lateral (${ofAccount}) engagement order by "attendeeId"`.execute(db)
  const all = rows.map(({ ofExpertId, ...engagement }) => ({ ofExpertId, engagement }))
  const byExpert = Map.groupBy(all, ({ ofExpertId }) => ofExpertId)
  return new Map([...byExpert].map(([id, group]) => [id, group.map(({ engagement }) => engagement)]))
}

/** All that count. OFFSET keeps PostgreSQL from making one of both queries. */
export const engagementsOf = (
  db: Db,
  expertIds: readonly number[],
  now: string,
): Promise<Map<number, Engagement[]>> => engagementsByExpert(db, expertIds, sql`${counted(now)} offset 0`)

/** Those at a meeting, and those that overlap it in time: of all others only what sums up would need to know. */
export function engagementsBeside(
  db: Db,
  expertIds: readonly number[],
  { meetingId, now }: { meetingId: number; now: string },
): Promise<Map<number, Engagement[]>> {
  const its = (time: 'schedule_start_time' | 'schedule_end_time') =>
    sql`(select here.${sql.ref(time)} from ${meetingFacts('here')} where here.meeting_id = ${meetingId})`
  // Without a time of the meeting nothing of the second part is read.
  return engagementsByExpert(
    db,
    expertIds,
    sql`${counted(now)} and t.meeting_id = ${meetingId}
      union all ${counted(now)} and t.meeting_id <> ${meetingId}
        and ${its('schedule_start_time')} is not null and ${its('schedule_end_time')} is not null
        and m.schedule_start_time < ${its('schedule_end_time')} and m.schedule_end_time > ${its('schedule_start_time')}`,
  )
}

/** The engagements that each meeting has. */
export async function engagementsAt(
  db: Db,
  meetingIds: readonly number[],
  now: string,
): Promise<Map<number, Engagement[]>> {
  const { rows } = await sql<Engagement>`
    select ${COLUMNS} from ${ENGAGEMENT} where t.meeting_id = any(${[...meetingIds]}::bigint[]) and ${countsAt(now)}
    order by t.attendee_id`.execute(db)
  return Map.groupBy(rows, ({ meetingId }) => meetingId)
}

/** Of these attendees those that count, as engagements. */
export async function engagementsFor(
  db: Db,
  attendeeIds: readonly number[],
  now: string,
): Promise<Engagement[]> {
  const { rows } = await sql<Engagement>`
    select ${COLUMNS} from ${ENGAGEMENT} where t.attendee_id = any(${[...attendeeIds]}::bigint[]) and ${countsAt(now)}
    order by t.attendee_id`.execute(db)
  return rows
}

/** Where and when a new engagement would be: at a meeting, or of a project at a meeting that is being created. */
export interface Occasion {
  execUserId: number | null
  sponsorUserIds: number[]
  productIds: number[]
  day: string
  start: string | null
  end: string | null
}

export async function occasionAt(db: Db, meetingId: number, today: string): Promise<Occasion | undefined> {
  const { rows } = await sql<Occasion>`
    select m.exec_user_id as "execUserId",
      array(select s.sponsor_admin_user_id from ${sponsorFacts('s')} where s.project_id = m.project_id order by 1)
        as "sponsorUserIds", ${productsAt} as "productIds",
      coalesce(m.schedule_start_time::date, ${today}::date) as day,
      m.schedule_start_time as start, m.schedule_end_time as "end"
    from ${meetingFacts('m')} where m.meeting_id = ${meetingId}`.execute(db)
  return rows[0]
}

export interface Person {
  expertId: number
  name: string
  unit: string | null
  /** As audited. */
  title: string | null
  post: string | null
}

export async function personOf(db: Db, expertId: number): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select e.expert_id as "expertId", e.name, e.unit, ${auditedTitle} as title,
      (select p.association_post from expert_post p where p.expert_id = e.expert_id) as post
    from ${expertFacts('e')} where e.expert_id = ${expertId}`.execute(db)
  return rows[0]
}

interface Busy {
  least: { amount: string | null; count: number | null }
  /** Only engagements for projects of these sponsors; null for all. */
  sponsorUserIds: readonly number[] | null
  max: number
}

/** Persons whose engagements of two years around a day come to the least of either kind, the highest first. */
export async function busyPersons(
  db: Db,
  now: string,
  { least, sponsorUserIds, max }: Busy,
): Promise<number[]> {
  const isCounted =
    sponsorUserIds === null
      ? sql`true`
      : sql`exists (select from ${sponsorFacts('s')}
          where s.project_id = m.project_id and s.sponsor_admin_user_id = any(${[...sponsorUserIds]}::bigint[]))`
  const { rows } = await sql<{ expertId: number }>`
    select min(t.expert_id) as "expertId" from ${ENGAGEMENT} left join expert_identity i on i.expert_id = t.expert_id
    where ${countsAt(now)} and ${isCounted} and coalesce(m.schedule_start_time, t.create_time) >= ${now}::date - interval '1 year'
      and coalesce(m.schedule_start_time, t.create_time) < ${now}::date + interval '1 year'
    group by coalesce(encode(i.identity_hash, 'hex'), 'expert ' || t.expert_id)
    having sum(a.payable_amount) >= ${least.amount}::numeric or count(*) >= ${least.count}::int
    order by sum(a.payable_amount) desc limit ${max}`.execute(db)
  return rows.map(({ expertId }) => expertId)
}

export async function productNames(db: Db, productIds: readonly number[]): Promise<Map<number, string>> {
  if (productIds.length === 0) return new Map()
  const rows = await db
    .selectFrom(dimensionFacts('d'))
    .select(['d.dimension_id as productId', 'd.name'])
    .where('d.dimension_id', 'in', [...new Set(productIds)])
    .execute()
  return new Map(rows.map(({ productId, name }) => [productId, name]))
}

export async function setPost(db: Db, expertId: number, post: string | null): Promise<void> {
  if (post === null) {
    await db.deleteFrom('expert_post').where('expert_id', '=', expertId).execute()
    return
  }
  await db
    .insertInto('expert_post')
    .values({ expert_id: expertId, association_post: post })
    .onConflict((conflict) => conflict.column('expert_id').doUpdateSet({ association_post: post }))
    .execute()
    .catch((error: unknown) => {
      throw foreignKeyViolation(error) === undefined ? error : new Refusal('NOT_FOUND')
    })
}

const declarations = (db: Db) =>
  db
    .selectFrom('conflict_declaration as d')
    .innerJoin(expertFacts('e'), 'e.expert_id', 'd.expert_id')
    .select([
      'd.declaration_id as declarationId',
      'd.expert_id as expertId',
      'e.name',
      'd.year',
      'd.has_conflict as hasConflict',
      'd.statement',
      'd.declared_time as declaredTime',
    ])

export const findDeclaration = (
  db: Db,
  expertId: number,
  year: number,
): Promise<ConflictDeclaration | undefined> =>
  declarations(db).where('d.expert_id', '=', expertId).where('d.year', '=', year).executeTakeFirst()

export async function keepDeclaration(
  db: Db,
  expertId: number,
  declared: ConflictDeclare & { year: number; time: string },
): Promise<void> {
  const columns = {
    has_conflict: declared.hasConflict,
    statement: declared.statement ?? null,
    declared_time: declared.time,
  }
  await db
    .insertInto('conflict_declaration')
    .values({ expert_id: expertId, year: declared.year, ...columns })
    .onConflict((conflict) => conflict.columns(['expert_id', 'year']).doUpdateSet(columns))
    .execute()
}

/** Which of the experts have declared their interests, by the year that it is for. */
export async function declaredIn(
  db: Db,
  expertIds: readonly number[],
  years: readonly number[],
): Promise<Map<number, Set<number>>> {
  if (expertIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('conflict_declaration')
    .select(['expert_id', 'year'])
    .where('expert_id', '=', sql<number>`any(${[...new Set(expertIds)]}::bigint[])`)
    .where('year', 'in', [...years])
    .execute()
  const byYear = Map.groupBy(rows, ({ year }) => year)
  return new Map([...byYear].map(([year, group]) => [year, new Set(group.map((row) => row.expert_id))]))
}

const SORTING = {
  columns: { declaredTime: 'd.declared_time', createTime: 'd.declared_time', year: 'd.year' },
  key: 'd.declaration_id',
} as const

export function listDeclarations(db: Db, query: ConflictQuery): Promise<Page<ConflictDeclaration>> {
  let rows = declarations(db).where(
    inTimeRange('d.declared_time', query['params[beginTime]'], query['params[endTime]']),
  )
  if (query.year) rows = rows.where('d.year', '=', query.year)
  if (query.hasConflict !== undefined) rows = rows.where('d.has_conflict', '=', query.hasConflict)
  if (query.name) rows = rows.where(nameContains('e', 'name', query.name))
  return selectPage(db, rows, query, SORTING)
}
