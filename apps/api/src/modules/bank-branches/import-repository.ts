import type { BankBranchImport } from '@consilium/contract/bank-branches/bank-branches.ts'
import type { Language } from '@consilium/contract/errors.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import type { Written } from './repository.ts'

export interface NewImport {
  userId: number
  fileName: string
  content: Uint8Array
  total: number
  language: Language
}

/** Begins an import. Returns undefined while another one runs. */
export async function insertImport(
  db: Db,
  { userId, fileName, content, total, language }: NewImport,
): Promise<number | undefined> {
  const row = await db
    .insertInto('bank_branch_import')
    .values({ user_id: userId, file_name: fileName, content: Buffer.from(content), total, language })
    .onConflict((conflict) =>
      conflict
        .column('state')
        .where(sql<boolean>`state = 'running'`)
        .doNothing(),
    )
    .returning('import_id')
    .executeTakeFirst()
  return row?.import_id
}

export const findImport = (db: Db, importId: number): Promise<BankBranchImport | undefined> =>
  db
    .selectFrom('bank_branch_import')
    .select([
      'import_id as importId',
      'file_name as fileName',
      'state',
      'total',
      'done',
      'created',
      'updated',
      'unchanged',
      'refused',
      'rows',
    ])
    .where('import_id', '=', importId)
    .executeTakeFirst()

/** What a job has to import; undefined once it is done. */
export const findWork = (
  db: Db,
  importId: number,
): Promise<{ content: Buffer | null; done: number; language: Language } | undefined> =>
  db
    .selectFrom('bank_branch_import')
    .select(['content', 'done', 'language'])
    .where('import_id', '=', importId)
    .where('state', '=', 'running')
    .executeTakeFirst()

export interface Progress extends Written {
  done: number
  refused: BankBranchImport['rows']
  rowsShown: number
}

/** Notes a chunk in the transaction that writes it, so that an interrupted run goes on behind it. False if it is noted already. */
export async function addProgress(
  db: Db,
  importId: number,
  doneBefore: number,
  { done, created, updated, unchanged, refused, rowsShown }: Progress,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update bank_branch_import set done = ${done}, created = created + ${created}, updated = updated + ${updated},
        unchanged = unchanged + ${unchanged}, refused = refused + ${refused.length},
        rows = case when jsonb_array_length(rows) >= ${rowsShown} then rows else
          jsonb_path_query_array(rows || ${JSON.stringify(refused.slice(0, rowsShown))}::jsonb, ${`$[0 to ${rowsShown - 1}]`}::jsonpath) end
      where import_id = ${importId} and state = 'running' and done = ${doneBefore}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

export async function endImport(db: Db, importId: number): Promise<void> {
  await db
    .updateTable('bank_branch_import')
    .set({ state: 'done', content: null })
    .where('import_id', '=', importId)
    .execute()
}

export const unfinished = (db: Db): Promise<{ importId: number }[]> =>
  db.selectFrom('bank_branch_import').select('import_id as importId').where('state', '=', 'running').execute()
