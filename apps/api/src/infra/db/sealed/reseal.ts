import { sql } from 'kysely'
import type { Keys } from '../../keys/keys.ts'
import type { Db } from '../db.ts'
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts'

/** Rows read by one statement. */
const BATCH = 200

export interface Resealed {
  values: number
  /** Values that none of the given keys can decrypt; they are left unchanged. */
  unreadable: string[]
}

interface StaleValue {
  row: number
  sealed: Buffer
}

/** Reads the next values that are not encrypted under the current key, in the order of their rows. */
async function staleValues(db: Db, keys: Keys, place: SealedColumn, after: number): Promise<StaleValue[]> {
  const [table, key, column] = [sql.table(place.table), sql.ref(place.key), sql.ref(place.column)]
  const { rows } = await sql<StaleValue>`
    select ${key} as row, ${column} as sealed from ${table}
    where ${key} > ${after} and ${column} is not null
      and substring(${column} from 1 for ${keys.prefix.length}::int) <> ${keys.prefix}
    order by ${key} limit ${BATCH}`.execute(db)
  return rows
}

/** Updates only unchanged values, since a concurrent change has already used the current key. */
async function replaceValues(
  db: Db,
  place: SealedColumn,
  changes: readonly (StaleValue & { anew: Buffer })[],
): Promise<void> {
  if (changes.length === 0) return
  const [table, column] = [sql.table(place.table), sql.ref(place.column)]
  const of = <T>(pick: (change: StaleValue & { anew: Buffer }) => T) => changes.map(pick)
  await sql`
    update ${table} as t set ${column} = v.anew
    from unnest(${of(({ row }) => row)}::bigint[], ${of(({ sealed }) => sealed)}::bytea[],
      ${of(({ anew }) => anew)}::bytea[]) as v(row, sealed, anew)
    where ${sql.ref(`t.${place.key}`)} = v.row and ${sql.ref(`t.${place.column}`)} = v.sealed`.execute(db)
}

async function resealColumn(
  db: Db,
  place: SealedColumn,
  keys: Keys,
  open: (place: SealedColumn, value: StaleValue) => string,
): Promise<Resealed> {
  const done: Resealed = { values: 0, unreadable: [] }
  for (let after = 0, rows: StaleValue[]; ; after = rows.at(-1)?.row ?? after) {
    rows = await staleValues(db, keys, place, after)
    if (rows.length === 0) return done
    const changes = rows.flatMap((value) => {
      try {
        const text = open(place, value)
        const anew = keys.seal(text, { table: place.table, column: place.column, row: value.row })
        return [{ ...value, anew }]
      } catch (error) {
        done.unreadable.push(error instanceof Error ? error.message : String(error))
        return []
      }
    })
    await replaceValues(db, place, changes)
    done.values += changes.length
  }
}

async function resealAll(
  db: Db,
  keys: Keys,
  open: (place: SealedColumn, value: StaleValue) => string,
): Promise<Resealed> {
  const all: Resealed = { values: 0, unreadable: [] }
  for (const place of SEALED_COLUMNS) {
    const { values, unreadable } = await resealColumn(db, place, keys, open)
    all.values += values
    all.unreadable.push(...unreadable)
  }
  return all
}

/** Encrypts values of older keys under the current key. It may be interrupted and restarted at any point. */
export const resealUnderCurrentKey = (db: Db, keys: Keys): Promise<Resealed> =>
  resealAll(db, keys, ({ table, column }, { row, sealed }) => keys.open(sealed, { table, column, row }))

/** Binds older values to their row and column. */
export const bindToPlaces = (db: Db, keys: Keys): Promise<Resealed> =>
  resealAll(db, keys, ({ table, column, formerPurpose }, { row, sealed }) =>
    formerPurpose === null
      ? keys.open(sealed, { table, column, row })
      : keys.openUnbound(sealed, formerPurpose),
  )
