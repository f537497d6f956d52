import { sql } from 'kysely'
import type { Db } from './db.ts'

/** What a check found: how many records contradict each other, and some of their ids. */
export interface Contradiction {
  what: string
  count: number
  ids: readonly number[]
}

const EXAMPLES = 10

/** Queries that return the ids of records which contradict others. Each is empty in a sound database. */
const CHECKS = [
  {
    what: 'invoices that the ledger of duplicates does not have as they are',
    query: sql`
      with wanted as (
        select invoice_use_key(invoice_code, invoice_number) as use_key, record_id from meeting_invoice
          where invoice_number is not null
        union
        select 'file:' || encode(f.sha256, 'hex') || '/' || i.file_page, i.record_id
          from meeting_invoice i join stored_file f using (file_id)
      )
      select distinct record_id as id from (
        (select use_key, record_id from wanted except select use_key, record_id from invoice_ledger)
        union all (select use_key, record_id from invoice_ledger except select use_key, record_id from wanted)
      ) differing`,
  },
  {
    what: 'agreements whose net amount and levies do not add up to the payable amount',
    query: sql`
      select attendee_id as id from labor_agreement
      where net_amount + income_tax + vat_amount + surcharge_amount <> payable_amount`,
  },
  {
    what: 'signed agreements that were replaced, whose amounts do not add up',
    query: sql`
      select history_id as id from labor_agreement_history
      where net_amount + income_tax + vat_amount + surcharge_amount <> payable_amount`,
  },
] as const

const fileLists = (db: Db) =>
  sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and a.attname in ('attachments', 'on_site_photos') and a.atttypid = 'bigint[]'::regtype`.execute(db)

async function contradictionOf(db: Db, what: string, query: ReturnType<typeof sql>): Promise<Contradiction> {
  const { rows } = await sql<{ count: number; ids: number[] | null }>`
    with found as (${query})
    select (select count(*)::int from found) as count,
      (select array_agg(id) from (select id from found order by id limit ${EXAMPLES}) f) as ids`.execute(db)
  return { what, count: rows[0]?.count ?? 0, ids: rows[0]?.ids ?? [] }
}

/** Looks for records that contradict each other, which no constraint of the database prevents. */
export async function findContradictions(db: Db): Promise<Contradiction[]> {
  const found: Contradiction[] = []
  for (const { what, query } of CHECKS) found.push(await contradictionOf(db, what, query))
  for (const { table, column } of (await fileLists(db)).rows) {
    const query = sql`
      select distinct listed.file_id as id from ${sql.table(table)} cross join lateral unnest(${sql.ref(column)}) as listed (file_id)
      where not exists (select from stored_file f where f.file_id = listed.file_id)`
    found.push(await contradictionOf(db, `files of ${table}.${column} that there are not`, query))
  }
  return found.filter(({ count }) => count > 0)
}

const FILES_PER_QUERY = 5000

/** The storage keys of all files, in batches. */
export async function* storageKeys(db: Db): AsyncGenerator<{ fileId: number; key: string }[]> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('stored_file')
      .select(['file_id as fileId', 'storage_key as key'])
      .where('file_id', '>', after)
      .orderBy('file_id')
      .limit(FILES_PER_QUERY)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.fileId
  }
}
