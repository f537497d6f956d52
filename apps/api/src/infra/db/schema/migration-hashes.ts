import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Kysely, sql } from 'kysely'

const ENDING = '.ts'

/** Returns the SHA-256 of each migration file in hexadecimal, by migration name. */
export function hashMigrations(folder: string): Map<string, string> {
  const files = readdirSync(folder).filter((name) => name.endsWith(ENDING))
  return new Map(
    files.toSorted().map((file) => {
      const content = readFileSync(join(folder, file))
      return [basename(file, ENDING), createHash('sha256').update(content).digest('hex')]
    }),
  )
}

export async function exists<T>(db: Kysely<T>, table: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(
    db,
  )
  return rows[0]?.found ?? false
}

/** Returns the migrations that the database has run, with the hash of the file where it is recorded. */
async function readApplied<T>(db: Kysely<T>): Promise<{ name: string; sha256: string | null }[]> {
  if (!(await exists(db, 'kysely_migration'))) return []
  const known = await exists(db, 'migration_hash')
  const { rows } = await (
    known
      ? sql<{ name: string; sha256: string | null }>`
        select m.name, h.sha256 from kysely_migration m left join migration_hash h using (name) order by m.name`
      : sql<{ name: string; sha256: null }>`select name, null as sha256 from kysely_migration order by name`
  ).execute(db)
  return rows
}

export interface Compared {
  /** Migrations without a recorded hash, which ran before hashes were recorded. */
  unknown: string[]
  /** Migrations that the database has not run. */
  missing: string[]
}

/**
 * Compares the files with what the database has run. Throws if one has changed since: its schema would differ from that of
 * a new database.
 */
export async function compareHashes<T>(db: Kysely<T>, files: ReadonlyMap<string, string>): Promise<Compared> {
  const applied = await readApplied(db)
  const newer = applied.filter(({ name }) => !files.has(name))
  if (newer.length > 0)
    throw new Error(
      `A newer version has migrated this database, which this version cannot use: ${newer.map(({ name }) => name).join(', ')}. ` +
        'Start that version or a later one, or restore a backup from before the upgrade.',
    )
  const changed = applied.filter(
    ({ name, sha256 }) => sha256 !== null && files.has(name) && files.get(name) !== sha256,
  )
  if (changed.length > 0) {
    const names = changed.map(({ name }) => name).join(', ')
    throw new Error(
      `Not the migrations that this database has run: ${names}. ` +
        'Restore the files as they were; a change of the schema is a new migration.',
    )
  }
  const names = new Set(applied.map(({ name }) => name))
  return {
    unknown: applied.filter(({ sha256 }) => sha256 === null).map(({ name }) => name),
    missing: [...files.keys()].filter((name) => !names.has(name)),
  }
}

/** Records the hashes of migrations that have none yet. */
export async function keepHashes<T>(db: Kysely<T>, files: ReadonlyMap<string, string>): Promise<void> {
  await sql`create table if not exists migration_hash (name text primary key, sha256 text not null)`.execute(
    db,
  )
  const [names, hashes] = [[...files.keys()], [...files.values()]]
  await sql`
    insert into migration_hash (name, sha256)
    select f.name, f.sha256 from unnest(${names}::text[], ${hashes}::text[]) as f (name, sha256)
      join kysely_migration m on m.name = f.name
    on conflict (name) do nothing`.execute(db)
}

export const forgetHashes = <T>(db: Kysely<T>) => sql`drop table if exists migration_hash`.execute(db)
