import { sql, type Kysely } from 'kysely'

/**
 * What a start has to do once about the gate policy: a new installation chooses one by its mode, an older one, which has
 * accounts when this runs, keeps its own and tells its administrators.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table gate_start (
      is_only boolean primary key default true check (is_only),
      awaits text check (awaits in ('choice', 'notice'))
    );
    insert into gate_start (awaits)
      select case when exists (select from sys_user) then 'notice' else 'choice' end;
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table gate_start`.execute(db)
}
