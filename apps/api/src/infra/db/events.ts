import { sql, type Kysely } from 'kysely'
import type { Log } from '../log.ts'
import type { Engine } from './engine.ts'

/** Events that the service itself raises. */
export type InfraEvent =
  /** Work waits in a queue. */
  | { type: 'jobs'; queue: string }
  /** Events may have been missed, with the connection that brings them. Never raised, only heard. */
  | { type: 'gap' }

const CHANNEL = 'consilium_events'

/** What nodes tell one another. It is sent at the commit of the transaction that raised it, or never. */
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

/** Hears the events of all nodes, this one's included. A handler's failure stays its own. */
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
