import type { EventFields, EventKind } from '@consilium/contract/events/event.ts'
import { afterCommit } from '../db/transactions/after-commit.ts'
import { poolOf } from '../db/database.ts'
import type { Db } from '../db/db.ts'
import type { Beside } from '../db/signals/events.ts'
import { wakeNotifier } from '../db/signals/notifier.ts'
import { eventOfInserted, insertEvent } from './event-repository.ts'

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
  /** Handles events that follow one another together, for a reader after the commit. */
  handleAll?(trx: Db, events: readonly Happened<Kind>[]): Promise<void>
}

/** The events that a reader reads, each with what it does. */
export const on = <Kind extends EventKind>(kind: Kind, handle: Handler<Kind>['handle']): Handler => ({
  kind,
  handle,
})

/** As `on`, for what is written in few statements for many events. */
export const onAll = <Kind extends EventKind>(
  kind: Kind,
  handleAll: NonNullable<Handler<Kind>['handleAll']>,
): Handler => ({ kind, handle: (trx, event) => handleAll(trx, [event]), handleAll })

export interface EventLog {
  /**
   * Writes that something happened, in the transaction in which it happens. What must be seen by whoever asks right after
   * the answer, as the messages of the portal, is done here by the readers within; every other reader comes after the commit.
   */
  record<Kind extends EventKind>(trx: Db, kind: Kind, happened: Happened<Kind>): Promise<void>
  /**
   * As `record`, for a statement that inserts the record itself: what it runs beside, where the record is `inserted (id)`. No
   * reader within may read such an event.
   */
  recordInserted<Kind extends EventKind>(
    trx: Db,
    kind: Kind,
    happened: Omit<Happened<Kind>, 'recordId'>,
  ): Beside
  /** The same happened to each of these records. */
  recordAll<Kind extends EventKind>(
    trx: Db,
    kind: Kind,
    happened: Omit<Happened<Kind>, 'recordId'> & { recordIds: readonly number[] },
  ): Promise<void>
  /** Adds a reader whose handlers run within the transaction of the event: their errors undo it. */
  readWithin(handlers: readonly Handler[]): void
  /** Says how one waits for a reader that comes after the commit. */
  readAfter(reader: string, catchUp: CatchUp): void
  /** Waits until a reader has handled what is committed now, or a moment has passed. */
  caughtUp(reader: string): Promise<void>
}

/** Waits until a reader has handled what is committed. */
export type CatchUp = () => Promise<void>

export function createEventLog(): EventLog {
  const within = new Map<string, Handler[]>()
  const after = new Map<string, CatchUp>()

  async function record<Kind extends EventKind>(
    trx: Db,
    kind: Kind,
    { recordId, actorId, fields }: Happened<Kind>,
  ): Promise<void> {
    const { name, version } = kind
    await insertEvent(trx, { name, version, recordId, actorId, fields })
    for (const { handle } of within.get(name) ?? []) await handle(trx, { recordId, actorId, fields })
    const pool = poolOf(trx)
    afterCommit(() => wakeNotifier(pool, 'events'))
  }

  return {
    record,
    recordInserted(trx, kind, { actorId, fields }) {
      if (within.has(kind.name)) throw new Error(`A reader within reads ${kind.name}`)
      const pool = poolOf(trx)
      afterCommit(() => wakeNotifier(pool, 'events'))
      return eventOfInserted({ name: kind.name, version: kind.version, actorId, fields })
    },
    async recordAll(trx, kind, { recordIds, actorId, fields }) {
      for (const recordId of recordIds) await record(trx, kind, { recordId, actorId, fields })
    },
    readWithin(handlers) {
      for (const handler of handlers)
        within.set(handler.kind.name, [...(within.get(handler.kind.name) ?? []), handler])
    },
    readAfter: (reader, catchUp) => void after.set(reader, catchUp),
    async caughtUp(reader) {
      await after.get(reader)?.()
    },
  }
}
