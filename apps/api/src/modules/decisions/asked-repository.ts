import type { ApprovalKind } from '@consilium/contract/approvals/approval-kinds.ts'
import type { ApprovalDetail } from '@consilium/contract/approvals/approvals.ts'
import type { Db } from '../../infra/db/db.ts'
import type { DecisionState } from '../../infra/db/decision-tables.ts'
import type { VoteRow } from './request-repository.ts'

/** A request as those see it who decide on it step by step. */
export interface Request {
  decisionId: number
  name: string
  kind: ApprovalKind | null
  recordId: number
  state: DecisionState
  askedBy: number | null
  decidedBy: number | null
  decidedTime: string | null
  contentHash: Buffer | null
  projectId: number | null
  round: number
  sentBackTime: string | null
  barred: number[]
  changes: ApprovalDetail['changes'] | null
  version: number
}

const requests = (db: Db) =>
  db
    .selectFrom('decision')
    .select([
      'decision_id as decisionId',
      'kind as name',
      'approval_kind as kind',
      'record_id as recordId',
      'state',
      'asked_by as askedBy',
      'decided_by as decidedBy',
      'decided_time as decidedTime',
      'content_sha256 as contentHash',
      'project_id as projectId',
      'round',
      'sent_back_time as sentBackTime',
      'barred_user_ids as barred',
      'changes',
      'version',
    ])

/** Locks a request, which whoever decides, withdraws or passes it on waits for. */
export const lockRequest = (trx: Db, decisionId: number): Promise<Request | undefined> =>
  requests(trx).where('decision_id', '=', decisionId).forUpdate().executeTakeFirst()

export const findRequest = (db: Db, decisionId: number): Promise<Request | undefined> =>
  requests(db).where('decision_id', '=', decisionId).executeTakeFirst()

export interface PendingRow {
  decisionId: number
  part: string
}

/** What waits for a record step by step, the oldest first. */
export const pendingOn = (db: Db, name: string, recordId: number): Promise<PendingRow[]> =>
  db
    .selectFrom('decision')
    .select(['decision_id as decisionId', 'part'])
    .where('kind', '=', name)
    .where('record_id', '=', recordId)
    .where('state', '=', 'pending')
    .where('approval_kind', 'is not', null)
    .orderBy('decision_id')
    .execute()

export const votesOf = (db: Db, decisionId: number): Promise<VoteRow[]> =>
  db
    .selectFrom('decision_vote')
    .select([
      'step_id as stepId',
      'round',
      'user_id as userId',
      'for_user_ids as forUserIds',
      'verdict',
      'to_user_id as toUserId',
      'opinion',
      'time',
    ])
    .where('decision_id', '=', decisionId)
    .orderBy('vote_id')
    .execute()
