import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'

/** Held while an event is appended, so that two signings do not follow the same event. */
const CHAIN_LOCK = sql`select pg_advisory_xact_lock(hashtextextended('signing_event chain', 0))`

/** What the first event follows. */
const START = Buffer.alloc(32)
const BATCH = 500

export const chained = (previous: Buffer, event: Buffer): Buffer =>
  createHash('sha256').update(previous).update(event).digest()

/** Appends an event to the chain in the transaction of the signing. Its statement is never changed. */
export async function appendEvent(
  trx: Db,
  { attendeeId, statement, eventSha256 }: { attendeeId: number; statement: string; eventSha256: Buffer },
): Promise<number> {
  await CHAIN_LOCK.execute(trx)
  const last = await trx
    .selectFrom('signing_event')
    .select('chain_sha256')
    .orderBy('event_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const row = await trx
    .insertInto('signing_event')
    .values({
      attendee_id: attendeeId,
      statement,
      event_sha256: eventSha256,
      chain_sha256: chained(last?.chain_sha256 ?? START, eventSha256),
    })
    .returning('event_id')
    .executeTakeFirstOrThrow()
  return row.event_id
}

/** Follows the chain of events. Returns how many there are, and the first one that does not fit, if any. */
export async function followEvents(db: Db): Promise<{ events: number; broken: number | null }> {
  let [events, after] = [0, 0]
  let previous: Buffer = START
  for (;;) {
    const rows = await db
      .selectFrom('signing_event')
      .selectAll()
      .where('event_id', '>', after)
      .orderBy('event_id')
      .limit(BATCH)
      .execute()
    for (const row of rows) {
      const stated = createHash('sha256').update(row.statement).digest()
      const isWhole = stated.equals(row.event_sha256) && chained(previous, stated).equals(row.chain_sha256)
      if (!isWhole) return { events, broken: row.event_id }
      previous = row.chain_sha256
      after = row.event_id
      events += 1
    }
    if (rows.length < BATCH) return { events, broken: null }
  }
}
