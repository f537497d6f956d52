import type { RecognitionProgress } from '@consilium/contract/messages.ts'
import { sql, type Kysely } from 'kysely'
import type { Log } from '../log.ts'
import type { Engine } from './engine.ts'

/** What nodes tell one another. It is sent at the commit of the transaction that raised it, or never. */
export type Event =
  | { type: 'message'; userId: number; msgId?: number; kind?: string }
  | { type: 'sessionsEnded'; userId: number }
  | { type: 'sessionEnded'; userId: number; sessionId: number }
  /** Work waits in a queue. */
  | { type: 'jobs'; queue: string }
  | ({ type: 'recognition'; userId: number } & RecognitionProgress)
  /** Events may have been missed, with the connection that brings them. Never raised, only heard. */
  | { type: 'gap' }

const CHANNEL = 'consilium_events'

export interface EventBus {
  subscribe(handler: (event: Event) => void): void
}

/** Raises an event within a transaction (PostgreSQL NOTIFY). */
export async function raise<T>(db: Kysely<T>, event: Event): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(event)})`.execute(db)
}

/** Hears the events of all nodes, this one's included. A handler's failure stays its own. */
export async function openEventBus(engine: Engine, log: Log): Promise<EventBus> {
  const handlers: ((event: Event) => void)[] = []
  const tell = (event: Event) => {
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
