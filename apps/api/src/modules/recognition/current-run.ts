import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { raiseEvent } from '../../domain/events.ts'
import * as repository from './run-repository.ts'
import type { FileRun, LockedBatch } from './run-repository.ts'

/** Sends the batch's progress to its submitter when the transaction commits. */
export async function announceProgress(within: Db, batchId: number): Promise<void> {
  await raiseEvent(within, { type: 'recognition', ...(await repository.readProgress(within, batchId)) })
}

/** Runs `work` in a transaction. Returns false without running it if the run or the batch has been replaced. */
export const whileCurrent = (
  db: Db,
  run: FileRun,
  work: (trx: Db, batch: LockedBatch) => Promise<void>,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const batch = await repository.lockForAnswer(trx, run)
    if (!batch) return false
    await work(trx, batch)
    await announceProgress(trx, run.batchId)
    return true
  })
