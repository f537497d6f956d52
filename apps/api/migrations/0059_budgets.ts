import { sql, type Kysely } from 'kysely'

const CATEGORIES = sql.raw(`('labor', 'meals', 'venue', 'travel', 'lodging', 'materials', 'other')`)

/**
 * What a project may spend, by category. The row of a line is the lock of what is committed against it. A line changes
 * by a request that somebody else approves; the database itself holds that these are two people.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table budget_line (
      project_id bigint not null references project on delete cascade,
      category text not null check (category in ${CATEGORIES}),
      amount numeric(14, 2) not null check (amount >= 0),
      create_user_id bigint references sys_user on delete set null,
      create_time timestamptz not null default now(),
      primary key (project_id, category)
    );
    create index budget_line_creator on budget_line (create_user_id);

    create table budget_change (
      change_id bigint generated always as identity primary key,
      project_id bigint not null,
      category text not null,
      amount_before numeric(14, 2) not null,
      amount numeric(14, 2) not null check (amount >= 0),
      reason text not null,
      status text not null default 'pending' check (status in ('pending', 'approved', 'refused')),
      asked_by bigint references sys_user on delete set null,
      decided_by bigint references sys_user on delete set null,
      decided_time timestamptz,
      opinion text,
      version integer not null default 1,
      create_time timestamptz not null default now(),
      constraint budget_change_line foreign key (project_id, category) references budget_line on delete cascade,
      constraint budget_change_two_people check (decided_by <> asked_by)
    );
    create unique index budget_change_pending on budget_change (project_id, category) where status = 'pending';
    create index budget_change_project on budget_change (project_id, change_id);
    create index budget_change_asked on budget_change (asked_by);
    create index budget_change_decider on budget_change (decided_by);

    create table budget_allocation (
      meeting_id bigint not null references meeting on delete cascade,
      category text not null check (category in ${CATEGORIES}),
      amount numeric(14, 2) not null check (amount >= 0),
      primary key (meeting_id, category)
    );
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table budget_allocation; drop table budget_change; drop table budget_line`.execute(db)
}
