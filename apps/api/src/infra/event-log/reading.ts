import { setTimeout as delay } from 'node:timers/promises'
import { inTransaction, poolOf } from '../db/database.ts'
import type { Db } from '../db/db.ts'
import { foreignKeyViolation } from '../db/faults.ts'
import type { EventBus } from '../db/signals/events.ts'
import { coalesced, hurryNotifier } from '../db/signals/notifier.ts'
import { apartFromTransactions } from '../db/transactions/request-transaction.ts'
import type { Log } from '../log.ts'
import type { EventLog, Handler } from './event-log.ts'
import * as repository from './event-repository.ts'

/** Events that a reader handles in one transaction. */
const READ_AT_ONCE = 100
/** Events of other names that a reader leaves before its position, so that most of them cost it one statement. */
const PASSED_OVER = 100
/** Finds events whose signal was lost. */
const LOOK_EVERY_MS = 5000
const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 60_000
/** How long a request waits for a reader, and how often it looks. */
const CAUGHT_UP_WITHIN_MS = 2000
const LOOK_AGAIN_MS = 5
/** A reader that is further behind is not waited for. */
const WAITED_FOR_MAX = 1000

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

type Deps = { db: Db; log: Log; events: EventBus<{ type: string }>; eventLog?: Pick<EventLog, 'readAfter'> }

/** Events in their order, those of one kind that follow one another together. */
function runsOf(events: readonly repository.StoredEvent[]): repository.StoredEvent[][] {
  const runs: repository.StoredEvent[][] = []
  for (const event of events) {
    const last = runs.at(-1)
    if (last?.[0]?.name === event.name) last.push(event)
    else runs.push([event])
  }
  return runs
}

async function handleRun(
  trx: Db,
  handler: Handler | undefined,
  run: readonly repository.StoredEvent[],
): Promise<void> {
  if (handler?.handleAll) return handler.handleAll(trx, run)
  for (const event of run) await handler?.handle(trx, event)
}

const watchedBy = ({ name, handlers }: Reader): repository.Watched => ({
  reader: name,
  names: handlers.map(({ kind }) => kind.name),
})

/** Handles the next events. Returns false when there are no more, or another node reads them. */
async function readNext(db: Db, { name, handlers }: Reader, limit: number): Promise<boolean> {
  const byName = new Map(handlers.map((handler) => [handler.kind.name, handler]))
  return inTransaction(db, async (trx) => {
    const taken = await repository.takeEvents(trx, { reader: name, names: [...byName.keys()], limit })
    if (!taken || taken.upTo <= taken.after) return false
    const { events, upTo } = taken
    for (const run of runsOf(events)) await handleRun(trx, byName.get(run[0]!.name), run)
    const last = events.at(-1)
    const isFull = last !== undefined && events.length === limit
    await repository.setPosition(trx, name, isFull ? last.place : upTo)
    return isFull
  })
}

/**
 * Waits until what is committed now is handled, by whichever node reads. It ends early while the reader fails or is far
 * behind, and after a moment in any case: whoever asks then sees what has been handled.
 */
async function catchUp(db: Db, { name, handlers }: Reader, fails: () => boolean): Promise<void> {
  const names = handlers.map(({ kind }) => kind.name)
  const unread = () => repository.unreadIds(db, name, names, WAITED_FOR_MAX)
  const began = performance.now()
  let left = await unread()
  const newest = Math.max(...left)
  if (left.length > 0) hurryNotifier(poolOf(db), 'events')
  while (left.length < WAITED_FOR_MAX && left.some((id) => id <= newest)) {
    if (fails() || performance.now() - began > CAUGHT_UP_WITHIN_MS) return
    await delay(LOOK_AGAIN_MS)
    left = await unread()
  }
}

function startReader({ db, log }: Pick<Deps, 'db' | 'log'>, reader: Reader, lookAgain: () => void) {
  let failures = 0
  let retry: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isMissed = false
  const closing = new AbortController()
  const read = async () => {
    try {
      // After a failure events are read one by one, so that those before the one that fails are done.
      let goesOn = true
      while (goesOn && !closing.signal.aborted)
        goesOn = await readNext(db, reader, failures > 0 ? 1 : READ_AT_ONCE)
      failures = 0
    } catch (error) {
      failures += 1
      // What an event tells of may be removed while its reader writes; the next try finds that it is gone.
      if (failures === 1 && foreignKeyViolation(error) !== undefined)
        log.info(`the reader ${reader.name} found a record that is removed meanwhile; it tries again`)
      else log.error(error, `the reader ${reader.name} failed at an event; it tries again`)
      clearTimeout(retry)
      retry = setTimeout(ask, Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS))
      retry.unref()
    }
  }
  // What was found while it read may have been read by then, so that it is looked for again instead of read.
  function ask(): void {
    if (running) isMissed = true
    running ??= apartFromTransactions(read).finally(() => {
      running = undefined
      if (isMissed) lookAgain()
      isMissed = false
    })
  }
  return {
    name: reader.name,
    ask: () => {
      if (failures === 0) ask()
    },
    wait: () => catchUp(db, reader, () => failures > 0),
    async close() {
      closing.abort()
      clearTimeout(retry)
      await running
    },
  }
}

/** One statement looks for all readers whether something concerns them: most events concern one or none. */
function startLooking(
  { db, log, events }: Pick<Deps, 'db' | 'log' | 'events'>,
  watched: readonly repository.Watched[],
  found: (readers: ReadonlySet<string>) => void,
) {
  let isClosed = false
  const looking = coalesced(async () => {
    try {
      found(new Set(await repository.findReadersWithWork(db, watched, PASSED_OVER)))
    } catch (error) {
      log.error(error, 'what there is to read could not be found; it is looked for again')
    }
  })
  const look = () => {
    if (!isClosed) apartFromTransactions(() => looking.ask())
  }
  events.subscribe(({ type }) => {
    if (type === 'placed' || type === 'gap') look()
  })
  const regularly = setInterval(look, LOOK_EVERY_MS)
  regularly.unref()
  look()
  return {
    look,
    async close() {
      isClosed = true
      clearInterval(regularly)
      await looking.settled()
    },
  }
}

/** Starts the readers that come after the commit. A reader that fails holds no other back. */
export async function startReading(
  { db, log, events, eventLog }: Deps,
  readers: readonly Reader[],
): Promise<Reading> {
  for (const { name, begins } of readers)
    await repository.addReader(db, name, begins === 'now' ? await repository.lastPlace(db) : 0)
  const running = readers.map((reader) => startReader({ db, log }, reader, () => looking.look()))
  for (const { name, wait } of running) eventLog?.readAfter(name, wait)
  const looking = startLooking({ db, log, events }, readers.map(watchedBy), (found) => {
    for (const { name, ask } of running) if (found.has(name)) ask()
  })
  return {
    async close() {
      await looking.close()
      await Promise.all(running.map((reader) => reader.close()))
    },
  }
}

/** Lets a reader handle again what happened after a place, at its next look. */
export const readAgainFrom = (db: Db, reader: string, place: number): Promise<void> =>
  repository.setPosition(db, reader, place)
