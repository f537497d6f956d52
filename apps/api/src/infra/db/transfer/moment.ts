import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { Db } from '../db.ts'
import type { CarriedTable } from './catalogue.ts'

/** Rows per statement. */
const BATCH = 500

/** Settings of the session that the text of a value depends on; copying takes as long as it takes. */
const COPYING = sql`
  select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO, YMD', true),
    set_config('extra_float_digits', '1', true), set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`

export const beginCopying = async (trx: Db): Promise<void> => void (await COPYING.execute(trx))

/** Gives the work a view of the database at one moment, which others may go on writing to. */
export const inOneMoment = <Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await beginCopying(trx)
      return work(trx)
    })

/** The time of the database's transaction, as ISO text. */
export async function momentOf(trx: Db): Promise<string> {
  const { rows } = await sql<{ moment: string }>`
    select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment`.execute(trx)
  return rows[0]!.moment
}

const orderOf = ({ key }: CarriedTable) =>
  key.length === 0
    ? sql`order by 1`
    : sql`order by ${sql.join(
        key.map(({ column, isText }) => (isText ? sql`${sql.ref(column)} collate "C"` : sql.ref(column))),
      )}`

/**
 * The rows of a table, each as one line of JSON, in the order of the primary key: the same rows give the same text on
 * every engine. Within a transaction only.
 */
export async function* linesOf(trx: Db, table: CarriedTable): AsyncGenerator<string[]> {
  const columns = sql.join(table.columns.map((column) => sql.ref(`t.${column}`)))
  const row = sql`select row_to_json(r)::text as line from (select ${columns}) r`
  await sql`declare carried no scroll cursor for
    select line from ${sql.table(table.name)} as t cross join lateral (${row}) l ${orderOf(table)}`.execute(
    trx,
  )
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(BATCH)} from carried`.execute(trx)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await sql`close carried`.execute(trx)
}

/** Number and SHA-256 of the lines of a table. */
export interface Content {
  rows: number
  sha256: string
}

/** Passes lines on and takes their number and hash. */
export function createCount() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(lines: readonly string[]): string {
      const text = lines.map((line) => `${line}\n`).join('')
      hash.update(text)
      rows += lines.length
      return text
    },
    end: (): Content => ({ rows, sha256: hash.digest('hex') }),
  }
}

export async function contentOf(trx: Db, table: CarriedTable): Promise<Content> {
  const count = createCount()
  for await (const lines of linesOf(trx, table)) count.add(lines)
  return count.end()
}
