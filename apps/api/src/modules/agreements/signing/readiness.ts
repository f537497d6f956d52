import { REMINDED_AGAIN_HOURS } from '@consilium/contract/attendees/attendees.ts'
import { agreementEvents } from '@consilium/contract/events/agreements.ts'
import type { Db } from '../../../infra/db/db.ts'
import * as repository from '../repository.ts'
import type { Scope } from '../scope.ts'

/** Records which agreements have become ready to sign, in the transaction that makes them ready. */
export async function markReady(
  { eventLog, clock }: Scope,
  trx: Db,
  actorId: number,
  attendeeIds: readonly number[],
): Promise<void> {
  if (attendeeIds.length === 0) return
  for (const { attendeeId, isAmended } of await repository.readyToSign(trx, attendeeIds, clock.wire()))
    // An expert whose fee is to change was told so when the change was proposed.
    if (!isAmended)
      await eventLog.record(trx, agreementEvents.ready, { recordId: attendeeId, actorId, fields: {} })
}

export interface Reminded {
  told: ReadonlySet<number>
  recent: ReadonlySet<number>
}

/** Reminds those who can sign, except those who were told a few hours ago. */
export async function remind(
  { eventLog, clock, messages }: Scope,
  trx: Db,
  actorId: number,
  attendeeIds: readonly number[],
): Promise<Reminded> {
  const told = new Set<number>()
  const recent = new Set<number>()
  for (const ready of await repository.readyToSign(trx, attendeeIds, clock.wire())) {
    const { attendeeId, userId, isAmended } = ready
    const isRecent = await messages.wasSent(trx, {
      userId,
      kind: isAmended ? 'amendmentProposed' : 'agreementReady',
      link: { resource: 'meetingAttendee', id: attendeeId },
      hours: REMINDED_AGAIN_HOURS,
    })
    if (!isRecent)
      await eventLog.record(trx, agreementEvents.reminded, {
        recordId: attendeeId,
        actorId,
        fields: { isAmended },
      })
    ;(isRecent ? recent : told).add(attendeeId)
  }
  return { told, recent }
}
