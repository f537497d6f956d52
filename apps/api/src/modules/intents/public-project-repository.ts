import type { Page } from '@consilium/contract/envelope.ts'
import type { PublicProject, PublicProjectQuery } from '@consilium/contract/publicity.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { nameContains } from '../../infra/db/name-search.ts'
import { containing, selectPage } from '../../infra/db/select-page.ts'

/** A project `p` is open to intents if it is published and has not ended. */
export const isOpen = (now: string): RawBuilder<boolean> =>
  sql<boolean>`(p.is_published and (p.end_time is null or p.end_time >= ${now}::timestamptz))`

const sponsorNames = sql<string>`coalesce((
  select string_agg(org.org_name, '、' order by org.org_id)
    from project_sponsor s join organization org on org.main_user_id = s.sponsor_admin_user_id
    where s.project_id = p.project_id
), '')`

/** Anyone may read these columns, so none of them may identify an account or a person. */
const openProjects = (db: Db, now: string) =>
  db
    .selectFrom('project as p')
    .select([
      'p.project_id as projectId',
      'p.project_name as projectName',
      'p.published_summary as summary',
      'p.start_time as startTime',
      'p.end_time as endTime',
      sponsorNames.as('sponsorOrgName'),
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
): Promise<Page<PublicProject>> {
  let rows = openProjects(db, now)
  if (keyword)
    rows = rows.where((eb) =>
      eb.or([
        nameContains('p', 'project_name', keyword),
        eb('p.published_summary', 'ilike', containing(keyword)),
      ]),
    )
  return selectPage(db, rows, query, SORTING)
}

export const findOpenProject = (db: Db, now: string, projectId: number): Promise<PublicProject | undefined> =>
  openProjects(db, now).where('p.project_id', '=', projectId).executeTakeFirst()
