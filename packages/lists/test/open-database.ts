import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'

/** A PostgreSQL of this process, empty. */
export const openDatabase = <Tables>(): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: new PGlite() }) })
