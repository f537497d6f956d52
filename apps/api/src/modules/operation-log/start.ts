import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Keys } from '../../infra/keys/keys.ts'
import * as repository from './chain-repository.ts'
import type { Link } from './chain-repository.ts'
import { ChainBroken, requireLink } from './verification.ts'

const PURPOSE = 'operation-log-start'

const signed = ({ position, hash }: Link) => JSON.stringify([1, position, hash.toString('hex')])

/**
 * The link that the first remaining row follows. Rows before it were deleted when their time was over; without the
 * signature nobody could tell that from somebody deleting the beginning.
 */
export function createStarts(db: Db, keys: Keys) {
  async function readStart(within: Db = db): Promise<Link> {
    const start = await repository.findStart(within)
    if (!start) return repository.START
    if (!keys.verify(signed(start), PURPOSE, start.mac))
      throw new ChainBroken('its start is not one that this service wrote')
    return start
  }

  const write = (within: Db, start: Link) =>
    repository.keepStart(within, start, keys.sign(signed(start), PURPOSE))

  /**
   * Verifies and deletes the oldest rows, at most a batch, that are older than so many days. Rows up to the anchor's are
   * kept: the end of the log is compared with it. Returns how many were deleted.
   */
  const purgeBatch = (keptDays: number, anchor: Link): Promise<number> =>
    inTransaction(db, async (trx) => {
      if (!(await repository.takeChain(trx))) return 0
      const start = await readStart(trx)
      const time = await repository.timeBefore(trx, keptDays)
      let last = start
      for (const row of await repository.rowsAfter(trx, start.position)) {
        if (BigInt(row.micros) >= time || (row.chain_position ?? 0) >= anchor.position) break
        last = requireLink(row, last)
      }
      if (last.position === start.position) return 0
      await repository.deleteThrough(trx, last.position)
      await write(trx, last)
      return last.position - start.position
    })

  return {
    read: readStart,

    async purge(keptDays: number, anchor: Link): Promise<number> {
      for (let all = 0; ;) {
        const deleted = await purgeBatch(keptDays, anchor)
        all += deleted
        if (deleted < repository.CHAIN_BATCH) return all
      }
    },

    /** Signs with the current key, before earlier ones are forgotten. */
    async signAnew(): Promise<void> {
      const start = await readStart()
      if (start.position > 0) await write(db, start)
    },
  }
}
