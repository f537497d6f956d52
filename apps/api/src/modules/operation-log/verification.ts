import type { Db } from '../../infra/db/db.ts'
import type { Anchor } from './anchor.ts'
import * as repository from './chain-repository.ts'
import type { ChainedRow, Link } from './chain-repository.ts'

/** The operation log is not what was written. The message names the first row that tells. */
export class ChainBroken extends Error {
  override readonly name = 'ChainBroken'
}

const named = ({ oper_id: operId, operation, oper_time: time }: ChainedRow) =>
  `row ${operId} (${operation}, ${time})`

/** Follows the chain from a place to its end, in batches. Throws ChainBroken. */
export async function followChain(db: Db, from: Link): Promise<Link> {
  let last = from
  for (let rows; ;) {
    rows = await repository.rowsAfter(db, last.position)
    if (rows.length === 0) return last
    for (const row of rows) {
      const position = last.position + 1
      if (row.chain_position !== position)
        throw new ChainBroken(`place ${position} is empty: a row was taken out before ${named(row)}`)
      const hash = repository.hashOf(row, position, last.hash)
      if (!row.chain_hash?.equals(hash))
        throw new ChainBroken(`${named(row)} at place ${position} is not as it was written`)
      last = { position, hash }
    }
  }
}

/** Throws ChainBroken where the log no longer holds what it held when the anchor was written. */
export async function compareWith(db: Db, anchor: Anchor): Promise<void> {
  const hash = await repository.findHash(db, anchor.position)
  if (hash?.equals(anchor.hash)) return
  const { position: end } = await repository.findHead(db)
  throw new ChainBroken(
    end < anchor.position
      ? `the log ends at place ${end}, and at ${anchor.time} it had ${anchor.position} rows: its end was cut off`
      : `the row at place ${anchor.position} is not the one of ${anchor.time}: the chain was made anew`,
  )
}
