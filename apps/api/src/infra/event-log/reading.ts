import { inTransaction } from '../db/database.ts'
import type { Db } from '../db/db.ts'
import type { EventBus } from '../db/events.ts'
import { coalesced } from '../db/notifier.ts'
import { apartFromTransactions } from '../db/request-transaction.ts'
import type { Log } from '../log.ts'
import type { Handler } from './event-log.ts'
import * as repository from './event-repository.ts'

/** Events that a reader handles in one transaction. */
const READ_AT_ONCE = 100
/** Finds events whose signal was lost. */
const LOOK_EVERY_MS = 5000
const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 60_000

/**
 * Reads events after their commit, in their order, on one node at a time. Its position moves in the transaction of its
 * handlers, so that what they write to the database is written once for each event. What they do elsewhere must be a job that
 * they send in the transaction.
 */
export interface Reader {
  /** The name of its position; a new name is a new reader. */
  name: string
  /** Where it begins when it first runs: `beginning` also reads what happened before it existed. */
  begins: 'beginning' | 'now'
  handlers: readonly Handler[]
}

export interface Reading {
  close(): Promise<void>
}

type Deps = { db: Db; log: Log; events: EventBus<{ type: string }> }

/** Handles the next events. Returns false when there are no more, or another node reads them. */
async function readNext(db: Db, { name, handlers }: Reader, limit: number): Promise<boolean> {
  const byName = new Map(handlers.map((handler) => [handler.kind.name, handler]))
  return inTransaction(db, async (trx) => {
    const after = await repository.takePosition(trx, name)
    if (after === undefined) return false
    const upTo = await repository.lastPlace(trx)
    if (upTo <= after) return false
    const events = await repository.eventsBetween(trx, [...byName.keys()], { after, upTo, limit })
    for (const event of events) await byName.get(event.name)?.handle(trx, event)
    const last = events.at(-1)
    const isFull = last !== undefined && events.length === limit
    await repository.setPosition(trx, name, isFull ? last.place : upTo)
    return isFull
  })
}

function startReader({ db, log }: Omit<Deps, 'events'>, reader: Reader) {
  let failures = 0
  let retry: NodeJS.Timeout | undefined
  const closing = new AbortController()
  const reading = coalesced(async () => {
    try {
      // After a failure events are read one by one, so that those before the one that fails are done.
      let goesOn = true
      while (goesOn && !closing.signal.aborted)
        goesOn = await readNext(db, reader, failures > 0 ? 1 : READ_AT_ONCE)
      failures = 0
    } catch (error) {
      failures += 1
      log.error(error, `the reader ${reader.name} failed at an event; it tries again`)
      clearTimeout(retry)
      retry = setTimeout(ask, Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS))
      retry.unref()
    }
  })
  const ask = () => apartFromTransactions(() => reading.ask())
  return {
    ask: () => {
      if (failures === 0) ask()
    },
    async close() {
      closing.abort()
      clearTimeout(retry)
      await reading.settled()
    },
  }
}

/** Starts the readers that come after the commit. A reader that fails holds no other back. */
export async function startReading({ db, log, events }: Deps, readers: readonly Reader[]): Promise<Reading> {
  for (const { name, begins } of readers)
    await repository.addReader(db, name, begins === 'now' ? await repository.lastPlace(db) : 0)
  const running = readers.map((reader) => startReader({ db, log }, reader))
  const askAll = () => {
    for (const { ask } of running) ask()
  }
  events.subscribe(({ type }) => {
    if (type === 'placed' || type === 'gap') askAll()
  })
  const looking = setInterval(askAll, LOOK_EVERY_MS)
  looking.unref()
  askAll()
  return {
    async close() {
      clearInterval(looking)
      await Promise.all(running.map((reader) => reader.close()))
    },
  }
}

/** Lets a reader handle again what happened after a place, at its next look. */
export const readAgainFrom = (db: Db, reader: string, place: number): Promise<void> =>
  repository.setPosition(db, reader, place)
