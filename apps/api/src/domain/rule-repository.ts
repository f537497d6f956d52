import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../infra/db/db.ts'
import type { Sponsor } from './rule-owners.ts'

/** The accounts of sponsors whose rules are asked for: named ones, or all. */
export type Concerned = { sponsorUserIds: readonly number[] } | 'all'

const isConcerned = (concerned: Concerned): RawBuilder<boolean> =>
  concerned === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`(o.org_id is null or o.main_user_id = any(${[...concerned.sponsorUserIds]}::bigint[]))`

/** Meetings with the sponsors of their projects. */
const sponsored = (meetingIds: readonly number[]) => sql`
  meeting m join project_sponsor s using (project_id) where m.meeting_id = any(${[...meetingIds]}::bigint[])`

export interface Owned {
  policyId: number
  validFrom: string
  owner: Sponsor | null
}

interface Asked {
  table: 'gate_policy' | 'cap_policy'
  columns: RawBuilder<unknown>
  today: string
}

/** Of each owner the latest version whose first day has come, and of one first day the newest; the platform's first. */
const latest = ({ table, columns, today }: Asked, isAsked: RawBuilder<boolean>) => sql`
  select distinct on (p.owner_org_id) p.policy_id as "policyId", p.valid_from as "validFrom", ${columns},
      case when o.org_id is not null then jsonb_build_object(
        'orgId', o.org_id, 'orgName', o.org_name, 'mainUserId', o.main_user_id) end as owner
    from ${sql.table(table)} p left join organization o on o.org_id = p.owner_org_id
    where p.valid_from <= ${today}::date and ${isAsked}
    order by p.owner_org_id nulls first, p.valid_from desc, p.policy_id desc`

/** The versions of rules that hold on a day, the platform's first. */
export async function rulesInForce<T>(db: Db, asked: Asked, concerned: Concerned): Promise<(T & Owned)[]> {
  const { rows } = await sql<T & Owned>`${latest(asked, isConcerned(concerned))}`.execute(db)
  return rows
}

/** The versions of rules that hold together for each of these meetings, the platform's first. */
export async function rulesOfMeetings<T>(
  db: Db,
  { columns, ...asked }: Asked,
  meetingIds: readonly number[],
): Promise<Map<number, (T & Owned)[]>> {
  const isAsked = sql<boolean>`(o.org_id is null
    or o.main_user_id in (select s.sponsor_admin_user_id from ${sponsored(meetingIds)}))`
  const ofSponsor = sql`array(select m.meeting_id from ${sponsored(meetingIds)}
    and s.sponsor_admin_user_id = o.main_user_id) as "meetingIds"`
  const withMeetings = { ...asked, columns: sql`${columns}, ${ofSponsor}` }
  const { rows } = await sql<T & Owned & { meetingIds: number[] }>`${latest(withMeetings, isAsked)}`.execute(
    db,
  )
  const found = rows.map(({ meetingIds: concerned, ...rules }) => ({ rules, concerned: new Set(concerned) }))
  const holding = (meetingId: number) =>
    found.flatMap(({ rules, concerned }) =>
      rules.owner === null || concerned.has(meetingId) ? [rules as unknown as T & Owned] : [],
    )
  return new Map(meetingIds.map((meetingId) => [meetingId, holding(meetingId)]))
}
