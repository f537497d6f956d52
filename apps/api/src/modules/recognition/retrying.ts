import { inTransaction } from '../../infra/db/database.ts'
import type { Actor } from '../../domain/actor.ts'
import { Refusal } from '../../infra/refusal.ts'
import { lockMeetingAlone, lockOpenMeeting } from '../meetings/service.ts'
import { announceProgress } from './current-run.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import { requireBatch } from './view.ts'

/** Retries the files that failed or whose results are incomplete. Without any, nothing changes. */
export async function retryFiles(scope: Scope, actor: Actor, batchId: number): Promise<void> {
  const { meetingId } = await requireBatch(scope, actor, batchId)
  await inTransaction(scope.db, async (trx) => {
    await lockMeetingAlone(trx, meetingId)
    await lockOpenMeeting(trx, actor, meetingId)
    if (!(await repository.isCurrent(trx, batchId))) throw new Refusal('BATCH_REPLACED')
    const revived = await repository.reviveFiles(trx, batchId)
    if (revived.length === 0) return
    await scope.queue.send(
      trx,
      revived.map((file) => ({ batchId, ...file })),
    )
    await announceProgress(trx, batchId)
  })
}
