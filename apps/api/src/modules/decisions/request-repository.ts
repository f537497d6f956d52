import type { ApprovalKind } from '@consilium/contract/approvals/approval-kinds.ts'
import type { ApprovalDetail, Verdict } from '@consilium/contract/approvals/approvals.ts'
import type { Db } from '../../infra/db/db.ts'
import { checkViolation, uniqueViolation } from '../../infra/db/faults.ts'
import { Refusal } from '../../infra/refusal.ts'

// What becomes of a request that has steps; the module that sets them up holds the lock of the request.

/** What decides which steps a request has. */
export interface About {
  kind: ApprovalKind
  projectId: number | null
  amount: string | null
  category: string | null
  /** The main account of the executor whose steps hold, if it is not that of whoever asks. */
  execUserId?: number | null
  /** Who decides nothing of it beside whoever asked, as the database holds. */
  barred?: readonly number[]
  /** What would change, kept with the request where its record has no row of its own for it. */
  changes?: ApprovalDetail['changes']
}

export interface VoteRow {
  stepId: number | null
  round: number
  userId: number | null
  forUserIds: number[]
  verdict: Verdict
  toUserId: number | null
  opinion: string | null
  time: string
}

/** The constraints refuse the person who asked, and who has decided a step of this round already. */
export async function insertVote(trx: Db, decisionId: number, vote: VoteRow): Promise<void> {
  await trx
    .insertInto('decision_vote')
    .values({
      decision_id: decisionId,
      step_id: vote.stepId,
      round: vote.round,
      user_id: vote.userId,
      for_user_ids: vote.forUserIds,
      verdict: vote.verdict,
      to_user_id: vote.toUserId,
      opinion: vote.opinion,
      time: vote.time,
    })
    .execute()
    .catch((error: unknown) => {
      if (checkViolation(error) === 'decision_two_people') throw new Refusal('OWN_REQUEST')
      throw uniqueViolation(error) === 'decision_vote_once' ? new Refusal('APPROVAL_ONE_STEP') : error
    })
}

export async function describeRequest(
  trx: Db,
  decisionId: number,
  { kind, projectId, amount, category, barred = [], changes }: About,
): Promise<void> {
  await trx
    .updateTable('decision')
    .set({
      approval_kind: kind,
      project_id: projectId,
      amount,
      category,
      barred_user_ids: [...barred],
      changes: changes ? JSON.stringify(changes) : null,
    })
    .where('decision_id', '=', decisionId)
    .execute()
}

export async function changeRequest(
  trx: Db,
  decisionId: number,
  change: { round?: number; sent_back_time?: string | null },
): Promise<void> {
  await trx
    .updateTable('decision')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('decision_id', '=', decisionId)
    .execute()
}

/** Ends a request whose content is another one now. Returns false if it has ended already. */
export async function endAsStale(trx: Db, decisionId: number, time: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('decision')
    .set((eb) => ({ state: 'stale', decided_time: time, version: eb('version', '+', 1) }))
    .where('decision_id', '=', decisionId)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function withdrawRequest(
  trx: Db,
  decisionId: number,
  { by, time, opinion }: { by: number; time: string; opinion: string | null },
): Promise<void> {
  await trx
    .updateTable('decision')
    .set((eb) => ({
      state: 'withdrawn',
      decided_by: by,
      decided_time: time,
      opinion,
      sent_back_time: null,
      version: eb('version', '+', 1),
    }))
    .where('decision_id', '=', decisionId)
    .execute()
}
