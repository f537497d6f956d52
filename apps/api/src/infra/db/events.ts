import { sql, type Kysely } from 'kysely'
import type { Log } from '../log.ts'
import type { Engine } from './engine.ts'

/** Events that the service itself raises. */
export type InfraEvent =
  /** A job was queued. */
  | { type: 'jobs'; queue: string }
  /** Events may have been missed because the connection was lost. It is only delivered locally. */
  | { type: 'gap' }

const CHANNEL = 'consilium_events'

/** Events between nodes, sent when the transaction that raised them commits. */
export interface EventBus<Event extends { type: string }> {
  subscribe(handler: (event: Event | InfraEvent) => void): void
}

/** Raises an event within a transaction (PostgreSQL NOTIFY). */
export async function raise<T>(
  db: Kysely<T>,
  event: { type: string; [field: string]: unknown },
): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(event)})`.execute(db)
}

/** Subscribes to the events of all nodes, including this one. An error in one handler does not affect the others. */
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
    CHANNEL,
    (payload) => tell(JSON.parse(payload) as Event),
    () => tell({ type: 'gap' }),
  )
  return { subscribe: (handler) => void handlers.push(handler) }
}
