import type { Db } from '../../infra/db/db.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** Notifies experts whose agreements have become ready to sign, in the transaction that makes them ready. */
export async function tellReady({ messages }: Scope, trx: Db, attendeeIds: readonly number[]): Promise<void> {
  if (attendeeIds.length === 0) return
  for (const ready of await repository.readyToSign(trx, attendeeIds))
    await messages.send(trx, {
      userId: ready.userId,
      kind: 'agreementReady',
      params: { meetingName: ready.meetingName, amount: ready.payableAmount },
      link: { resource: 'meetingAttendee', id: ready.attendeeId },
    })
}
