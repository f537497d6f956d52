import { sql } from 'kysely'
import type { Db } from '../db.ts'

/**
 * To the end of the transaction, a named statement is planned once for all values instead of for those that are given. For
 * transactions of statements that find rows by their keys, where planning takes longer than running
 * ([decision 36](../../../../../../docs/decisions/0036-named-statements.md)).
 */
export async function planOnce(trx: Db): Promise<void> {
  await sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(trx)
}
