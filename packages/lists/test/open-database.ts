import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, PostgresDialect, sql } from 'kysely'
import pg from 'pg'

const SERVER = process.env.TEST_DATABASE_URL

// The embedded engine reads identifiers and counts as numbers, too.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
const poolOf = (connectionString: string) => new pg.Pool({ connectionString, types })

/** Opens an empty PostgreSQL: a database of the server under test, or one of this process if no server is given. */
export async function openDatabase<Tables>(): Promise<Kysely<Tables>> {
  if (SERVER === undefined)
    return new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: new PGlite() }) })
  const server = new Kysely({ dialect: new PostgresDialect({ pool: poolOf(SERVER) }) })
  const name = `lists_${crypto.randomUUID()}`
  await sql`create database ${sql.id(name)}`.execute(server)
  const connectionString = Object.assign(new URL(SERVER), { pathname: name }).toString()
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: poolOf(connectionString) }) })
  const destroy = database.destroy.bind(database)
  database.destroy = async () => {
    await destroy()
    await sql`drop database ${sql.id(name)}`.execute(server)
    await server.destroy()
  }
  return database
}
