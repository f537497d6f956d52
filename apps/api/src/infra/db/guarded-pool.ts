import pg from 'pg'
import { UsedBesideTransaction } from './held-transactions.ts'
import { isHeld } from './request-transaction.ts'

type Connected = (
  error: Error | undefined,
  client?: pg.PoolClient,
  done?: (release?: unknown) => void,
) => void

/** A pool whose own queries, as those of Kysely, are refused to work that holds one of its transactions. */
export class GuardedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<pg.PoolClient> | void {
    if (!isHeld(this)) return connected ? super.connect(connected) : super.connect()
    const refusal = new UsedBesideTransaction()
    return connected ? connected(refusal) : Promise.reject(refusal)
  }
}
