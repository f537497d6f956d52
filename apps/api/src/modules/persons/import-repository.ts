import type { ImportResult, ImportStatus, PersonImport } from '@consilium/contract/persons/persons.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { selectBatch, type Batch, type Cursor } from '@consilium/lists/select-batch.ts'
import type { Given } from './import-rows.ts'

/** A running import without progress for this long has lost its process: a batch takes only a few seconds. */
const ABANDONED_BEFORE = sql<string>`now() - interval '60 seconds'`
/** Results contain names and phones, so they are kept only as long as somebody may still be correcting the file. */
const KEPT_SINCE = sql<string>`now() - interval '7 days'`

/** The result of a row; for a refused row with its contents. */
export type RowResult = ImportResult & { given: Given | null }

export interface NewImport {
  userId: number
  orgId: number
  total: number
}

export async function insertImport(db: Db, { userId, orgId, total }: NewImport): Promise<number> {
  const row = await db
    .insertInto('person_import')
    .values({ user_id: userId, org_id: orgId, total })
    .returning('import_id')
    .executeTakeFirstOrThrow()
  return row.import_id
}

/**
 * Stores the results of a batch in the transaction of the batch, so that the reported results are exactly the
 * committed ones.
 */
export async function addResults(db: Db, importId: number, results: readonly RowResult[]): Promise<void> {
  await db
    .insertInto('person_import_row')
    .values(
      results.map(({ rowNumber, given, ...result }) => ({
        import_id: importId,
        row_number: rowNumber,
        given: given && JSON.stringify(given),
        ...result,
      })),
    )
    .execute()
  await db
    .updateTable('person_import')
    .set((eb) => ({
      done: eb('done', '+', results.length),
      succeeded: eb('succeeded', '+', results.filter(({ success }) => success).length),
      progress_time: sql<string>`now()`,
    }))
    .where('import_id', '=', importId)
    .execute()
}

export async function endImport(
  db: Db,
  importId: number,
  status: Exclude<ImportStatus, 'running'>,
): Promise<void> {
  await db.updateTable('person_import').set({ status }).where('import_id', '=', importId).execute()
}

/** Finds an import; if an organization is given, only one of its own. */
export const findImport = (
  db: Db,
  importId: number,
  orgId: number | undefined,
): Promise<Omit<PersonImport, 'rows'> | undefined> =>
  db
    .selectFrom('person_import')
    .select((eb) => [
      'import_id as importId',
      eb
        .case()
        .when(eb.and([eb('status', '=', 'running'), eb('progress_time', '<', ABANDONED_BEFORE)]))
        .then(sql<ImportStatus>`'interrupted'`)
        .else(eb.ref('status'))
        .end()
        .as('status'),
      'total',
      'done',
      'succeeded',
      eb('done', '-', eb.ref('succeeded')).as('failed'),
    ])
    .where('import_id', '=', importId)
    .$if(orgId !== undefined, (query) => query.where('org_id', '=', orgId!))
    .executeTakeFirst()

const results = (db: Db, importId: number) =>
  db
    .selectFrom('person_import_row as r')
    .select(['r.row_number as rowNumber', 'r.name', 'r.phone', 'r.success', 'r.message'])
    .where('r.import_id', '=', importId)

export const resultsOf = (db: Db, importId: number): Promise<ImportResult[]> =>
  results(db, importId).orderBy('r.row_number').execute()

export const batchOfFailures = (db: Db, importId: number, after: Cursor | null): Promise<Batch<RowResult>> =>
  selectBatch(
    db,
    results(db, importId).select('r.given').where('r.success', '=', false),
    { isAsc: 'asc' },
    { columns: {}, key: 'r.row_number' },
    after,
  )

export async function purgeImports(db: Db): Promise<void> {
  await db.deleteFrom('person_import').where('create_time', '<', KEPT_SINCE).execute()
}
