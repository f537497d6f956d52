import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../infra/db/db.ts'
import type { Sponsor } from './rule-owners.ts'

/** The accounts of sponsors whose rules are asked for: those of a meeting's project, or named ones. */
export type Concerned = { meetingId: number } | { sponsorUserIds: readonly number[] } | 'all'

const isConcerned = (concerned: Concerned): RawBuilder<boolean> => {
  if (concerned === 'all') return sql<boolean>`true`
  return 'meetingId' in concerned
    ? sql<boolean>`(o.org_id is null or o.main_user_id in (
        select s.sponsor_admin_user_id from meeting m join project_sponsor s using (project_id)
          where m.meeting_id = ${concerned.meetingId}))`
    : sql<boolean>`(o.org_id is null or o.main_user_id = any(${[...concerned.sponsorUserIds]}::bigint[]))`
}

export interface Owned {
  policyId: number
  validFrom: string
  owner: Sponsor | null
}

/**
 * The versions of rules that hold on a day, the platform's first: of each owner the latest whose first day has come, and of one
 * first day the newest.
 */
export async function rulesInForce<T>(
  db: Db,
  table: 'gate_policy' | 'cap_policy',
  columns: RawBuilder<unknown>,
  { today, concerned }: { today: string; concerned: Concerned },
): Promise<(T & Owned)[]> {
  const { rows } = await sql<T & Owned>`
    select distinct on (p.owner_org_id) p.policy_id as "policyId", p.valid_from as "validFrom", ${columns},
        case when o.org_id is not null then jsonb_build_object(
          'orgId', o.org_id, 'orgName', o.org_name, 'mainUserId', o.main_user_id) end as owner
      from ${sql.table(table)} p left join organization o on o.org_id = p.owner_org_id
      where p.valid_from <= ${today}::date and ${isConcerned(concerned)}
      order by p.owner_org_id nulls first, p.valid_from desc, p.policy_id desc`.execute(db)
  return rows
}
