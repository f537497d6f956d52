import { sql, type Kysely } from 'kysely'

/** Parts of phones are searched as they are and, by whoever may not see them, as they are masked. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create index sys_user_phone_trigrams on sys_user using gin (phone gin_trgm_ops) with (fastupdate = off);
    create index sys_user_masked_phone_trigrams on sys_user
      using gin ((left(phone, 3) || '****' || right(phone, 4)) gin_trgm_ops) with (fastupdate = off)
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop index sys_user_phone_trigrams, sys_user_masked_phone_trigrams`.execute(db)
}
