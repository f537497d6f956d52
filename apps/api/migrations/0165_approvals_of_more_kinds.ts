import { sql, type Kysely } from 'kysely'

const refuseOwnVote = (barred: string) =>
  sql.raw(`
  create or replace function refuse_own_vote() returns trigger language plpgsql as $$
    declare asked decision;
    begin
      select * into asked from decision where decision_id = new.decision_id;
      if new.verdict in ('approved', 'refused', 'sentBack')
          and (array[asked.asked_by] ${barred}) && (new.for_user_ids || new.user_id) then
        raise exception 'nobody decides the own request'
          using errcode = 'check_violation', constraint = 'decision_two_people';
      end if;
      return new;
    end $$`)

/** What is asked about a record goes with it. */
const RECORDS = [
  { table: 'meeting', key: 'meeting_id', kind: 'meetingPlan' },
  { table: 'project', key: 'project_id', kind: 'budgetLine' },
] as const

/** Requests that further people decide nothing of, and requests that stand for themselves. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table decision add column barred_user_ids bigint[] not null default '{}', add column changes jsonb`.execute(
    db,
  )
  await refuseOwnVote('|| asked.barred_user_ids').execute(db)
  await sql`
    create function drop_decisions_of_record() returns trigger language plpgsql as $$
      begin
        delete from decision where kind = tg_argv[1] and record_id = (to_jsonb(old) ->> tg_argv[0])::bigint;
        return null;
      end $$`.execute(db)
  for (const { table, key, kind } of RECORDS)
    await sql
      .raw(
        `create trigger ${table}_drop_decisions after delete on ${table}
          for each row execute function drop_decisions_of_record('${key}', '${kind}')`,
      )
      .execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  for (const { table } of RECORDS)
    await sql.raw(`drop trigger ${table}_drop_decisions on ${table}`).execute(db)
  await sql`drop function drop_decisions_of_record()`.execute(db)
  await sql`delete from decision where kind in ('meetingPlan', 'budgetLine', 'paymentBatch')`.execute(db)
  await refuseOwnVote('').execute(db)
  await sql`alter table decision drop column barred_user_ids, drop column changes`.execute(db)
}
