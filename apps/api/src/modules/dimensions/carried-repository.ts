import type { CarriedDimension } from '@consilium/contract/dimensions/carried-dimensions.ts'
import type { DimensionKind } from '@consilium/contract/dimensions/dimension-record.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { foreignKeyViolation } from '../../infra/db/faults.ts'
import type { Filter } from '@consilium/lists/large-list.ts'
import { organizationFacts } from '../organizations/service.ts'

/** An entry that a project or a meeting carries, of whichever sponsor. */
export interface CarriedRow extends CarriedDimension {
  kind: DimensionKind
  orgId: number
  /** False for what a meeting has of its project. */
  isOwn: boolean
}

const carriedRows = (from: RawBuilder<unknown>, isOwn: RawBuilder<boolean>) => sql<CarriedRow[]>`coalesce((
  select jsonb_agg(jsonb_build_object('dimensionId', e.dimension_id, 'kind', e.kind, 'code', e.code, 'name', e.name,
      'orgId', e.org_id, 'isOwn', ${isOwn}) order by e.org_id, e.code_key)
    from ${from}), '[]'::jsonb)`

/** All that the project in the row `p` carries. Only what the caller may know of it is answered. */
export const carriedByProject = carriedRows(
  sql`project_dimension d join dimension e using (dimension_id) where d.project_id = p.project_id`,
  sql<boolean>`true`,
)

/** All that holds for the meeting in the row `m`. */
export const heldByMeeting = carriedRows(
  sql`held_dimension d join dimension e using (dimension_id) where d.meeting_id = m.meeting_id`,
  sql<boolean>`d.is_own`,
)

const CARRIERS = {
  project: { table: sql`project_dimension`, key: sql`project_id`, row: sql`p.project_id` },
  meeting: { table: sql`held_dimension`, key: sql`meeting_id`, row: sql`m.meeting_id` },
} as const

/** Filter of projects `p` or meetings `m` by an entry; nothing carries one that the caller does not see. */
export function carries(
  carrier: keyof typeof CARRIERS,
  seen: readonly number[] | null,
  kind: DimensionKind,
  dimensionId: number,
): Filter {
  const { table, key, row } = CARRIERS[carrier]
  const isKnown =
    seen === null
      ? sql``
      : sql`and (select e.org_id = any(${[...seen]}::bigint[]) from dimension e where e.dimension_id = ${dimensionId})`
  const entry = sql`d.dimension_id = ${dimensionId} and d.kind = ${kind} ${isKnown}`
  return {
    found: sql<boolean>`${row} in (select d.${key} from ${table} d where ${entry})`,
    seen: sql<boolean>`exists (select from ${table} d where d.${key} = ${row} and ${entry})`,
  }
}

export interface Entry {
  dimensionId: number
  orgId: number
  sponsorUserId: number
  name: string
  status: '0' | '1'
}

/** The entries among these that belong to the sponsors with these main accounts. */
export const entriesOf = (
  db: Db,
  kind: DimensionKind,
  dimensionIds: readonly number[],
  sponsorUserIds: readonly number[],
): Promise<Entry[]> =>
  db
    .selectFrom('dimension as e')
    .innerJoin(organizationFacts('o'), 'o.org_id', 'e.org_id')
    .select([
      'e.dimension_id as dimensionId',
      'e.org_id as orgId',
      'o.main_user_id as sponsorUserId',
      'e.name',
      'e.status',
    ])
    .where('e.kind', '=', kind)
    .where('e.dimension_id', 'in', [...dimensionIds, 0])
    .where('o.main_user_id', 'in', [...sponsorUserIds, 0])
    .execute()

/** A project, or one of its meetings. */
export interface Carrier {
  projectId: number
  meetingId?: number | undefined
}

/** What a project or a meeting itself carries of a kind. */
export async function ownOf(
  db: Db,
  { projectId, meetingId }: Carrier,
  kind: DimensionKind,
): Promise<{ dimensionId: number; orgId: number }[]> {
  const table = meetingId === undefined ? sql`project_dimension` : sql`meeting_dimension`
  const isOwn = meetingId === undefined ? sql`d.project_id = ${projectId}` : sql`d.meeting_id = ${meetingId}`
  const { rows } = await sql<{ dimensionId: number; orgId: number }>`
    select d.dimension_id as "dimensionId", e.org_id as "orgId" from ${table} d join dimension e using (dimension_id)
      where ${isOwn} and d.kind = ${kind}`.execute(db)
  return rows
}

export async function removeOwn(
  db: Db,
  { projectId, meetingId }: Carrier,
  dimensionIds: readonly number[],
): Promise<void> {
  if (dimensionIds.length === 0) return
  if (meetingId === undefined)
    await db
      .deleteFrom('project_dimension')
      .where('project_id', '=', projectId)
      .where('dimension_id', 'in', dimensionIds)
      .execute()
  else
    await db
      .deleteFrom('meeting_dimension')
      .where('meeting_id', '=', meetingId)
      .where('dimension_id', 'in', dimensionIds)
      .execute()
}

/** Adds entries to a carrier. Returns false if one of them was deleted meanwhile. */
export async function addOwn(
  db: Db,
  { projectId, meetingId }: Carrier,
  kind: DimensionKind,
  entries: readonly Pick<Entry, 'dimensionId' | 'sponsorUserId'>[],
): Promise<boolean> {
  if (entries.length === 0) return true
  const rows = entries.map(({ dimensionId, sponsorUserId }) => ({
    project_id: projectId,
    sponsor_admin_user_id: sponsorUserId,
    dimension_id: dimensionId,
    kind,
  }))
  const insertion =
    meetingId === undefined
      ? db.insertInto('project_dimension').values(rows)
      : db.insertInto('meeting_dimension').values(rows.map((row) => ({ ...row, meeting_id: meetingId })))
  try {
    await insertion.execute()
    return true
  } catch (error) {
    if (foreignKeyViolation(error) === undefined) throw error
    return false
  }
}

/** An entry of a meeting that its project, limited to others of the sponsor, does not carry; undefined for none. */
export async function strayOf(
  db: Db,
  { projectId, meetingId }: Carrier,
  kind: DimensionKind,
): Promise<{ name: string } | undefined> {
  const isAsked =
    meetingId === undefined ? sql`m.project_id = ${projectId}` : sql`m.meeting_id = ${meetingId}`
  const { rows } = await sql<{ name: string }>`
    select e.name from meeting_dimension m join dimension e using (dimension_id)
      where ${isAsked} and m.kind = ${kind}
        and exists (select from project_dimension p where p.project_id = m.project_id
          and p.sponsor_admin_user_id = m.sponsor_admin_user_id and p.kind = m.kind)
        and not exists (select from project_dimension p where p.project_id = m.project_id
          and p.dimension_id = m.dimension_id)
      order by m.meeting_id desc limit 1`.execute(db)
  return rows[0]
}

/** Condition on the entry `e` of the sponsor `o` that a meeting of a project may carry it. */
export const mayBeNarrowedTo = (projectId: number) => sql<boolean>`(
  not exists (select from project_dimension d where d.project_id = ${projectId}
    and d.sponsor_admin_user_id = o.main_user_id and d.kind = e.kind)
  or exists (select from project_dimension d where d.project_id = ${projectId} and d.dimension_id = e.dimension_id))`
