import { sql, type Kysely } from 'kysely'

/** Forms of bank files that payers map themselves, each version a row that stays as it was approved. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table bank_preset (
      preset_id bigint primary key default next_id(),
      org_id bigint not null references organization on delete cascade,
      -- The first version.
      series_id bigint not null references bank_preset on delete cascade,
      number integer not null,
      name text not null,
      format text not null check (format in ('xlsx', 'csv', 'csvGbk')),
      columns jsonb not null,
      needs_code boolean not null,
      valid_from date not null,
      -- Everybody who wrote it: none of them approves it.
      authors bigint[] not null,
      created_by_name text not null,
      create_time timestamptz not null default now(),
      approved_time timestamptz,
      retired_time timestamptz,
      confirmed_on date,
      confirmed_by bigint references sys_user on delete set null,
      confirmed_by_name text,
      version integer not null default 1,
      constraint bank_preset_number unique (series_id, number),
      constraint bank_preset_retired check (retired_time is null or approved_time is not null),
      constraint bank_preset_confirmed check (confirmed_on is null or approved_time is not null)
    );
    create unique index bank_preset_name on bank_preset (org_id, name) where number = 1 and retired_time is null;
    -- Of one preset, one version at a time is in preparation.
    create unique index bank_preset_open on bank_preset (series_id) where approved_time is null;
    create index bank_preset_org on bank_preset (org_id);
    create index bank_preset_confirmer on bank_preset (confirmed_by);
    create trigger bank_preset_drop_decisions after delete on bank_preset
      for each row execute function drop_decisions_of_record('preset_id', 'bankPreset');

    -- The version that a batch was locked with, so that no later one changes its file.
    alter table payment_batch add column bank_preset_id bigint references bank_preset;
    create index payment_batch_bank_preset on payment_batch (bank_preset_id)
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`alter table payment_batch drop column bank_preset_id`.execute(db)
  await sql`delete from decision where kind = 'bankPreset'`.execute(db)
  await sql`drop table bank_preset`.execute(db)
}
