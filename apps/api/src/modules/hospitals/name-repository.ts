import { sql } from 'kysely'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'

/**
 * Changes hospitals in a transaction that takes the lock of their names before any row. So changes are made one after the
 * other, no two of them wait for each other, and what one looked up holds until it writes.
 */
export const changingHospitals = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  inTransaction(db, async (trx) => {
    await sql`lock table hospital_name in share row exclusive mode`.execute(trx)
    return work(trx)
  })

/** The key of each text; an empty one for what is nothing but brackets and blanks. */
export async function keysOf(db: Db, texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select hospital_key(t.text) as key from unnest(${[...texts]}::text[]) with ordinality t (text, place)
      order by t.place`.execute(db)
  return rows.map(({ key }) => key)
}

export interface Owner {
  key: string
  hospitalId: number
  hospital: string
}

/** The hospitals that have names with these keys. */
export async function ownersOf(db: Db, keys: readonly string[]): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select n.name_key as key, h.hospital_id as "hospitalId", h.name as hospital
      from hospital_name n join hospital h using (hospital_id)
      where n.name_key = any(${[...keys]}::text[])`.execute(db)
  return rows
}

export interface NewName {
  key: string
  name: string
  hospitalId: number | null
  isMain: boolean
}

/** Adds names that nobody has; of those that were said to be no hospital it takes the place. */
export async function insertNames(db: Db, names: readonly NewName[]): Promise<void> {
  if (names.length === 0) return
  await sql`delete from hospital_name where hospital_id is null
    and name_key = any(${names.map(({ key }) => key)}::text[])`.execute(db)
  await db
    .insertInto('hospital_name')
    .values(names.map(({ name, hospitalId, isMain }) => ({ name, hospital_id: hospitalId, is_main: isMain })))
    .execute()
}

export async function deleteNames(db: Db, hospitalIds: readonly number[]): Promise<void> {
  await db.deleteFrom('hospital_name').where('hospital_id', 'in', hospitalIds).execute()
}

/** All names of one hospital become other names of another one. */
export async function moveNames(db: Db, hospitalId: number, intoId: number): Promise<void> {
  await db
    .updateTable('hospital_name')
    .set({ hospital_id: intoId, is_main: false })
    .where('hospital_id', '=', hospitalId)
    .execute()
}

export async function namesOf(
  db: Db,
  hospitalIds: readonly number[],
): Promise<Map<number, { key: string; name: string; isMain: boolean }[]>> {
  const rows = await db
    .selectFrom('hospital_name')
    .select(['hospital_id as hospitalId', 'name_key as key', 'name', 'is_main as isMain'])
    .where('hospital_id', 'in', [...hospitalIds, 0])
    .orderBy('create_time')
    .orderBy('name_key')
    .execute()
  return Map.groupBy(rows, ({ hospitalId }) => hospitalId ?? 0)
}
