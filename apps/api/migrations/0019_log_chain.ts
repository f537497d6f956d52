import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- The service gives committed rows their places, and each the hash of its content and of the row before.
    alter table oper_log
      add column chain_position bigint constraint oper_log_chain_position unique,
      add column chain_hash bytea,
      add constraint oper_log_chained check ((chain_position is null) = (chain_hash is null));
    create index oper_log_unchained on oper_log (oper_id) where chain_position is null;
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop index oper_log_unchained;
    alter table oper_log drop column chain_position, drop column chain_hash;
  `.execute(db)
}
