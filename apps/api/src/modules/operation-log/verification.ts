import type { Db } from '../../infra/db/db.ts'
import type { Anchor } from './anchor.ts'
import * as repository from './chain-repository.ts'
import type { ChainedRow, Link } from './chain-repository.ts'

/** The operation log was changed afterwards. The message names the first row that shows it. */
export class ChainBroken extends Error {
  override readonly name = 'ChainBroken'
}

const named = ({ oper_id: operId, operation, oper_time: time }: ChainedRow) =>
  `row ${operId} (${operation}, ${time})`

/** The link of a row that follows another one. Throws ChainBroken. */
export function requireLink(row: ChainedRow, last: Link): Link {
  const position = last.position + 1
  if (row.chain_position !== position)
    throw new ChainBroken(`position ${position} is missing: a row was deleted before ${named(row)}`)
  const hash = repository.hashOf(row, position, last.hash)
  if (!row.chain_hash?.equals(hash))
    throw new ChainBroken(`${named(row)} at position ${position} was changed after it was written`)
  return { position, hash }
}

/** Verifies the chain from a position to its end, in batches. Throws ChainBroken. */
export async function followChain(db: Db, from: Link): Promise<Link> {
  let last = from
  for (let rows; ;) {
    rows = await repository.rowsAfter(db, last.position)
    if (rows.length === 0) return last
    for (const row of rows) last = requireLink(row, last)
  }
}

/** Throws ChainBroken if the log no longer contains what it contained when the anchor was written. */
export async function compareWith(db: Db, anchor: Anchor): Promise<void> {
  const hash = await repository.findHash(db, anchor.position)
  if (hash?.equals(anchor.hash)) return
  const { position: end } = await repository.findHead(db)
  throw new ChainBroken(
    end < anchor.position
      ? `the log ends at position ${end}, but at ${anchor.time} it had ${anchor.position} rows: its end was deleted`
      : `the row at position ${anchor.position} is not the one of ${anchor.time}: the chain was recomputed`,
  )
}
