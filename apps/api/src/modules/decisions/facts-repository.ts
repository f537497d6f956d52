import type { Db } from '../../infra/db/db.ts'
import { part } from '../../infra/db/statements/query-parts.ts'

const DECISION = part
  .selectFrom('decision')
  .select([
    'decision_id',
    'kind',
    'record_id',
    'part',
    'owner_org_id',
    'reason',
    'asked_by',
    'asked_time',
    'state',
    'decided_by',
    'decided_time',
    'opinion',
    'approval_kind',
    'project_id',
    'amount',
    'category',
    'round',
    'sent_back_time',
    'barred_user_ids',
    'version',
  ])

/** A request: what it asks for and of which record, who asked, and what was decided by whom. */
export const decisionFacts = <A extends string>(alias: A) => DECISION.as(alias)

const VOTE = part
  .selectFrom('decision_vote')
  .select(['decision_id', 'step_id', 'round', 'user_id', 'for_user_ids', 'verdict', 'to_user_id'])

/** What somebody said to a step of a request: in which round, for whom, and to whom a request was passed on. */
export const voteFacts = <A extends string>(alias: A) => VOTE.as(alias)

/** The record that a request is about. */
export async function recordOf(db: Db, decisionId: number): Promise<number> {
  const row = await db
    .selectFrom('decision')
    .select('record_id as recordId')
    .where('decision_id', '=', decisionId)
    .executeTakeFirstOrThrow()
  return row.recordId
}
