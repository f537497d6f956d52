import type { Context } from '../../context.ts'
import { createAnchors } from './anchor.ts'
import * as repository from './chain-repository.ts'
import { ChainBroken, compareWith, followChain } from './verification.ts'

const CHAIN_EVERY_MS = 500
/** After a row of this node: its transaction may be committed a while later. */
const STAYS_AWAKE_MS = 5000
/** For rows that another node left behind. */
const SWEEP_EVERY_MS = 30_000
const ANCHOR_EVERY_MS = 60_000

type Say = (line: string) => void

/** The chain of the operation log: it is closed within about a second, and anchored in the files every minute. */
export function createChain(context: Pick<Context, 'db' | 'log' | 'keys' | 'plainStorage' | 'clock'>) {
  const { db, log, clock } = context
  const anchors = createAnchors({ keys: context.keys, storage: context.plainStorage })
  let awakeUntil = 0
  let lastSweep = 0
  let lastAnchor = 0
  let hasAnchor = false
  let lastComplaint = ''
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  async function chainAll(): Promise<number> {
    for (let all = 0; ;) {
      const chained = await repository.chainNext(db)
      all += chained
      if (chained < repository.CHAIN_BATCH) return all
    }
  }

  /** An anchor never moves over a break: the one before it stays and tells. */
  async function moveAnchor(how: 'whereMoved' | 'always' = 'whereMoved'): Promise<void> {
    const anchor = await anchors.read()
    if (anchor) await compareWith(db, anchor)
    const head = await followChain(db, anchor ?? repository.START)
    hasAnchor = anchor !== null || head.position > 0
    if (head.position === (anchor?.position ?? 0) && how === 'whereMoved') return
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

  function complain(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    if (message === lastComplaint) return
    lastComplaint = message
    if (error instanceof ChainBroken) log.error(`the operation log is broken: ${message}`)
    else log.error(error)
  }

  return {
    /** A row was written, and will be committed soon. */
    wake(): void {
      awakeUntil = Date.now() + STAYS_AWAKE_MS
    },

    start(): void {
      let isRunning = false
      timer = setInterval(() => {
        if (isRunning) return
        isRunning = true
        running = tick(Date.now())
          .catch(complain)
          .finally(() => (isRunning = false))
      }, CHAIN_EVERY_MS)
      timer.unref()
    },

    /** Closes and anchors what there is. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await running
      await chainAll()
        .then(() => moveAnchor())
        .catch(complain)
    },

    /** Signs the anchor with the current key, which opens it when the keys before are gone. */
    signAnchor: (): Promise<void> => moveAnchor('always'),

    /** Checks the whole log, and says what it found. Answers whether it is whole; then the anchor moves to its end. */
    async verify(say: Say): Promise<boolean> {
      try {
        const anchor = await anchors.read()
        const head = await followChain(db, repository.START)
        if (anchor) await compareWith(db, anchor)
        else if (head.position > 0) throw new ChainBroken('its anchor is not in the files: it was taken away')
        await moveAnchor()
        const open = await repository.countUnchained(db)
        say(`The operation log is whole: ${head.position} rows, ${open} not chained yet.`)
        say(`Last hash  ${head.hash.toString('hex')}`)
        return true
      } catch (error) {
        say(`The operation log is broken: ${error instanceof Error ? error.message : String(error)}`)
        return false
      }
    },

    /** For an operator who has put an older database back: takes the chain, whole in itself, as it stands. */
    async anchorAnew(say: Say): Promise<boolean> {
      try {
        const head = await followChain(db, repository.START)
        await anchors.write(head, clock.wire())
        say(`Anchored anew at ${head.position} rows.`)
        return true
      } catch (error) {
        say(`Not anchored: ${error instanceof Error ? error.message : String(error)}`)
        return false
      }
    },
  }
}

export type Chain = ReturnType<typeof createChain>
