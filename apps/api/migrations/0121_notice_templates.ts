import { sql, type Kysely } from 'kysely'

/** Short texts of notices that the operator has written, and what groups are told as deliveries. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table notice_template (
      kind text not null,
      -- The newest one holds; 1 is the text that is shipped.
      version integer not null check (version > 1),
      zh text not null,
      en text not null,
      create_user_id bigint references sys_user on delete set null,
      create_time timestamptz not null,
      primary key (kind, version)
    );
    create index notice_template_user on notice_template (create_user_id);
    -- The text of a bot that a delivery is the log of; the text goes when it was told.
    alter table delivery add column bot_notice_id bigint;
    create index delivery_bot_notice on delivery (bot_notice_id) where bot_notice_id is not null
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    alter table delivery drop column bot_notice_id;
    drop table notice_template`.execute(db)
}
