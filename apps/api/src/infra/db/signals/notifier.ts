import type pg from 'pg'
import { placing } from '../../event-log/placing.ts'
import type { Log } from '../../log.ts'
import { apartFromTransactions } from '../transactions/request-transaction.ts'

export const SIGNALS_CHANNEL = 'consilium_events'

/** Rows that one statement takes; PostgreSQL keeps notifications in memory until their transaction commits. */
const TAKEN_AT_ONCE = 500
/** Finds what is left of a node that ended between its commit and its notifier. */
const LOOK_EVERY_MS = 2000
/** Nodes that send at once take different rows. PostgreSQL delivers the notifications with the commit that deletes the rows. */
const SEND = `
  with sent as (
    delete from node_signal where signal_id in (
      select signal_id from node_signal order by signal_id limit ${TAKEN_AT_ONCE} for update skip locked)
    returning signal_id, payload)
  select pg_notify('${SIGNALS_CHANNEL}', payload), 1 as taken
  from (select payload from sent order by signal_id) ordered`

const TASKS = { signals: SEND, events: placing({ channel: SIGNALS_CHANNEL, limit: TAKEN_AT_ONCE }) } as const
export type NotifierTask = keyof typeof TASKS

/**
 * The first event after a quiet moment is placed at once, and those that follow it together: each time costs every reader that
 * they concern a transaction. Whoever waits for a reader does not wait for this.
 */
const EVENTS_PAUSE_MS = 250
const PAUSES_MS = { signals: 0, events: EVENTS_PAUSE_MS } as const

export interface Notifier {
  /** Sends or places what is committed. Calls during a run, or the pause after it, are one further run. */
  wake(task: NotifierTask): void
  /** As `wake`, without the pause. */
  hurry(task: NotifierTask): void
  /** Sends what is left and stops. */
  close(): Promise<void>
}

/**
 * Work that runs once at a time, and once more if it was asked for while it ran or in the pause of `pauseMs` milliseconds after
 * it. It must not reject.
 */
export function coalesced(work: () => Promise<void>, pauseMs = 0) {
  let running: Promise<void> | undefined
  let isAsked = false
  let isHurried = false
  let isEnding = false
  let endPause: (() => void) | undefined
  const pause = () =>
    new Promise<void>((resolve) => {
      endPause = resolve
      setTimeout(resolve, pauseMs).unref()
    })
  const run = async () => {
    while (isAsked) {
      isAsked = false
      isHurried = false
      await work()
      if (pauseMs > 0 && !isHurried && !isEnding) await pause()
    }
  }
  function ask(): void {
    isAsked = true
    running ??= run().finally(() => {
      running = undefined
      // It may have been asked for after the last look at it.
      if (isAsked) ask()
    })
  }
  async function settled(): Promise<void> {
    isEnding = true
    endPause?.()
    await running
    if (running) await settled()
  }
  return {
    ask,
    /** Asks, and ends the pause. */
    hurry(): void {
      isHurried = true
      endPause?.()
      ask()
    },
    /** Waits for what was asked for, from now on without pauses. */
    settled,
  }
}

async function takeAll(pool: pg.Pool, task: NotifierTask): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ taken: number }>(TASKS[task], [])
    if (rows.reduce((sum, { taken }) => sum + taken, 0) < TAKEN_AT_ONCE) return
  }
}

const notifiers = new WeakMap<pg.Pool, Notifier>()

/** Wakes the notifier of a database in this process, if there is one. */
export const wakeNotifier = (pool: pg.Pool | undefined, task: NotifierTask): void => {
  if (pool) notifiers.get(pool)?.wake(task)
}

/** As `wakeNotifier`, without the pause after what was sent or placed last. */
export const hurryNotifier = (pool: pg.Pool | undefined, task: NotifierTask): void => {
  if (pool) notifiers.get(pool)?.hurry(task)
}

/**
 * Sends the signals that transactions left in a table, and orders events. One notifier a node does it for all of them
 * together, so that the lock that PostgreSQL holds over all commits with a NOTIFY is not in the way of the transactions.
 */
export function startNotifier(pool: pg.Pool, log: Log): Notifier {
  const runOf = (task: NotifierTask) =>
    coalesced(
      () =>
        apartFromTransactions(() => takeAll(pool, task)).catch((error: unknown) =>
          log.warn(error, `the notifier failed at its ${task}; it tries again`),
        ),
      PAUSES_MS[task],
    )
  const runs = { signals: runOf('signals'), events: runOf('events') }
  const askAll = () => {
    runs.signals.ask()
    runs.events.ask()
  }
  const looking = setInterval(askAll, LOOK_EVERY_MS)
  looking.unref()
  const notifier: Notifier = {
    wake: (task) => runs[task].ask(),
    hurry: (task) => runs[task].hurry(),
    async close() {
      clearInterval(looking)
      notifiers.delete(pool)
      askAll()
      await Promise.all([runs.signals.settled(), runs.events.settled()])
    },
  }
  notifiers.set(pool, notifier)
  return notifier
}
