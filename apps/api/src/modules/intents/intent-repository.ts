import type { IntentStatusChange } from '@consilium/contract/publicity/publicity.ts'
import type { Db } from '../../infra/db/db.ts'
import { foreignKeyViolation, uniqueViolation } from '../../infra/db/faults.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { refuseField } from '../../infra/refusal.ts'

/** The tables of those who are logged in, and of the public page. */
type OwnIntentTable = 'support_intent' | 'execution_intent'
type IntentTable = OwnIntentTable | 'publicity_support_intent' | 'publicity_execution_intent'

type IntentColumns = Pick<Tables[IntentTable], 'intent_id' | 'status' | 'version'>

/** Types the tables of all intents by their common columns, so that one statement serves each of them. */
const alike = (db: Db) => db.$omitTables<IntentTable>().$extendTables<Record<IntentTable, IntentColumns>>()

/** Updates the given fields; undefined ones keep their values. Returns false if the version is stale. */
export async function updateIntent(
  db: Db,
  table: OwnIntentTable,
  { intentId, version }: { intentId: number; version: number },
  given: { amount?: string | null | undefined; remark?: string | null | undefined },
): Promise<boolean> {
  const result = await alike(db)
    .updateTable(table)
    .set((eb) => ({ ...given, version: eb('version', '+', 1) }))
    .where('intent_id', '=', intentId)
    .where('version', '=', version)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Returns false if the intent does not exist. */
export async function setIntentStatus(
  db: Db,
  table: IntentTable,
  { intentId, status }: IntentStatusChange,
): Promise<boolean> {
  const result = await alike(db)
    .updateTable(table)
    .set((eb) => ({ status, version: eb('version', '+', 1) }))
    .where('intent_id', '=', intentId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function removeIntents(db: Db, table: IntentTable, intentIds: readonly number[]): Promise<void> {
  await alike(db).deleteFrom(table).where('intent_id', 'in', intentIds).execute()
}

/** Turns a violated constraint into a refusal; one of uniqueness names `field`, by which the intent is known. */
export const refuseBroken =
  (field: 'projectId' | 'phone') =>
  (error: unknown): never => {
    if (uniqueViolation(error)?.endsWith('_intent_unique')) throw refuseField('INTENT_EXISTS', field)
    if (foreignKeyViolation(error) !== undefined) throw refuseField('NOT_FOUND', 'projectId')
    throw error
  }
