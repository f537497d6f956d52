import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table person_import (
      import_id bigint primary key default next_id(),
      user_id bigint not null references sys_user on delete cascade,
      org_id bigint not null references organization on delete cascade,
      status text not null default 'running' check (status in ('running', 'finished', 'interrupted')),
      total integer not null,
      done integer not null default 0,
      succeeded integer not null default 0,
      create_time timestamptz not null default now(),
      -- Moves with each batch; a running import that stands still has lost its process.
      progress_time timestamptz not null default now()
    );
    create index person_import_age on person_import (create_time);
    create index person_import_organization on person_import (org_id);
    create index person_import_user on person_import (user_id);

    create table person_import_row (
      import_id bigint not null references person_import on delete cascade,
      row_number integer not null,
      name text,
      phone text,
      success boolean not null,
      message text not null,
      primary key (import_id, row_number)
    );
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table person_import_row, person_import`.execute(db)
}
