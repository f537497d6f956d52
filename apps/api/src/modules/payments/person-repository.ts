import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'

/**
 * Lets the payments of a payer to a person in a year wait for one another until the transaction ends. The hashes are
 * locked in one order, so that two payments that know different ones do not wait for each other.
 */
export async function lockPerson(
  db: Db,
  orgId: number,
  year: string,
  hashes: readonly Buffer[],
): Promise<void> {
  const names = [...new Set(hashes.map((hash) => `labor tax ${orgId} ${year} ${hash.toString('hex')}`))]
  for (const name of names.toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

/**
 * Entries of an account from before its identity number was known become those of the number, so that the year is
 * settled as a whole.
 */
export async function joinEntries(
  db: Db,
  { orgId, userId }: { orgId: number; userId: number },
  { own, byPhone }: { own: Buffer; byPhone: Buffer },
): Promise<void> {
  if (own.equals(byPhone)) return
  await db
    .updateTable('labor_payment_entry')
    .set({ person_hash: own })
    .where('org_id', '=', orgId)
    .where('person_hash', '=', byPhone)
    .where('attendee_id', 'in', (eb) =>
      eb.selectFrom('meeting_attendee').select('attendee_id').where('user_id', '=', userId),
    )
    .execute()
}
