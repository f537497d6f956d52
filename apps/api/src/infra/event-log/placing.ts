/** Held by the one node that gives places to events. */
const PLACING_LOCK = 4_862_350_017

/**
 * The statement that gives the next places to the events that are committed, and so visible, at most `limit` at once, and tells
 * the readers of all nodes. The lock lasts until this commits, so that places become visible in their order: a reader that has
 * seen a place has seen all that come before it, even if their transactions began long before. A node that waited for the lock
 * leaves out what the node before it has placed.
 */
export const placing = ({ channel, limit }: { channel: string; limit: number }): string => `
  with turn as materialized (
    select pg_advisory_xact_lock(${PLACING_LOCK})::text as taken where exists (select from event where place is null)),
  fresh as materialized (
    select event_id, nextval('event_place') as place from (
      select event_id from event where place is null and exists (select from turn)
      order by event_id limit ${limit}) waiting),
  placed as (
    update event e set place = fresh.place from fresh
    where e.event_id = fresh.event_id and e.place is null returning e.place)
  select pg_notify('${channel}', '{"type":"placed"}'), taken
  from (select count(*)::int as taken from placed) counted where taken > 0`
