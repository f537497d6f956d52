import { sql } from 'kysely'
import { inTransaction } from '../database.ts'
import type { Db } from '../db.ts'

/** The columns whose texts a trigger keeps; each is in an index. */
const COLUMNS = [
  ['meeting', 'meeting_name'],
  ['meeting', 'project_name'],
  ['meeting', 'org_name'],
  ['meeting_attendee', 'name'],
  ['meeting_attendee', 'unit'],
  ['meeting_attendee', 'department'],
  ['meeting_attendee', 'title'],
] as const
/** Texts that are looked at by one statement. */
const BATCH = 1000
/** Writers wait behind a lock that is waited for. */
const LOCK_WAIT = '200ms'

const isUnused = sql<boolean>`${sql.join(
  COLUMNS.map(
    ([table, column]) =>
      sql`not exists (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = s.value)`,
  ),
  sql` and `,
)}`

/**
 * Deletes unused texts. The triggers that keep texts lock the table with the row that needs one until it is committed, so
 * that a text looked for again under this lock is in no row.
 */
const deleteUnused = (db: Db, textIds: readonly number[]): Promise<void> =>
  inTransaction(db, async (trx) => {
    await sql`select set_config('lock_timeout', ${LOCK_WAIT}, true)`.execute(trx)
    await sql`lock table searched_text in exclusive mode`.execute(trx)
    await sql`delete from searched_text s where text_id = any(${[...textIds]}::bigint[]) and ${isUnused}`.execute(
      trx,
    )
  })

/** The texts that lists are searched by: names of people must not stay after the last record that has them. */
export const createSearchedTexts = (db: Db) => ({
  async purge(): Promise<void> {
    for (let after = 0; ;) {
      const { rows } = await sql<{ textId: number; isUnused: boolean }>`
        select s.text_id as "textId", ${isUnused} as "isUnused" from searched_text s
          where s.text_id > ${after} order by s.text_id limit ${BATCH}`.execute(db)
      const unused = rows.filter((row) => row.isUnused).map(({ textId }) => textId)
      if (unused.length > 0) await deleteUnused(db, unused)
      if (rows.length < BATCH) return
      after = rows.at(-1)!.textId
    }
  },
})
