import { promises as fs } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { FileMigrationProvider, Migrator, type MigrationResultSet, NO_MIGRATIONS } from 'kysely/migration'

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))

/**
 * Applies what the database has not seen, in the order of the file names, all in one transaction.
 * Returns the names applied. Nodes that start together wait for one another, and each migration runs once.
 */
export function migrateToLatest<T>(db: Kysely<T>, folder = MIGRATIONS): Promise<string[]> {
  return migrate(db, folder, (migrator) => migrator.migrateToLatest())
}

/** Takes every migration back, the last one first: all data is gone. Returns the names taken back. */
export function resetAll<T>(db: Kysely<T>, folder = MIGRATIONS): Promise<string[]> {
  return migrate(db, folder, (migrator) => migrator.migrateTo(NO_MIGRATIONS))
}

function migrate<T>(
  db: Kysely<T>,
  folder: string,
  run: (migrator: Migrator) => Promise<MigrationResultSet>,
): Promise<string[]> {
  return withoutStatementTimeout(db, async (connection) => {
    const { error, results = [] } = await run(
      new Migrator({ db: connection, provider: readMigrations(folder) }),
    )
    const failed = results.find(({ status }) => status === 'Error')
    if (error)
      throw new Error(failed ? `migration ${failed.migrationName} failed` : 'migrating failed', {
        cause: error,
      })
    return results.map(({ migrationName }) => migrationName)
  })
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

/** Waiting for another node's migrations counts as a running statement, and takes as long as they do. */
function withoutStatementTimeout<T, Result>(
  db: Kysely<T>,
  work: (connection: Kysely<T>) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{
      before: string
    }>`select current_setting('statement_timeout') as before`.execute(connection)
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`select set_config('statement_timeout', ${rows[0]?.before ?? '0'}, false)`.execute(connection)
    }
  })
}
