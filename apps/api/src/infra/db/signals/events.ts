import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Log } from '../../log.ts'
import { afterCommit } from '../transactions/after-commit.ts'
import { poolOf } from '../database.ts'
import type { Engine } from '../engine/engine.ts'
import { SIGNALS_CHANNEL, startNotifier, wakeNotifier } from './notifier.ts'

/** Signals that the service itself raises. */
export type InfraEvent =
  /** Events have got their places, so that readers can read on. */
  | { type: 'placed' }
  /** A job was queued. */
  | { type: 'jobs'; queue: string }
  /** Signals may have been missed because the connection was lost. It is only delivered locally. */
  | { type: 'gap' }

/** Signals between nodes, sent after the transaction that raised them has committed. */
export interface EventBus<Event extends { type: string }> {
  subscribe(handler: (event: Event | InfraEvent) => void): void
  /** Stops sending; signals that were not sent are sent by another node, or at the next start. */
  close(): Promise<void>
}

interface Signal {
  type: string
  [field: string]: unknown
}

/**
 * Raises a signal within a transaction. It waits in a table and the node's notifier sends it after the commit: a NOTIFY in
 * the transaction itself would let only one such transaction commit at a time in the whole database.
 */
export async function raise<T>(db: Kysely<T>, event: Signal): Promise<void> {
  await sql`insert into node_signal (payload) values (${JSON.stringify(event)})`.execute(db)
  wakeAfterCommit(db)
}

/** An INSERT that returns the id of its row. */
export type Insertion = RawBuilder<{ id: number }>
/** A statement that runs with an insertion, where its rows are `inserted (id)`. */
export type Beside = RawBuilder<unknown>

/**
 * As `raise`, of a row that the same statement inserts: `insert` returns its id, which becomes the field `idField` of the
 * signal and the result. `also` is a further statement, which finds the row as `inserted (id)`.
 */
export async function raiseInserted<T>(
  db: Kysely<T>,
  event: Signal,
  { insert, idField, also }: { insert: Insertion; idField: string; also?: Beside },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with inserted (id) as (${insert}), told as (
      insert into node_signal (payload)
        select (${JSON.stringify(event)}::jsonb || jsonb_build_object(${idField}::text, id))::text from inserted)
    ${also ? sql`, also as (${also})` : sql``}
    select id from inserted`.execute(db)
  wakeAfterCommit(db)
  return rows[0]!.id
}

function wakeAfterCommit<T>(db: Kysely<T>): void {
  const pool = poolOf(db)
  afterCommit(() => wakeNotifier(pool, 'signals'))
}

/** Subscribes to the signals of all nodes, including this one. An error in one handler does not affect the others. */
export async function openEventBus<Event extends { type: string }>(
  engine: Engine,
  log: Log,
): Promise<EventBus<Event>> {
  const handlers: ((event: Event | InfraEvent) => void)[] = []
  const tell = (event: Event | InfraEvent) => {
    for (const handler of handlers) {
      try {
        handler(event)
      } catch (error) {
        log.error(error)
      }
    }
  }
  await engine.listen(
    SIGNALS_CHANNEL,
    (payload) => tell(JSON.parse(payload) as Event),
    () => tell({ type: 'gap' }),
  )
  const notifier = startNotifier(engine.pool, log)
  return { subscribe: (handler) => void handlers.push(handler), close: () => notifier.close() }
}
