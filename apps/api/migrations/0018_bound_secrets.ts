import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- One row for each master key that anything is sealed under: who cannot open it has another key.
    create table key_canary (
      key_id text primary key,
      sealed bytea not null,
      create_time timestamptz not null default now()
    );

    alter table stored_file
      -- The key of its bytes, sealed; null: written before files had keys of their own.
      add column file_key bytea,
      -- An identity card, a signature or a signed agreement: opened by a session, and each opening is logged.
      add column personal boolean not null default false;

    update stored_file set personal = true where file_id in (
      select trim(id)::bigint from expert, string_to_table(id_card_attachments, ',') as id where trim(id) <> ''
      union select handsign_file_id from labor_agreement
      union select pdf_file_id from labor_agreement
      union select handsign_file_id from labor_agreement_history
      union select pdf_file_id from labor_agreement_history
    );
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    alter table stored_file drop column file_key, drop column personal;
    drop table key_canary;
  `.execute(db)
}
