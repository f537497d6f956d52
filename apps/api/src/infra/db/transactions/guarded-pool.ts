import pg from 'pg'
import { UsedBesideTransaction } from './held-transactions.ts'
import { isHeld } from './request-transaction.ts'

type Connected = (
  error: Error | undefined,
  client?: pg.PoolClient,
  done?: (release?: unknown) => void,
) => void

type GuardedPoolOptions = Omit<pg.PoolConfig, 'onConnect'> & {
  /** Awaited before the first statement of a connection. */
  onConnect?: (client: pg.ClientBase) => Promise<void>
}

/**
 * A pool whose own queries, as those of Kysely, are refused to work that holds one of its transactions, and which knows when
 * it was last answered.
 */
export class GuardedPool extends pg.Pool {
  /** When the database last finished a statement of this pool, by `performance.now()`. */
  lastAnswer = Number.NEGATIVE_INFINITY

  constructor(options: GuardedPoolOptions) {
    super(options)
    this.on('connect', (client) =>
      client.connection.on('readyForQuery', () => (this.lastAnswer = performance.now())),
    )
  }

  override connect(): Promise<pg.PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<pg.PoolClient> | void {
    if (!isHeld(this)) return connected ? super.connect(connected) : super.connect()
    const refusal = new UsedBesideTransaction()
    return connected ? connected(refusal) : Promise.reject(refusal)
  }
}
