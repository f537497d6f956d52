import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../src/infra/db/db.ts'

/** Tables whose names can be searched, as far as tests copy their rows, with the columns of those names. */
const SEARCHED = { meeting: ['project_name', 'meeting_name'], meeting_attendee: ['name'] } as const

/**
 * Copies of rows by the thousand, which requests could not make in a test. The references of a copy are those of its
 * original, so they are not looked up for each row; the texts of searches are added at once instead of row by row.
 * On a busy machine it may take longer than a statement of the product may.
 */
export async function copyRows(db: Db, copies: readonly RawBuilder<unknown>[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0; set local session_replication_role = replica`.execute(trx)
    for (const copy of copies) await copy.execute(trx)
    for (const [table, columns] of Object.entries(SEARCHED))
      for (const column of columns)
        await sql`
          insert into searched_text (value)
            select distinct ${sql.ref(column)} from ${sql.table(table)}
             where ${sql.ref(column)} <> ''
               and not exists (select 1 from searched_text known where known.value = ${sql.ref(column)})`.execute(
          trx,
        )
  })
  await sql`analyze`.execute(db)
}
