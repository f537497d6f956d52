import { randomUUID } from 'node:crypto'
import { REMINDED_AGAIN_HOURS } from '@consilium/contract/attendees.ts'
import type { Db } from '../../infra/db/db.ts'
import { findProposed } from './amendment-repository.ts'
import { tellProposed } from './amending.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

type Ready = repository.ReadyToSign

const linkOf = ({ attendeeId }: Ready) => ({ resource: 'meetingAttendee', id: attendeeId })

const tell = ({ messages }: Scope, trx: Db, ready: Ready): Promise<void> =>
  messages.send(trx, {
    userId: ready.userId,
    kind: 'agreementReady',
    params: { meetingName: ready.meetingName, amount: ready.payableAmount },
    link: linkOf(ready),
  })

/** Notifies experts whose agreements have become ready to sign, in the transaction that makes them ready. */
export async function tellReady(scope: Scope, trx: Db, attendeeIds: readonly number[]): Promise<void> {
  if (attendeeIds.length === 0) return
  for (const ready of await repository.readyToSign(trx, attendeeIds, scope.clock.wire()))
    // An expert whose fee is to change was told so when the change was proposed.
    if (!ready.isAmended) await tell(scope, trx, ready)
}

export interface Reminded {
  told: ReadonlySet<number>
  recent: ReadonlySet<number>
}

async function tellAmended(scope: Scope, trx: Db, ready: Ready): Promise<void> {
  const amendment = await findProposed(trx, ready.attendeeId)
  if (amendment)
    await tellProposed(scope, trx, ready, { payable: amendment.payableAmount, reason: amendment.reason })
}

/** Notifies those who can sign once more, in the portal and by SMS, except those who were told a few hours ago. */
export async function tellAgain(scope: Scope, trx: Db, attendeeIds: readonly number[]): Promise<Reminded> {
  const told = new Set<number>()
  const recent = new Set<number>()
  for (const ready of await repository.readyToSign(trx, attendeeIds, scope.clock.wire())) {
    const isRecent = await scope.messages.wasSent(trx, {
      userId: ready.userId,
      kind: ready.isAmended ? 'amendmentProposed' : 'agreementReady',
      link: linkOf(ready),
      hours: REMINDED_AGAIN_HOURS,
    })
    if (!isRecent) {
      await (ready.isAmended ? tellAmended : tell)(scope, trx, ready)
      const { userId, meetingName } = ready
      await scope.reminders.send(trx, [{ id: randomUUID(), userId, meetingName }])
    }
    ;(isRecent ? recent : told).add(ready.attendeeId)
  }
  return { told, recent }
}
