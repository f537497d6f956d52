import { sql, type Kysely } from 'kysely'

/** Columns of large tables that are searched by a part of their text. Their values repeat from row to row. */
const SEARCHED: Readonly<Record<string, readonly string[]>> = {
  meeting: ['meeting_name', 'project_name', 'org_name'],
  meeting_attendee: ['name', 'unit', 'department', 'title'],
}
/** The columns whose grams these tables held before. */
const FORMER: Readonly<Record<string, readonly string[]>> = {
  meeting: ['meeting_name', 'project_name', 'org_name'],
  meeting_attendee: ['name', 'unit'],
}

/** Indexes by which lists are sorted and filtered: the name, the table, what it holds. */
const INDEXES = [
  ['meeting_project', 'meeting', 'project_id, meeting_id'],
  ['meeting_executor_user', 'meeting', 'exec_user_id, meeting_id'],
  ['meeting_meeting_name', 'meeting', 'meeting_name, meeting_id'],
  ['meeting_project_name', 'meeting', 'project_name, meeting_id'],
  ['meeting_org_name', 'meeting', 'org_name'],
  ['meeting_current_stage', 'meeting', 'current_stage, meeting_id'],
  ['meeting_create_time', 'meeting', 'create_time, meeting_id'],
  ['meeting_attendee_meeting', 'meeting_attendee', 'meeting_id, attendee_id'],
  ['meeting_attendee_user', 'meeting_attendee', 'user_id, attendee_id'],
  ['meeting_attendee_name', 'meeting_attendee', 'name, attendee_id'],
  ['meeting_attendee_unit_asc', 'meeting_attendee', 'unit, attendee_id'],
  ['meeting_attendee_unit_desc', 'meeting_attendee', 'unit desc nulls last, attendee_id desc'],
  ['meeting_attendee_department', 'meeting_attendee', 'department'],
  ['meeting_attendee_title', 'meeting_attendee', 'title'],
  ['meeting_attendee_labor_form', 'meeting_attendee', 'labor_form'],
  ['meeting_attendee_create_time', 'meeting_attendee', 'create_time, attendee_id'],
  ['labor_agreement_payable_amount', 'labor_agreement', 'payable_amount, attendee_id'],
  ['labor_agreement_signature_status', 'labor_agreement', 'signature_status, attendee_id'],
  ['project_project_name', 'project', 'project_name, project_id'],
  ['project_create_time', 'project', 'create_time, project_id'],
  ['expert_name', 'expert', 'name, expert_id'],
  ['expert_unit_asc', 'expert', 'unit, expert_id'],
  ['expert_unit_desc', 'expert', 'unit desc nulls last, expert_id desc'],
  ['expert_create_time', 'expert', 'create_time, expert_id'],
  ['sys_user_user_name', 'sys_user', 'user_name, user_id'],
  ['sys_user_create_time', 'sys_user', 'create_time, user_id'],
  ['oper_log_operation', 'oper_log', 'operation, oper_id'],
  ['oper_log_time', 'oper_log', 'oper_time, oper_id'],
  ['oper_log_request', 'oper_log', 'request_id'],
] as const

/** Indexes that were there before, narrower. */
const WIDENED: Readonly<Record<string, string>> = {
  meeting_project: 'project_id',
  meeting_executor_user: 'exec_user_id',
  meeting_attendee_user: 'user_id',
  oper_log_time: 'oper_time',
}

const columnList = (columns: readonly string[], prefix = '') =>
  sql.join(columns.map((column) => sql.raw(`${prefix}${column}`)))

async function createIndexes(db: Kysely<never>): Promise<void> {
  for (const name of Object.keys(WIDENED)) await sql`drop index ${sql.ref(name)}`.execute(db)
  for (const [name, table, columns] of INDEXES)
    await sql`create index ${sql.ref(name)} on ${sql.table(table)} (${sql.raw(columns)})`.execute(db)
  await sql`
    create index meeting_unfinished on meeting ((coalesce(schedule_end_time, schedule_start_time, 'infinity')))
      where current_stage <> 'closed'
  `.execute(db)
}

/** Each text once: an index of grams over the rows themselves would hold the same name thousands of times. */
async function createSearchedTexts(db: Kysely<never>): Promise<void> {
  // Two transactions that add the same text at once both add it: waiting for one another could end in a deadlock.
  await sql`
    create table searched_text (
      text_id bigint generated always as identity primary key,
      value text not null,
      name_grams text[] not null generated always as (grams(value)) stored
    );
    create index searched_text_value on searched_text (value);
    create index searched_text_name_grams on searched_text using gin (name_grams) with (fastupdate = off);

    create function keep_searched_texts() returns trigger language plpgsql as $$
    begin
      -- Whoever deletes texts takes the table alone, so that none goes while a row that holds it is not committed yet.
      lock table searched_text in row share mode;
      insert into searched_text (value)
        select distinct given.value from jsonb_each_text(to_jsonb(new)) given
        where given.key = any(tg_argv) and given.value <> ''
          and not exists (select 1 from searched_text known where known.value = given.value);
      return null;
    end $$
  `.execute(db)
  for (const [table, columns] of Object.entries(SEARCHED)) {
    for (const column of columns)
      await sql`
        insert into searched_text (value)
          select distinct ${sql.ref(column)} from ${sql.table(table)}
          where ${sql.ref(column)} <> ''
            and not exists (select 1 from searched_text known where known.value = ${sql.ref(column)})
      `.execute(db)
    await sql`
      create trigger ${sql.ref(`${table}_searched_texts`)}
        after insert or update of ${columnList(columns)} on ${sql.table(table)}
        for each row execute function keep_searched_texts(${sql.join(columns.map((column) => sql.lit(column)))})
    `.execute(db)
    await sql`alter table ${sql.table(table)} drop column name_grams`.execute(db)
  }
}

export async function up(db: Kysely<never>): Promise<void> {
  // Who reaches what is told by conditions on a record's own row, in the API's domain/reach.ts.
  await sql`drop view attendee_reach, meeting_reach, project_reach`.execute(db)
  await createSearchedTexts(db)
  await createIndexes(db)
}

async function restoreGrams(db: Kysely<never>): Promise<void> {
  for (const [table, columns] of Object.entries(FORMER)) {
    const together = sql.join(
      columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`),
      sql` || ' ' || `,
    )
    await sql`drop trigger ${sql.ref(`${table}_searched_texts`)} on ${sql.table(table)}`.execute(db)
    await sql`
      alter table ${sql.table(table)} add column name_grams text[] not null
        generated always as (grams(${together})) stored
    `.execute(db)
    await sql`create index ${sql.ref(`${table}_name_grams`)} on ${sql.table(table)} using gin (name_grams) with (fastupdate = off)`.execute(
      db,
    )
  }
  await sql`drop table searched_text; drop function keep_searched_texts()`.execute(db)
}

async function restoreReach(db: Kysely<never>): Promise<void> {
  await sql`
    create view project_reach as
      select project_id, lead_user_id as user_id from project where lead_user_id is not null
      union all
      select s.project_id, u.user_id
        from project_sponsor s join sys_user u on u.main_user_id = s.sponsor_admin_user_id
      union all
      select a.project_id, u.user_id
        from biz_project_assign a join sys_user u on u.main_user_id = a.exec_user_id;
    create view meeting_reach as
      select m.meeting_id, p.lead_user_id as user_id
        from meeting m join project p using (project_id) where p.lead_user_id is not null
      union all
      select m.meeting_id, u.user_id
        from meeting m
        join project_sponsor s using (project_id)
        join sys_user u on u.main_user_id = s.sponsor_admin_user_id
      union all
      select m.meeting_id, u.user_id
        from meeting m
        join biz_project_assign a on a.project_id = m.project_id
          and (m.exec_user_id is null or m.exec_user_id = a.exec_user_id)
        join sys_user u on u.main_user_id = a.exec_user_id;
    create view attendee_reach as
      select attendee_id, user_id from meeting_attendee
      union all
      select t.attendee_id, r.user_id from meeting_attendee t join meeting_reach r using (meeting_id)
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop index meeting_unfinished`.execute(db)
  for (const [name] of INDEXES) await sql`drop index ${sql.ref(name)}`.execute(db)
  for (const [name, columns] of Object.entries(WIDENED)) {
    const table = name.startsWith('oper')
      ? 'oper_log'
      : name.startsWith('meeting_attendee')
        ? 'meeting_attendee'
        : 'meeting'
    await sql`create index ${sql.ref(name)} on ${sql.table(table)} (${sql.raw(columns)})`.execute(db)
  }
  await restoreGrams(db)
  await restoreReach(db)
}
