import type { Context } from '../../context.ts'
import { createAnchors } from './anchor.ts'
import * as repository from './chain-repository.ts'
import { createStarts } from './start.ts'
import { ChainBroken, compareWith, followChain } from './verification.ts'

const CHAIN_EVERY_MS = 500
/** How long to keep polling after a row was written on this node: its transaction may commit later. */
const STAYS_AWAKE_MS = 5000
/** Interval for chaining rows that another node left unchained. */
const SWEEP_EVERY_MS = 30_000
const ANCHOR_EVERY_MS = 60_000

type Say = (line: string) => void

/**
 * Chains the rows of the operation log within about a second, and writes an anchor to the file storage every minute.
 */
export function createChain(context: Pick<Context, 'db' | 'log' | 'keys' | 'plainStorage' | 'clock'>) {
  const { db, log, clock } = context
  const anchors = createAnchors({ keys: context.keys, storage: context.plainStorage })
  const starts = createStarts(db, context.keys)
  let awakeUntil = 0
  let lastSweep = 0
  let lastAnchor = 0
  let hasAnchor = false
  let lastReported = ''
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  async function chainAll(): Promise<number> {
    for (let all = 0; ;) {
      const chained = await repository.chainNext(db)
      all += chained
      if (chained < repository.CHAIN_BATCH) return all
    }
  }

  /** An anchor is never moved past a broken row: the previous anchor stays as evidence. */
  async function moveAnchor(how: 'ifMoved' | 'always' = 'ifMoved'): Promise<void> {
    const anchor = await anchors.read()
    if (anchor) await compareWith(db, anchor)
    const head = await followChain(db, anchor ?? (await starts.read()))
    hasAnchor = anchor !== null || head.position > 0
    if (head.position === (anchor?.position ?? 0) && how === 'ifMoved') return
    await anchors.write(head, clock.wire())
    log.info({ rows: head.position, hash: head.hash.toString('hex') }, 'the operation log is anchored')
  }

  async function tick(now: number): Promise<void> {
    let chained = 0
    if (now < awakeUntil || now - lastSweep >= SWEEP_EVERY_MS) {
      lastSweep = now
      chained = await chainAll()
    }
    const isFirst = !hasAnchor && chained > 0
    if (now - lastAnchor < ANCHOR_EVERY_MS && !isFirst) return
    lastAnchor = now
    await moveAnchor()
  }

  function report(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    if (message === lastReported) return
    lastReported = message
    if (error instanceof ChainBroken) log.error(`the operation log is broken: ${message}`)
    else log.error(error)
  }

  return {
    /** Call it when a row was written that will be committed soon. */
    wake(): void {
      awakeUntil = Date.now() + STAYS_AWAKE_MS
    },

    start(): void {
      let isRunning = false
      timer = setInterval(() => {
        if (isRunning) return
        isRunning = true
        running = tick(Date.now())
          .catch(report)
          .finally(() => (isRunning = false))
      }, CHAIN_EVERY_MS)
      timer.unref()
    },

    /** Chains and anchors the remaining rows. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await running
      await chainAll()
        .then(() => moveAnchor())
        .catch(report)
    },

    /** Signs the anchor with the current key, so that it can still be verified when older keys are removed. */
    async signAnchor(): Promise<void> {
      await starts.signAnew()
      await moveAnchor('always')
    },

    /**
     * Deletes rows that are older than so many days, after verifying them: a broken beginning stays as evidence. The log
     * then begins with a signed link. Returns how many were deleted.
     */
    async purge(keptDays: number): Promise<number> {
      const anchor = await anchors.read()
      if (!anchor) return 0
      await compareWith(db, anchor)
      const deleted = await starts.purge(keptDays, anchor)
      if (deleted > 0) log.info({ rows: deleted, keptDays }, 'old rows of the operation log are deleted')
      return deleted
    },

    /** Verifies the whole log and reports the result. Returns true and moves the anchor to the end if it is intact. */
    async verify(say: Say): Promise<boolean> {
      try {
        const anchor = await anchors.read()
        const start = await starts.read()
        const head = await followChain(db, start)
        if (anchor) await compareWith(db, anchor)
        else if (head.position > start.position)
          throw new ChainBroken('its anchor is missing from the file storage')
        await moveAnchor()
        const open = await repository.countUnchained(db)
        say(`The operation log is intact: ${head.position - start.position} rows, ${open} not chained yet.`)
        if (start.position > 0) say(`${start.position} older rows were deleted when their time was over.`)
        say(`Last hash  ${head.hash.toString('hex')}`)
        return true
      } catch (error) {
        say(`The operation log is broken: ${error instanceof Error ? error.message : String(error)}`)
        return false
      }
    },

    /**
     * For an operator who has restored an older database: accepts the chain as it stands if it is consistent in
     * itself.
     */
    async anchorAnew(say: Say): Promise<boolean> {
      try {
        const head = await followChain(db, await starts.read())
        await anchors.write(head, clock.wire())
        say(`New anchor at ${head.position} rows.`)
        return true
      } catch (error) {
        say(`No new anchor: ${error instanceof Error ? error.message : String(error)}`)
        return false
      }
    },
  }
}

export type Chain = ReturnType<typeof createChain>
