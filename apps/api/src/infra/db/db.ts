import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** The database, or a transaction on it: the first argument of every repository function. */
export type Db = Kysely<Tables>
