import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { refuseField } from '../../infra/refusal.ts'

/**
 * Claims the fee of an attendee for a payment: one at a time, whether it is recorded by itself or by a batch. The line of a
 * batch has claimed it before. Throws LINE_TAKEN, and PAYMENT_EXISTS if a payment without a batch holds it.
 */
export async function claimFee(
  db: Db,
  { attendeeId, lineId }: { attendeeId: number; lineId: number | null },
): Promise<void> {
  const made = await db
    .insertInto('labor_payment_claim')
    .values({ attendee_id: attendeeId, line_id: lineId })
    .onConflict((conflict) => conflict.column('attendee_id').doNothing())
    .returning('attendee_id')
    .executeTakeFirst()
  if (made) return
  const claim = await db
    .selectFrom('labor_payment_claim')
    .select('line_id as lineId')
    .where('attendee_id', '=', attendeeId)
    .forUpdate()
    .executeTakeFirst()
  if (lineId !== null && claim?.lineId === lineId) return
  throw refuseField(claim?.lineId === null ? 'PAYMENT_EXISTS' : 'LINE_TAKEN', 'attendeeId')
}

/** Claims fees for lines of a batch. Returns the attendees whose fee was free; of several claims at once one gets it. */
export async function claimForLines(
  db: Db,
  lines: readonly { attendeeId: number; lineId: number }[],
): Promise<Set<number>> {
  if (lines.length === 0) return new Set()
  const rows = await db
    .insertInto('labor_payment_claim')
    // One order for all, so that two batches that claim the same fees do not wait for each other in turn.
    .values(
      lines
        .toSorted((one, other) => one.attendeeId - other.attendeeId)
        .map(({ attendeeId, lineId }) => ({ attendee_id: attendeeId, line_id: lineId })),
    )
    .onConflict((conflict) => conflict.column('attendee_id').doNothing())
    .returning('attendee_id as attendeeId')
    .execute()
  return new Set(rows.map(({ attendeeId }) => attendeeId))
}

/** Sets the fee of an attendee free for another payment. */
export async function freeFee(db: Db, attendeeId: number): Promise<void> {
  await db.deleteFrom('labor_payment_claim').where('attendee_id', '=', attendeeId).execute()
}

/** Sets free what lines of a batch have claimed. */
export async function freeLines(db: Db, lineIds: readonly number[]): Promise<void> {
  if (lineIds.length === 0) return
  await db
    .deleteFrom('labor_payment_claim')
    .where('line_id', '=', sql<number>`any(${[...lineIds]}::bigint[])`)
    .execute()
}

/** Which of the fees are claimed, by a line or by a payment. */
export async function claimsOf(db: Db, attendeeIds: readonly number[]): Promise<Map<number, number | null>> {
  const rows = await db
    .selectFrom('labor_payment_claim')
    .select(['attendee_id as attendeeId', 'line_id as lineId'])
    .where('attendee_id', '=', sql<number>`any(${[...attendeeIds]}::bigint[])`)
    .execute()
  return new Map(rows.map(({ attendeeId, lineId }) => [attendeeId, lineId]))
}
