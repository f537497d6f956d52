import { sql, type Kysely } from 'kysely'

/**
 * The directory of clearing codes. Names of banks are written with and without the form of the company and 中国, which the key
 * leaves out on both sides.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create function bank_branch_key(value text) returns text language sql immutable parallel safe as $$
      select regexp_replace(regexp_replace(lower(normalize(value, nfkc)),
        '股份有限公司|有限责任公司|有限公司|[][(){}<>【】〔〕「」『』《》〈〉\\s]', '', 'g'), '^中国', '')
    $$;
    create table bank_branch (
      branch_id bigint primary key default next_id(),
      code text not null constraint bank_branch_code unique check (code ~ '^\\d{12}$'),
      name text not null,
      province text,
      city text,
      name_key text not null generated always as (bank_branch_key(name)) stored,
      name_grams text[] not null generated always as (grams(bank_branch_key(name))) stored,
      create_time timestamptz not null default now()
    );
    create index bank_branch_name_key on bank_branch (name_key);
    create index bank_branch_name_grams on bank_branch using gin (name_grams);
    create table bank_branch_import (
      import_id bigint primary key default next_id(),
      user_id bigint references sys_user on delete set null,
      file_name text not null,
      state text not null default 'running' check (state in ('running', 'done')),
      -- The rows of the file, compressed; null once they are imported.
      content bytea,
      language text not null,
      total integer not null,
      done integer not null default 0,
      created integer not null default 0,
      updated integer not null default 0,
      unchanged integer not null default 0,
      refused integer not null default 0,
      rows jsonb not null default '[]',
      create_time timestamptz not null default now()
    );
    create unique index bank_branch_import_running on bank_branch_import (state) where state = 'running';
    alter table payment_batch_line add column clearing_code text
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    alter table payment_batch_line drop column clearing_code;
    drop table bank_branch_import;
    drop table bank_branch;
    drop function bank_branch_key(text)
  `.execute(db)
}
