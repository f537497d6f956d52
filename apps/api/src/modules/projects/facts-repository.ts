import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { part } from '../../infra/db/statements/query-parts.ts'

const PROJECT = part
  .selectFrom('project')
  .select([
    'project_id',
    'project_no',
    'project_name',
    'org_id',
    'lead_user_id',
    'start_time',
    'end_time',
    'is_published',
  ])
  // By these nameContains finds a name.
  .select([
    sql<string[]>`name_grams`.as('name_grams'),
    sql<string[]>`project_name_initials`.as('project_name_initials'),
  ])

/** A project: its number and name, its organization, who leads it, its time, and whether it is published. */
export const projectFacts = <A extends string>(alias: A) => PROJECT.as(alias)

const SPONSOR = part.selectFrom('project_sponsor').select(['project_id', 'sponsor_admin_user_id'])

/** A sponsor of a project, by its main account. */
export const sponsorFacts = <A extends string>(alias: A) => SPONSOR.as(alias)

/** The main accounts of the sponsors of a project. */
export async function sponsorsOfProject(db: Db, projectId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('project_sponsor')
    .select('sponsor_admin_user_id as userId')
    .where('project_id', '=', projectId)
    .execute()
  return rows.map(({ userId }) => userId)
}

const PICTURE = part
  .selectFrom('project_picture')
  .select(['picture_id', 'project_id', 'place', 'caption', 'width', 'height', 'file_id', 'preview_file_id'])

/** A picture of a project: its place and caption, its size, and its files in full and as a preview. */
export const pictureFacts = <A extends string>(alias: A) => PICTURE.as(alias)

const PUBLIC_PROJECT = part
  .selectFrom('project')
  .select([
    'project_id',
    'project_name',
    'published_summary',
    'start_time',
    'end_time',
    'medical_field',
    'public_contact',
    'publishes_spending',
    'is_published',
    'create_time',
  ])
  // By these nameContains finds a name.
  .select([
    sql<string[]>`name_grams`.as('name_grams'),
    sql<string[]>`project_name_initials`.as('project_name_initials'),
  ])

/** A project as the public may read it, and whether it is published: nothing here identifies an account or a person. */
export const publicProjectFacts = <A extends string>(alias: A) => PUBLIC_PROJECT.as(alias)
