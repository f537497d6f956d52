import { inTransaction } from '../../../infra/db/database.ts'
import type { Db } from '../../../infra/db/db.ts'
import { SealBroken } from '../../../infra/keys/keys.ts'
import { Refusal } from '../../../infra/refusal.ts'
import * as repository from './check-repository.ts'
import type { CheckScope } from './identity-scope.ts'
import { subjectOf } from './subject.ts'

/** Asks again, whatever was answered before; what waits already goes on waiting and counts as no further question. */
export function askAgain(scope: CheckScope, expertId: number): Promise<void> {
  const { db, clock, keys, queue } = scope
  if (!scope.identityVerifier) throw new Refusal('IDENTITY_VERIFIER_OFF')
  return inTransaction(db, async (trx) => {
    if (!(await repository.findSubject(trx, expertId))) throw new Refusal('NOT_FOUND')
    const subject = await subjectOf(keys, trx, expertId)
    if (!subject) throw new Refusal('IDENTITY_INCOMPLETE')
    const wanted = { expertId, subjectHash: subject.hash, now: clock.wire() }
    const run = await repository.startRun(trx, wanted, 'isAsked')
    if (!run) return
    if (!(await repository.countAsk(trx, clock.today(), expertId))) throw new Refusal('IDENTITY_ASKS_SPENT')
    await queue.send(trx, [run])
  })
}

/** Asks about an expert who is new or somebody else now, as a reader of events does. */
export async function askForNew(scope: CheckScope, trx: Db, expertId: number): Promise<void> {
  const { clock, keys, log, queue } = scope
  if (!scope.identityVerifier) return
  try {
    const subject = await subjectOf(keys, trx, expertId)
    if (!subject) return
    const wanted = { expertId, subjectHash: subject.hash, now: clock.wire() }
    const run = await repository.startRun(trx, wanted, 'wasAsked')
    if (run) await queue.send(trx, [run])
  } catch (error) {
    // Whoever looks at the expert is told that the number cannot be read; other events must not wait for this one.
    if (!(error instanceof SealBroken)) throw error
    log.error(error)
  }
}
