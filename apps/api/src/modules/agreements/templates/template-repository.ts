import type {
  LaborTemplateCreate,
  LaborTemplateQuery,
  LaborTemplateUpdate,
} from '@consilium/contract/agreements/labor-templates.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import { sql } from 'kysely'
import { rulesOwnersSeen, type Actor } from '../../../domain/actor.ts'
import { withinReach } from '../../../domain/reach.ts'
import type { Sponsor } from '../../../domain/rule-owners.ts'
import type { Db } from '../../../infra/db/db.ts'
import { foreignKeyViolation } from '../../../infra/db/faults.ts'
import { containing, selectPage } from '../../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../../infra/db/lists/time-range.ts'
import { Refusal } from '../../../infra/refusal.ts'
import { organizationFacts } from '../../organizations/service.ts'
import { sponsorFacts } from '../../projects/service.ts'
import { meetingFacts } from '../../meetings/service.ts'

/** The default of its owner on a day: of those whose day has come the latest. */
const defaultOn = (today: string) => sql<number | null>`(
  select f.template_id from labor_template f
    where f.is_default and f.status = '0' and coalesce(f.valid_from, '-infinity'::date) <= ${today}::date
      and f.owner_org_id is not distinct from t.owner_org_id
    order by f.valid_from desc nulls last limit 1)`

const views = (db: Db, today: string) =>
  db
    .selectFrom('labor_template as t')
    .leftJoin(organizationFacts('o'), 'o.org_id', 't.owner_org_id')
    .select([
      't.template_id as templateId',
      't.template_name as templateName',
      't.content',
      't.is_default as isDefault',
      't.valid_from as validFrom',
      sql<boolean>`t.template_id is not distinct from ${defaultOn(today)}`.as('isInForce'),
      't.status',
      't.create_time as createTime',
      't.version',
      'o.org_id as ownerOrgId',
      'o.org_name as ownerName',
      'o.main_user_id as ownerUserId',
    ])

export type TemplateRow = Awaited<ReturnType<ReturnType<typeof views>['executeTakeFirstOrThrow']>>

/** Managers see the templates of all owners, people of a sponsor those of the platform and their own, others the platform's. */
function visible(db: Db, actor: Actor, today: string) {
  const owners = rulesOwnersSeen(actor)
  if (owners === null) return views(db, today)
  return views(db, today).where((eb) =>
    eb.or([eb('t.owner_org_id', 'is', null), eb('t.owner_org_id', 'in', [...owners, 0])]),
  )
}

const SORTING = {
  columns: { templateId: 't.template_id', templateName: 't.template_name', createTime: 't.create_time' },
  key: 't.template_id',
} as const

export async function listTemplates(
  db: Db,
  actor: Actor,
  today: string,
  query: LaborTemplateQuery,
): Promise<Page<TemplateRow>> {
  let rows = visible(db, actor, today)
  if (query.templateName) rows = rows.where('t.template_name', 'ilike', containing(query.templateName))
  if (query.status) rows = rows.where('t.status', '=', query.status)
  if (query.ownerKind)
    rows = rows.where('t.owner_org_id', query.ownerKind === 'platform' ? 'is' : 'is not', null)
  rows = rows.where(inTimeRange('t.create_time', query['params[beginTime]'], query['params[endTime]']))
  return selectPage(db, rows, query, SORTING)
}

export const findTemplate = (
  db: Db,
  actor: Actor,
  today: string,
  templateId: number,
): Promise<TemplateRow | undefined> =>
  visible(db, actor, today).where('t.template_id', '=', templateId).executeTakeFirst()

export interface UsedTemplate {
  templateId: number
  templateName: string
  content: string
  owner: Sponsor | null
}

const OF_MEETING = sql`(select s.sponsor_admin_user_id from ${meetingFacts('m')} join ${sponsorFacts('s')} using (project_id)
  where m.meeting_id = p.meeting_id)`

/**
 * What the next agreement of a meeting is drawn up by: the default of its sponsor, if one sponsor of the project alone has one; else
 * what the meeting names; else the default of the platform. Undefined if that is disabled or missing.
 */
export async function templateFor(
  db: Db,
  { meetingId, templateId }: { meetingId: number; templateId: number | null },
  today: string,
): Promise<UsedTemplate | undefined> {
  const { rows } = await sql<UsedTemplate>`
    with held as (
      select distinct on (t.owner_org_id) t.template_id as "templateId", t.template_name as "templateName", t.content,
          case when o.org_id is not null then jsonb_build_object(
            'orgId', o.org_id, 'orgName', o.org_name, 'mainUserId', o.main_user_id) end as owner
        from (select ${meetingId}::bigint as meeting_id) p, labor_template t left join ${organizationFacts('o')} on o.org_id = t.owner_org_id
        where t.status = '0' and t.is_default and coalesce(t.valid_from, '-infinity'::date) <= ${today}::date
          and (t.owner_org_id is null or o.main_user_id in ${OF_MEETING})
        order by t.owner_org_id, t.valid_from desc nulls last)
    select * from held where owner is not null
    union all
    select template_id, template_name, content, null from labor_template
      where template_id = ${templateId}::bigint and owner_org_id is null and status = '0'
    union all
    select * from held where owner is null and ${templateId}::bigint is null`.execute(db)
  const own = rows.filter(({ owner }) => owner !== null)
  return own.length === 1 ? own[0] : rows.find(({ owner }) => owner === null)
}

/** The template that a meeting within reach names; undefined without reach. */
export const choiceOf = (
  db: Db,
  actor: Actor,
  meetingId: number,
): Promise<{ templateId: number | null } | undefined> =>
  db
    .selectFrom(meetingFacts('m'))
    .select('m.labor_template_id as templateId')
    .where('m.meeting_id', '=', meetingId)
    .where(withinReach(actor, 'meeting', 'm.meeting_id'))
    .executeTakeFirst()

/** Whether a template is the platform's, which meetings may name. */
export async function isOfPlatform(db: Db, templateId: number): Promise<boolean> {
  const row = await db
    .selectFrom('labor_template')
    .select('template_id')
    .where('template_id', '=', templateId)
    .where('owner_org_id', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Whose default a template is, and from when on. */
export interface DefaultOf {
  ownerOrgId: number | null
  validFrom: string | null
}

/**
 * Clears the default flag of the owner's other templates of the same day. Locks the table first: without the lock, two callers
 * that each set a default would not see each other's change, and one would fail on the unique index.
 */
export async function clearDefault(
  db: Db,
  { ownerOrgId, validFrom }: DefaultOf,
  keptId: number | null,
): Promise<void> {
  await sql`lock table labor_template in share row exclusive mode`.execute(db)
  await db
    .updateTable('labor_template')
    .set((eb) => ({ is_default: false, version: eb('version', '+', 1) }))
    .where('is_default', '=', true)
    .where(sql<boolean>`template_id is distinct from ${keptId}::bigint`)
    .where(sql<boolean>`owner_org_id is not distinct from ${ownerOrgId}::bigint`)
    .where(sql<boolean>`valid_from is not distinct from ${validFrom}::date`)
    .execute()
}

export async function insertTemplate(
  db: Db,
  ownerOrgId: number | null,
  template: LaborTemplateCreate,
): Promise<number> {
  const row = await db
    .insertInto('labor_template')
    .values({
      template_name: template.templateName,
      content: template.content,
      is_default: template.isDefault,
      status: template.status,
      owner_org_id: ownerOrgId,
      valid_from: template.validFrom ?? null,
    })
    .returning('template_id')
    .executeTakeFirstOrThrow()
  return row.template_id
}

/** Returns false if the version is stale. Undefined fields are left unchanged. */
export async function updateTemplate(
  db: Db,
  { templateId, version, ...change }: LaborTemplateUpdate,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('labor_template')
    .set((eb) => ({
      template_name: change.templateName,
      content: change.content,
      is_default: change.isDefault,
      valid_from: change.validFrom,
      status: change.status,
      version: eb('version', '+', 1),
    }))
    .where('template_id', '=', templateId)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Which of the templates belong to an owner. */
export const ownedAmong = (
  db: Db,
  templateIds: readonly number[],
  ownerOrgId: number | null,
): Promise<{ template_id: number }[]> =>
  db
    .selectFrom('labor_template')
    .select('template_id')
    .where('template_id', 'in', [...templateIds])
    .where(sql<boolean>`owner_org_id is not distinct from ${ownerOrgId}::bigint`)
    .execute()

/** Returns the number of deleted templates. Throws RECORD_IN_USE if a meeting uses one. */
export async function deleteTemplates(db: Db, templateIds: readonly number[]): Promise<number> {
  try {
    const result = await db
      .deleteFrom('labor_template')
      .where('template_id', 'in', [...templateIds])
      .executeTakeFirst()
    return Number(result.numDeletedRows)
  } catch (error) {
    if (foreignKeyViolation(error) !== undefined) throw new Refusal('RECORD_IN_USE')
    throw error
  }
}
