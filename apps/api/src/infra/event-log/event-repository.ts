import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

export interface NewEvent {
  name: string
  version: number
  recordId: number
  actorId: number | null
  fields: Record<string, unknown>
}

export interface StoredEvent extends NewEvent {
  eventId: number
  place: number
  createTime: string
}

export async function insertEvent(within: Db, event: NewEvent): Promise<void> {
  await within
    .insertInto('event')
    .values({
      name: event.name,
      version: event.version,
      record_id: event.recordId,
      actor_id: event.actorId,
      fields: JSON.stringify(event.fields),
    })
    .execute()
}

/** A statement that writes the event of each row of `inserted (id)`, for the statement that inserts those rows. */
export const eventOfInserted = ({ name, version, actorId, fields }: Omit<NewEvent, 'recordId'>) => sql`
  insert into event (name, version, record_id, actor_id, fields)
    select ${name}, ${version}::int, id, ${actorId}::bigint, ${JSON.stringify(fields)}::jsonb from inserted`

/** The place of the last event that has one; 0 if there is none. */
export async function lastPlace(db: Db): Promise<number> {
  const row = await db
    .selectFrom('event')
    .select('place')
    .where('place', 'is not', null)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.place ?? 0
}

/** What a reader that holds its position has to handle. Events that are placed meanwhile are left to their own signal. */
export interface Taken {
  after: number
  /** The place of the last event of any name. */
  upTo: number
  /** The first of the reader's names between both, in their order. */
  events: StoredEvent[]
}

/** Locks where a reader has come to, and reads what comes next; undefined while another node reads. */
export async function takeEvents(
  trx: Db,
  { reader, names, limit }: Watched & { limit: number },
): Promise<Taken | undefined> {
  const { rows } = await sql<{ after: number; upTo: number } & (StoredEvent | { eventId: null })>`
    with own as materialized (
      select place as after, coalesce((select max(place) from event), 0) as up_to
        from event_reader where reader = ${reader} for update skip locked)
    select own.after, own.up_to as "upTo", e.event_id as "eventId", e.name, e.version, e.record_id as "recordId",
        e.actor_id as "actorId", e.fields, e.create_time as "createTime", e.place
      from own left join lateral (
        select * from event
          where place > own.after and place <= own.up_to and name = any(${names}::text[])
          order by place limit ${limit}) e on true
      order by e.place`.execute(trx)
  const [first] = rows
  if (!first) return undefined
  const events = rows.flatMap(({ after: _after, upTo: _upTo, ...event }) =>
    event.eventId === null ? [] : [event],
  )
  return { after: first.after, upTo: first.upTo, events }
}

/** A reader and the kinds of events that it reads. */
export interface Watched {
  reader: string
  names: readonly string[]
}

/**
 * Those of the readers that an event concerns, or that are at least so many places behind. The upper bound of places changes
 * nothing in the answer: without it PostgreSQL expects a third of all events and reads the whole table for each reader.
 */
export async function findReadersWithWork(
  db: Db,
  watched: readonly Watched[],
  passedOver: number,
): Promise<string[]> {
  const { rows } = await sql<{ reader: string }>`
    select r.reader
      from jsonb_to_recordset(${JSON.stringify(watched)}::jsonb) as w(reader text, names text[])
        join event_reader r on r.reader = w.reader
        cross join (select max(place) as place from event) newest
      where newest.place - r.place >= ${passedOver}
        or newest.place > r.place
          and exists (
            select from event e
              where e.place > r.place and e.place < r.place + ${passedOver} and e.name = any(w.names)
          )`.execute(db)
  return rows.map(({ reader }) => reader)
}

export async function setPosition(within: Db, reader: string, place: number): Promise<void> {
  await within.updateTable('event_reader').set({ place }).where('reader', '=', reader).execute()
}

/** Gives a new reader its first position; one that has a position keeps it. */
export async function addReader(db: Db, reader: string, place: number): Promise<void> {
  await db
    .insertInto('event_reader')
    .values({ reader, place })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Ids of the events of these names that a reader has not handled, in no order: those without a place, and those behind its own. */
export async function unreadIds(
  db: Db,
  reader: string,
  names: readonly string[],
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select event_id as id from event where place is null and name = any(${names}::text[])
    union all
    select e.event_id from event_reader r join event e on e.place > r.place
      where r.reader = ${reader} and e.name = any(${names}::text[])
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
