import { sql } from 'kysely'
import type { Db } from '../db.ts'

const SETTING = sql<string>`set_config('plan_cache_mode', 'force_generic_plan', true)`

/**
 * To the end of the transaction, a named statement is planned once for all values instead of for those that are given. For
 * transactions of statements that find rows by their keys, where planning takes longer than running
 * ([decision 36](../../../../../../docs/decisions/0036-named-statements.md)).
 */
export async function planOnce(trx: Db): Promise<void> {
  await sql`select ${SETTING}`.execute(trx)
}

/** The same as a column of a statement that the transaction begins with, so that it needs none of its own. */
export const planningOnce = SETTING.as('planCacheMode')
