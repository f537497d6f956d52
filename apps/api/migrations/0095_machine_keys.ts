import { sql, type Kysely } from 'kysely'

/** Machine accounts of organizations, which nobody logs in to, and the keys that they call with. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table sys_user add column is_machine boolean not null default false,
      add constraint sys_user_machine check (not is_machine or parent_user_id is not null);
    create table machine_key (
      key_id bigint generated always as identity primary key,
      user_id bigint not null references sys_user on delete cascade,
      key_hash bytea not null unique check (length(key_hash) = 32),
      create_user_id bigint references sys_user on delete set null,
      create_time timestamptz not null default now(),
      expire_time timestamptz not null,
      last_used_time timestamptz
    );
    create index machine_key_account on machine_key (user_id);
    create index machine_key_creator on machine_key (create_user_id)
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop table machine_key;
    alter table sys_user drop constraint sys_user_machine, drop column is_machine
  `.execute(db)
}
