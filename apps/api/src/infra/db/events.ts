import { sql, type Kysely } from 'kysely'
import type { Log } from '../log.ts'
import { afterCommit } from './after-commit.ts'
import { poolOf } from './database.ts'
import type { Engine } from './engine.ts'
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

/**
 * Raises a signal within a transaction. It waits in a table and the node's notifier sends it after the commit: a NOTIFY in
 * the transaction itself would let only one such transaction commit at a time in the whole database.
 */
export async function raise<T>(
  db: Kysely<T>,
  event: { type: string; [field: string]: unknown },
): Promise<void> {
  await sql`insert into node_signal (payload) values (${JSON.stringify(event)})`.execute(db)
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
