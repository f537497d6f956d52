import type { EventFields, EventKind } from '@consilium/contract/events/event.ts'
import { afterCommit } from '../db/after-commit.ts'
import { poolOf } from '../db/database.ts'
import type { Db } from '../db/db.ts'
import { wakeNotifier } from '../db/notifier.ts'
import { insertEvent } from './event-repository.ts'

/** What a use case says of an event: the record, the account that caused it (null for the platform), and its fields. */
export interface Happened<Kind extends EventKind> {
  recordId: number
  actorId: number | null
  fields: EventFields<Kind>
}

/** Handles an event of one kind with the transaction that it is read in. */
export interface Handler<Kind extends EventKind = EventKind> {
  kind: Kind
  handle(trx: Db, event: Happened<Kind>): Promise<void>
}

/** The events that a reader reads, each with what it does. */
export const on = <Kind extends EventKind>(kind: Kind, handle: Handler<Kind>['handle']): Handler => ({
  kind,
  handle,
})

export interface EventLog {
  /**
   * Writes that something happened, in the transaction in which it happens. What must be seen by whoever asks right after
   * the answer, as the messages of the portal, is done here by the readers within; every other reader comes after the commit.
   */
  record<Kind extends EventKind>(trx: Db, kind: Kind, happened: Happened<Kind>): Promise<void>
  /** Adds a reader whose handlers run within the transaction of the event: their errors undo it. */
  readWithin(handlers: readonly Handler[]): void
}

export function createEventLog(): EventLog {
  const within = new Map<string, Handler[]>()
  return {
    async record(trx, kind, { recordId, actorId, fields }) {
      const { name, version } = kind
      await insertEvent(trx, { name, version, recordId, actorId, fields })
      for (const { handle } of within.get(name) ?? []) await handle(trx, { recordId, actorId, fields })
      const pool = poolOf(trx)
      afterCommit(() => wakeNotifier(pool, 'events'))
    },
    readWithin(handlers) {
      for (const handler of handlers)
        within.set(handler.kind.name, [...(within.get(handler.kind.name) ?? []), handler])
    },
  }
}
