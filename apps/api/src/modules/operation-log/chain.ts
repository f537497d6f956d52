import type { Context } from '../../context.ts'
import { anchorAnew, anchoredBy, moveAnchor, purge, signAnchor, verify, type Anchored } from './anchoring.ts'
import { CHAIN_BATCH, chainNext } from './chain-repository.ts'
import { ChainBroken } from './verification.ts'

const CHAIN_EVERY_MS = 500
/** How long to keep polling after a row was written on this node: its transaction may commit later. */
const STAYS_AWAKE_MS = 5000
/** Interval for chaining rows that another node left unchained. */
const SWEEP_EVERY_MS = 30_000
const ANCHOR_EVERY_MS = 60_000

async function chainAll({ db }: Anchored): Promise<number> {
  for (let all = 0; ;) {
    const chained = await chainNext(db)
    all += chained
    if (chained < CHAIN_BATCH) return all
  }
}

/** Says the same trouble once, however often it comes. */
function reportOnce({ log }: Anchored) {
  let lastReported = ''
  return (error: unknown): void => {
    const message = error instanceof Error ? error.message : String(error)
    if (message === lastReported) return
    lastReported = message
    if (error instanceof ChainBroken) log.error(`the operation log is broken: ${message}`)
    else log.error(error)
  }
}

/** Chains and anchors what is due, each time it is called. */
function rounds(log: Anchored) {
  let awakeUntil = 0
  let lastSweep = 0
  let lastAnchor = 0
  let hasAnchor = false
  return {
    wake: () => (awakeUntil = Date.now() + STAYS_AWAKE_MS),
    async next(now: number): Promise<void> {
      let chained = 0
      if (now < awakeUntil || now - lastSweep >= SWEEP_EVERY_MS) {
        lastSweep = now
        chained = await chainAll(log)
      }
      const isFirst = !hasAnchor && chained > 0
      if (now - lastAnchor < ANCHOR_EVERY_MS && !isFirst) return
      lastAnchor = now
      hasAnchor = await moveAnchor(log)
    },
  }
}

/**
 * Chains the rows of the operation log within about a second, and writes an anchor to the file storage every minute.
 */
export function createChain(context: Pick<Context, 'db' | 'log' | 'keys' | 'plainStorage' | 'clock'>) {
  const log = anchoredBy(context)
  const { wake, next } = rounds(log)
  const report = reportOnce(log)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  return {
    /** Call it when a row was written that will be committed soon. */
    wake,

    start(): void {
      let isRunning = false
      timer = setInterval(() => {
        if (isRunning) return
        isRunning = true
        running = next(Date.now())
          .catch(report)
          .finally(() => (isRunning = false))
      }, CHAIN_EVERY_MS)
      timer.unref()
    },

    /** Chains and anchors the remaining rows. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await running
      await chainAll(log)
        .then(() => moveAnchor(log))
        .catch(report)
    },

    signAnchor: () => signAnchor(log),
    purge: (keptDays: number) => purge(log, keptDays),
    verify: (say: (line: string) => void) => verify(log, say),
    anchorAnew: (say: (line: string) => void) => anchorAnew(log, say),
  }
}

export type Chain = ReturnType<typeof createChain>
