import { PROJECT_COUNTED_MAX, type ProjectOverview } from '@consilium/contract/overviews/overviews.ts'
import { sql } from 'kysely'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { isInPortfolio } from '../organizations/service.ts'

/** Intents for a project; a limited manager is told of offers of its own sponsors only. */
export async function intentsOf(
  db: Db,
  { isLimited, userId }: Actor,
  projectId: number,
): Promise<NonNullable<ProjectOverview['intents']>> {
  const offeredTo = isLimited ? sql`and ${isInPortfolio(userId, 'support_intent.org_id')}` : sql``
  const { rows } = await sql<{ kind: string; pending: number; accepted: number; offered: string }>`
    select kind, count(*) filter (where status = 'pending')::int as pending,
        count(*) filter (where status = 'accepted')::int as accepted,
        coalesce(sum(amount) filter (where status = 'accepted'), 0)::numeric(14, 2) as offered
      from (
        (select 'support' as kind, status, amount from support_intent
          where project_id = ${projectId} ${offeredTo} limit ${PROJECT_COUNTED_MAX})
        union all (select 'execution', status, 0 from execution_intent
          where project_id = ${projectId} limit ${PROJECT_COUNTED_MAX})) i
      group by kind`.execute(db)
  const of = (kind: string) => {
    const found = rows.find((row) => row.kind === kind)
    return { pending: found?.pending ?? 0, accepted: found?.accepted ?? 0 }
  }
  return {
    support: of('support'),
    execution: of('execution'),
    offered: rows.find(({ kind }) => kind === 'support')?.offered ?? '0.00',
  }
}
