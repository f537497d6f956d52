import type { Page } from '@consilium/contract/envelope.ts'
import {
  PAID_EXPERTS_MIN,
  type PublicProject,
  type PublicProjectQuery,
} from '@consilium/contract/publicity/publicity.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { nameContains } from '../../infra/db/lists/name-search.ts'
import { containing, selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import { sponsorFacts, publicProjectFacts } from '../projects/service.ts'
import { organizationFacts } from '../organizations/service.ts'
import { ENGAGEMENT } from '../agreements/service.ts'
import { meetingFacts } from '../meetings/service.ts'
import { invoiceFacts, isAccepted } from '../invoices/service.ts'

/** A project `p` is open to intents if it is published and has not ended. */
export const isOpen = (now: string): RawBuilder<boolean> =>
  sql<boolean>`(p.is_published and (p.end_time is null or p.end_time >= ${now}::timestamptz))`

const sponsorNames = sql<string>`coalesce((
  select string_agg(org.org_name, '、' order by org.org_id)
    from ${sponsorFacts('s')} join ${organizationFacts('org')} on org.main_user_id = s.sponsor_admin_user_id
    where s.project_id = p.project_id
), '')`

/** Stages after the meeting itself. */
const HELD = sql`m.current_stage in ('materials', 'settlement', 'closed')`

/** How many meetings a project has, and how many of them took place. */
const MEETINGS = sql`lateral (
  select count(*) filter (where m.current_stage <> 'draft')::int as count, count(*) filter (where ${HELD})::int as held
    from ${meetingFacts('m')} where m.project_id = p.project_id) meetings`

/**
 * Experts who took part, and fees that are paid; in thousands, so that nobody learns a fee by comparing the sum of two
 * days.
 */
const EXPERTS = sql`lateral (
  select count(distinct t.expert_id) filter (where ${HELD} and a.signature_status = 'signed')::int as count,
      case when count(distinct t.expert_id) filter (where a.paid_date is not null) >= ${sql.lit(PAID_EXPERTS_MIN)}
        then trunc(sum(a.payable_amount) filter (where a.paid_date is not null), -3)::numeric(14, 2)::text end as paid
    from ${ENGAGEMENT}
    where m.project_id = p.project_id) experts`

/** Accepted invoices, as budgets count them. */
const expenses = sql`(
  select trunc(coalesce(sum(i.total_amount), 0), -3)::numeric(14, 2)::text
    from ${meetingFacts('m')} join ${invoiceFacts('i')} using (meeting_id)
    where m.project_id = p.project_id and ${isAccepted('i')}
)`

export interface Figures extends Pick<PublicProject, 'meetingCount' | 'heldCount' | 'expertCount'> {
  spending: NonNullable<PublicProject['spending']>
}

/** A project without its figures. */
export interface ShownProject extends Omit<PublicProject, keyof Figures | 'pictures'> {
  publishesSpending: boolean
}

/** Reads all meetings of the projects, with their attendees and invoices. */
export async function figuresOf(db: Db, projectIds: readonly number[]): Promise<Map<number, Figures>> {
  if (projectIds.length === 0) return new Map()
  const { rows } = await sql<Figures & { projectId: number }>`
    select p.project_id as "projectId", meetings.count as "meetingCount", meetings.held as "heldCount",
      experts.count as "expertCount", json_build_object('labor', experts.paid, 'expenses', ${expenses}) as spending
    from unnest(${projectIds}::bigint[]) p(project_id) cross join ${MEETINGS} cross join ${EXPERTS}`.execute(
    db,
  )
  return new Map(rows.map(({ projectId, ...figures }) => [projectId, figures]))
}

/** The projects with more than so many meetings, of which no more are counted. */
export async function largeOf(db: Db, projectIds: readonly number[], meetings: number): Promise<Set<number>> {
  const { rows } = await sql<{ projectId: number }>`
    select p.project_id as "projectId" from unnest(${projectIds}::bigint[]) p(project_id)
    where exists (select from ${meetingFacts('m')} where m.project_id = p.project_id offset ${meetings})`.execute(
    db,
  )
  return new Set(rows.map(({ projectId }) => projectId))
}

/** Anyone may read these columns, so none of them may identify an account or a person. */
const openProjects = (db: Db, now: string) =>
  db
    .selectFrom(publicProjectFacts('p'))
    .select([
      'p.project_id as projectId',
      'p.project_name as projectName',
      'p.published_summary as summary',
      'p.start_time as startTime',
      'p.end_time as endTime',
      sponsorNames.as('sponsorOrgName'),
      'p.medical_field as medicalField',
      'p.public_contact as contact',
      'p.publishes_spending as publishesSpending',
    ])
    .where(isOpen(now))

const SORTING = {
  columns: {
    projectId: 'p.project_id',
    projectName: 'p.project_name',
    startTime: 'p.start_time',
    endTime: 'p.end_time',
  },
  key: 'p.project_id',
} as const

export function listOpenProjects(
  db: Db,
  now: string,
  { keyword, ...query }: PublicProjectQuery,
): Promise<Page<ShownProject>> {
  let rows = openProjects(db, now).where(
    inTimeRange('p.create_time', query['params[beginTime]'], query['params[endTime]']),
  )
  if (keyword)
    rows = rows.where((eb) =>
      eb.or([
        nameContains('p', 'project_name', keyword),
        eb('p.published_summary', 'ilike', containing(keyword)),
        eb('p.medical_field', 'ilike', containing(keyword)),
      ]),
    )
  return selectPage(db, rows, query, SORTING)
}

export const findOpenProject = (db: Db, now: string, projectId: number): Promise<ShownProject | undefined> =>
  openProjects(db, now).where('p.project_id', '=', projectId).executeTakeFirst()
