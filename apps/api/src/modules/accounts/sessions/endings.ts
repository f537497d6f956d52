import { raiseEvent } from '../../../domain/events.ts'
import type { Db } from '../../../infra/db/db.ts'
import * as repository from './ending-repository.ts'

interface Ending {
  /** The sub-accounts of the accounts as well. */
  below?: boolean
  /** Only these sessions; without it, all. */
  only?: readonly number[]
  /** What stays open; without it, nothing. */
  kept?: repository.Kept
}

/**
 * Ends access to accounts: their sessions with the event streams on all nodes, and everything with which another session
 * could be opened or a change authorized without proving everything again: logins that wait for a second factor,
 * passkey challenges, codes by SMS and apps not yet confirmed. Whatever ends sessions of somebody goes through here;
 * logging out and a new login in the same browser end their own session alone.
 *
 * The accounts are locked first, in the same order as a login that opens a session: one that is under way either has its
 * session ended here, or finds its proof gone.
 */
export async function endAccess(
  within: Db,
  userIds: readonly number[],
  { below = false, only, kept }: Ending = {},
): Promise<number> {
  if (userIds.length === 0) return 0
  const accounts = { userIds, below }
  await repository.lockAccounts(within, userIds)
  await repository.deletePendingProofs(within, accounts, kept)
  const ended = await repository.deleteSessions(within, accounts, { only, kept })
  if (only || kept)
    for (const session of ended) await raiseEvent(within, { type: 'sessionEnded', ...session })
  else
    for (const userId of new Set(ended.map((session) => session.userId)))
      await raiseEvent(within, { type: 'sessionsEnded', userId })
  return ended.length
}
