import { sql, type Kysely } from 'kysely'

/**
 * What an executor tried with an expert near a cap, or above it, on a day: the day of the meeting, and what the executor's own
 * fees for the expert would come to. The same try once more is one row. It is in the database, since nodes share it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table cap_try (
      expert_id bigint not null references expert on delete cascade,
      exec_user_id bigint not null references sys_user on delete cascade,
      tried_on date not null,
      meeting_day date not null,
      own_fees numeric(16, 2) not null,
      primary key (expert_id, exec_user_id, tried_on, meeting_day, own_fees)
    );
    create index cap_try_executor on cap_try (exec_user_id);
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table cap_try`.execute(db)
}
