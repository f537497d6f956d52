import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'

/** Rows per statement. */
export const CHAIN_BATCH = 500
/** Version of the hashed form, in case it ever changes. */
const FORM = 1
const BEFORE_FIRST = Buffer.alloc(32)
const CHAIN_LOCK = sql<boolean>`pg_try_advisory_xact_lock(hashtextextended('oper_log chain', 0))`

/** A position in the chain and the hash of its row. */
export interface Link {
  position: number
  hash: Buffer
}

/** The link before the first row. */
export const START: Link = { position: 0, hash: BEFORE_FIRST }

/**
 * A row as it is hashed: every column that has a value, with the time in microseconds independent of the session's
 * time zone.
 */
const rows = (db: Db) =>
  db
    .selectFrom('oper_log')
    .selectAll()
    .select(sql<string>`(extract(epoch from oper_time) * 1000000)::bigint::text`.as('micros'))

export type ChainedRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

/** SHA-256 over the form's version, the position, the previous hash and the columns sorted by name. */
export function hashOf(row: ChainedRow, position: number, before: Buffer): Buffer {
  const { chain_position: _position, chain_hash: _hash, oper_time: _time, ...columns } = row
  const content = Object.entries(columns)
    .filter(([, value]) => value !== null)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify([FORM, position, before.toString('hex'), content])
  return createHash('sha256').update(text).digest()
}

/** The last link of the chain. */
export async function findHead(db: Db): Promise<Link> {
  const head = await db
    .selectFrom('oper_log')
    .select(['chain_position', 'chain_hash'])
    .where('chain_position', 'is not', null)
    .orderBy('chain_position', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!head?.chain_hash || head.chain_position === null) return (await findStart(db)) ?? START
  return { position: head.chain_position, hash: head.chain_hash }
}

/** The link before the first remaining row, with its signature; undefined if no row was ever deleted by schedule. */
export async function findStart(db: Db): Promise<(Link & { mac: Buffer }) | undefined> {
  const row = await db
    .selectFrom('oper_log_start')
    .select(['chain_position as position', 'chain_hash as hash', 'mac'])
    .executeTakeFirst()
  return row
}

export async function keepStart(db: Db, { position, hash }: Link, mac: Buffer): Promise<void> {
  const start = { chain_position: position, chain_hash: hash, mac }
  await db
    .insertInto('oper_log_start')
    .values({ is_only: true, ...start })
    .onConflict((conflict) =>
      conflict.column('is_only').doUpdateSet({ ...start, purge_time: sql<string>`now()` }),
    )
    .execute()
}

/** The time so many days ago, as `ChainedRow` has it. */
export async function timeBefore(db: Db, days: number): Promise<bigint> {
  const { micros } = await db
    .selectNoFrom(
      sql<string>`(extract(epoch from now() - make_interval(days => ${days})) * 1000000)::bigint::text`.as(
        'micros',
      ),
    )
    .executeTakeFirstOrThrow()
  return BigInt(micros)
}

export async function deleteThrough(db: Db, position: number): Promise<void> {
  await db.deleteFrom('oper_log').where('chain_position', '<=', position).execute()
}

/** True if this transaction may change the chain; another one does so meanwhile otherwise. */
export async function takeChain(trx: Db): Promise<boolean> {
  const { isFree } = await trx.selectNoFrom(CHAIN_LOCK.as('isFree')).executeTakeFirstOrThrow()
  return isFree
}

/** The hash at a position; undefined if no row has it. */
export async function findHash(db: Db, position: number): Promise<Buffer | undefined> {
  if (position === START.position) return START.hash
  const start = await findStart(db)
  if (position === start?.position) return start.hash
  const row = await db
    .selectFrom('oper_log')
    .select('chain_hash')
    .where('chain_position', '=', position)
    .executeTakeFirst()
  return row?.chain_hash ?? undefined
}

/** The next rows of the chain after a position. */
export const rowsAfter = (db: Db, position: number): Promise<ChainedRow[]> =>
  rows(db).where('chain_position', '>', position).orderBy('chain_position').limit(CHAIN_BATCH).execute()

export async function countUnchained(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('oper_log')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('chain_position', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

async function place(db: Db, links: readonly (Link & { operId: number })[]): Promise<void> {
  await sql`
    update oper_log as l set chain_position = v.position, chain_hash = v.hash
    from unnest(${links.map(({ operId }) => operId)}::bigint[], ${links.map(({ position }) => position)}::bigint[],
      ${links.map(({ hash }) => hash)}::bytea[]) as v(oper_id, position, hash)
    where l.oper_id = v.oper_id`.execute(db)
}

/**
 * Chains the next committed rows and returns how many. One node at a time: others skip it if the lock is held.
 * Writers of the log never wait for it.
 */
export const chainNext = (db: Db): Promise<number> =>
  inTransaction(db, async (trx) => {
    if (!(await takeChain(trx))) return 0
    const unchained = await rows(trx)
      .where('chain_position', 'is', null)
      .orderBy('oper_id')
      .limit(CHAIN_BATCH)
      .execute()
    if (unchained.length === 0) return 0
    let last = await findHead(trx)
    const links = unchained.map((row) => {
      const position = last.position + 1
      last = { position, hash: hashOf(row, position, last.hash) }
      return { ...last, operId: row.oper_id }
    })
    await place(trx, links)
    return links.length
  })
