import type { Context } from '../../context.ts'
import { createAnchors } from './anchor.ts'
import { countUnchained } from './chain-repository.ts'
import { createStarts } from './start.ts'
import { ChainBroken, compareWith, followChain } from './verification.ts'

type Say = (line: string) => void

/** What the chain of the operation log is kept and verified with. */
export type Anchored = Pick<Context, 'db' | 'log' | 'clock'> & {
  anchors: ReturnType<typeof createAnchors>
  starts: ReturnType<typeof createStarts>
}

export const anchoredBy = ({
  db,
  log,
  clock,
  keys,
  plainStorage,
}: Pick<Context, 'db' | 'log' | 'keys' | 'plainStorage' | 'clock'>): Anchored => ({
  db,
  log,
  clock,
  anchors: createAnchors({ keys, storage: plainStorage }),
  starts: createStarts(db, keys),
})

/**
 * An anchor is never moved past a broken row: the previous anchor stays as evidence. Returns whether there is an anchor now,
 * which an empty log has none of.
 */
export async function moveAnchor(
  { db, log, clock, anchors, starts }: Anchored,
  how: 'ifMoved' | 'always' = 'ifMoved',
): Promise<boolean> {
  const anchor = await anchors.read()
  if (anchor) await compareWith(db, anchor)
  const head = await followChain(db, anchor ?? (await starts.read()))
  if (head.position !== (anchor?.position ?? 0) || how === 'always') {
    await anchors.write(head, clock.wire())
    log.info({ rows: head.position, hash: head.hash.toString('hex') }, 'the operation log is anchored')
  }
  return anchor !== null || head.position > 0
}

/** Signs the anchor with the current key, so that it can still be verified when older keys are removed. */
export async function signAnchor(log: Anchored): Promise<void> {
  await log.starts.signAnew()
  await moveAnchor(log, 'always')
}

/**
 * Deletes rows that are older than so many days, after verifying them: a broken beginning stays as evidence. The log then
 * begins with a signed link. Returns how many were deleted.
 */
export async function purge({ db, log, anchors, starts }: Anchored, keptDays: number): Promise<number> {
  const anchor = await anchors.read()
  if (!anchor) return 0
  await compareWith(db, anchor)
  const deleted = await starts.purge(keptDays, anchor)
  if (deleted > 0) log.info({ rows: deleted, keptDays }, 'old rows of the operation log are deleted')
  return deleted
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Verifies the whole log and reports the result. Returns true and moves the anchor to the end if it is intact. */
export async function verify(log: Anchored, say: Say): Promise<boolean> {
  const { db, anchors, starts } = log
  try {
    const anchor = await anchors.read()
    const start = await starts.read()
    const head = await followChain(db, start)
    if (anchor) await compareWith(db, anchor)
    else if (head.position > start.position)
      throw new ChainBroken('its anchor is missing from the file storage')
    await moveAnchor(log)
    const open = await countUnchained(db)
    say(`The operation log is intact: ${head.position - start.position} rows, ${open} not chained yet.`)
    if (start.position > 0) say(`${start.position} older rows were deleted when their time was over.`)
    say(`Last hash  ${head.hash.toString('hex')}`)
    return true
  } catch (error) {
    say(`The operation log is broken: ${wordsOf(error)}`)
    return false
  }
}

/** For an operator who has restored an older database: accepts the chain as it stands if it is consistent in itself. */
export async function anchorAnew({ db, clock, anchors, starts }: Anchored, say: Say): Promise<boolean> {
  try {
    const head = await followChain(db, await starts.read())
    await anchors.write(head, clock.wire())
    say(`New anchor at ${head.position} rows.`)
    return true
  } catch (error) {
    say(`No new anchor: ${wordsOf(error)}`)
    return false
  }
}
