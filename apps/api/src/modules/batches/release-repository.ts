import type { Db } from '../../infra/db/db.ts'
import { accountFacts } from '../accounts/service.ts'
import { decisionFacts } from '../decisions/service.ts'

/** The batch whose release a request asks for, and who asked. */
export const releaseAsked = (
  db: Db,
  decisionId: number,
): Promise<{ batchId: number; userId: number; userName: string }> =>
  db
    .selectFrom(decisionFacts('d'))
    .innerJoin(accountFacts('u'), 'u.user_id', 'd.asked_by')
    .select(['d.record_id as batchId', 'u.user_id as userId', 'u.user_name as userName'])
    .where('d.decision_id', '=', decisionId)
    .executeTakeFirstOrThrow()

/** The titles of the batches that decisions are about. */
export async function titlesOf(db: Db, decisionIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom(decisionFacts('d'))
    .innerJoin('payment_batch as b', 'b.batch_id', 'd.record_id')
    .select(['d.decision_id as decisionId', 'b.title'])
    .where('d.decision_id', 'in', [...decisionIds])
    .execute()
  return new Map(rows.map(({ decisionId, title }) => [decisionId, title]))
}
