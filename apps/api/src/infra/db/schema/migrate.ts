import { promises as fs } from 'node:fs'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { FileMigrationProvider, Migrator, type MigrationResultSet, NO_MIGRATIONS } from 'kysely/migration'
import { MIGRATIONS } from './migration-files.ts'
import { compareHashes, exists, forgetHashes, hashMigrations, keepHashes } from './migration-hashes.ts'
import { refuseBesideOlderNodes } from '../engine/nodes-beside.ts'
import { UNFINISHED } from '../transfer/catalogue.ts'

export { MIGRATIONS }

/**
 * Advisory lock that makes nodes migrate one database one after the other. The number is arbitrary, but no other lock
 * has it.
 */
const LOCK = 7_351_960_412

/** A restore into the database began and did not end. */
export class RestoreUnfinished extends Error {
  override readonly name = 'RestoreUnfinished'
  constructor() {
    super('A restore into this database did not end: run it again, it begins anew.')
  }
}

export interface MigrateOptions {
  folder?: string
  /** The last migration to apply; the newest one without it. */
  upTo?: string
  /** The database is being restored, and so not whole yet. */
  isRestoring?: boolean
  /** Receives a sentence for the operator. */
  warn?: (message: string) => void
}

/**
 * Applies all new migrations in the order of their file names, in one transaction, and returns their names. Nodes that
 * start at the same time wait for one another, so that each migration runs once. Throws if a file differs from the one
 * that the database has run, and if nodes are connected that cannot run beside this version.
 */
export function migrateToLatest<T>(
  db: Kysely<T>,
  { folder = MIGRATIONS, upTo, isRestoring = false, warn = () => {} }: MigrateOptions = {},
): Promise<string[]> {
  return alone(db, async (connection) => {
    if (!isRestoring && (await exists(connection, UNFINISHED))) throw new RestoreUnfinished()
    const files = hashMigrations(folder)
    const { unknown, missing } = await compareHashes(connection, files)
    if (missing.length > 0) await refuseBesideOlderNodes(connection)
    if (unknown.length > 0)
      warn(
        `This database is older than the hashes of migrations; those of the files are kept: ${unknown.join(', ')}`,
      )
    // Most starts find nothing to do; kysely would read the whole catalogue and load every migration to see it.
    if (upTo === undefined && missing.length === 0 && unknown.length === 0) return []
    const names = await migrate(connection, folder, (migrator) =>
      upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo),
    )
    await keepHashes(connection, files)
    return names
  })
}

/** Reverts every migration, last one first, which deletes all data. Returns their names. */
export function resetAll<T>(db: Kysely<T>, { folder = MIGRATIONS }: MigrateOptions = {}): Promise<string[]> {
  return alone(db, async (connection) => {
    const names = await migrate(connection, folder, (migrator) => migrator.migrateTo(NO_MIGRATIONS))
    await forgetHashes(connection)
    return names
  })
}

async function migrate<T>(
  db: Kysely<T>,
  folder: string,
  run: (migrator: Migrator) => Promise<MigrationResultSet>,
): Promise<string[]> {
  const { error, results = [] } = await run(new Migrator({ db, provider: readMigrations(folder) }))
  const failed = results.find(({ status }) => status === 'Error')
  if (error)
    throw new Error(
      `${failed ? `migration ${failed.migrationName}` : 'migrating'} failed: ${error instanceof Error ? error.message : 'for no reason given'}`,
      { cause: error },
    )
  return results.map(({ migrationName }) => migrationName)
}

const readMigrations = (migrationFolder: string) =>
  new FileMigrationProvider({
    fs,
    path,
    migrationFolder,
    onFileIgnored(name: string) {
      throw new Error(`${path.join(migrationFolder, name)} is no migration: it must export up`)
    },
  })

/**
 * Runs the work while no other node migrates. The wait for the lock counts as a running statement, so the statement
 * timeout is off.
 */
function alone<T, Result>(db: Kysely<T>, work: (connection: Kysely<T>) => Promise<Result>): Promise<Result> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{
      before: string
    }>`select current_setting('statement_timeout') as before`.execute(connection)
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      await sql`select pg_advisory_lock(${LOCK})`.execute(connection)
      try {
        return await work(connection)
      } finally {
        await sql`select pg_advisory_unlock(${LOCK})`.execute(connection)
      }
    } finally {
      await sql`select set_config('statement_timeout', ${rows[0]?.before ?? '0'}, false)`.execute(connection)
    }
  })
}
