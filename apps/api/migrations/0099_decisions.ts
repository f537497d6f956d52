import { sql, type Kysely } from 'kysely'

/** The query of the view of what keeps a record from being deleted. */
async function referencesOf(db: Kysely<never>): Promise<string> {
  const { rows } = await sql<{ query: string }>`select pg_get_viewdef('record_reference') as query`.execute(
    db,
  )
  return rows[0]!.query.replace(/;\s*$/, '')
}

async function replaceReferences(db: Kysely<never>, change: (branch: string) => string): Promise<void> {
  const branches = (await referencesOf(db)).split('UNION ALL')
  const query = branches.map((branch) => (branch.includes('meeting_waiver') ? change(branch) : branch))
  await sql`
    create or replace view record_reference (target, target_id, kind, id, name) as ${sql.raw(query.join('UNION ALL'))}
  `.execute(db)
}

/** The people of a waiver keep their accounts; of other requests only the names are lost with an account. */
const USERS = [
  {
    table: 'meeting_waiver',
    kind: 'waiver',
    record: 'w.meeting_id',
    part: `w.check_id || ':' || coalesce(w.expert_id, 0)`,
    owner: 'null',
    keepsPeople: true,
    words: true,
  },
  {
    table: 'budget_change',
    kind: 'budgetChange',
    record: 'w.project_id',
    part: 'w.category',
    owner: 'null',
    keepsPeople: false,
    words: true,
  },
  {
    table: 'labor_treaty_relief',
    kind: 'treatyRelief',
    record: 'w.relief_id',
    part: `''`,
    owner: 'w.org_id',
    keepsPeople: false,
    words: false,
  },
] as const

async function createTable(db: Kysely<never>): Promise<void> {
  await sql`
    create table decision (
      decision_id bigint generated always as identity primary key,
      kind text not null,
      -- The record that changes if the request is approved, and which part of it.
      record_id bigint not null,
      part text not null default '',
      -- The organization whose people decide; null for the platform.
      owner_org_id bigint references organization,
      -- Hash of what is decided on; null in rows from before it was kept.
      content_sha256 bytea check (length(content_sha256) = 32),
      reason text,
      asked_by bigint references sys_user,
      asked_time timestamptz not null default now(),
      state text not null default 'pending'
        check (state in ('pending', 'approved', 'refused', 'withdrawn', 'superseded')),
      decided_by bigint references sys_user,
      decided_time timestamptz,
      opinion text,
      -- Whether the accounts of those who asked and decided stay as long as the request.
      keeps_people boolean not null,
      version integer not null default 1,
      constraint decision_two_people check (state not in ('approved', 'refused') or decided_by <> asked_by),
      constraint decision_ended check ((state = 'pending') = (decided_time is null)),
      constraint decision_undecided check (state <> 'pending' or (decided_by is null and opinion is null))
    );
    create unique index decision_pending on decision (kind, record_id, part) where state = 'pending';
    create index decision_of_record on decision (kind, record_id, decision_id);
    create index decision_owner on decision (owner_org_id);
    create index decision_asker on decision (asked_by);
    create index decision_decider on decision (decided_by);

    -- A request goes with the record that says what it is about.
    create function drop_decision() returns trigger language plpgsql as $$
      begin
        delete from decision where decision_id = old.decision_id;
        return null;
      end $$
  `.execute(db)
}

/** One table for everything that one person asks for and another one decides. */
export async function up(db: Kysely<never>): Promise<void> {
  await createTable(db)
  for (const { table, kind, record, part, owner, keepsPeople, words } of USERS) {
    const [reason, opinion, version] = words ? ['w.reason', 'w.opinion', 'w.version'] : ['null', 'null', '1']
    await sql
      .raw(
        `
      alter table ${table} add column decision_id bigint;
      update ${table} set decision_id = nextval(pg_get_serial_sequence('decision', 'decision_id'));
      insert into decision (decision_id, kind, record_id, part, owner_org_id, reason, asked_by, asked_time, state,
          decided_by, decided_time, opinion, keeps_people, version) overriding system value
        select w.decision_id, '${kind}', ${record}, ${part}, ${owner}, ${reason}, w.asked_by, w.create_time, w.status,
            w.decided_by, w.decided_time, ${opinion}, ${keepsPeople}, ${version}
          from ${table} w;
      alter table ${table} alter column decision_id set not null,
        add constraint ${table}_decision unique (decision_id),
        add foreign key (decision_id) references decision;
      create trigger ${table}_drop_decision after delete on ${table} for each row execute function drop_decision()`,
      )
      .execute(db)
  }
  // A relief is known before its row, so that its request can name it.
  await sql`alter table labor_treaty_relief alter column relief_id set generated by default`.execute(db)
  await replaceReferences(db, (branch) =>
    branch
      .replace('meeting_waiver w', '(meeting_waiver w JOIN decision d USING (decision_id))')
      .replaceAll(/\bw\.(asked_by|decided_by)/g, 'd.$1'),
  )
  for (const { table, words } of USERS)
    await sql
      .raw(
        `alter table ${table} drop column status, drop column asked_by, drop column decided_by, drop column decided_time
          ${words ? ', drop column reason, drop column opinion, drop column version' : ''}`,
      )
      .execute(db)
}

const COLUMNS = `
  add column status text not null default 'pending',
  add column asked_by bigint references sys_user on delete set null,
  add column decided_by bigint references sys_user on delete set null,
  add column decided_time timestamptz`
const WORDS = `, add column reason text not null default '', add column opinion text,
  add column version integer not null default 1`

export async function down(db: Kysely<never>): Promise<void> {
  for (const { table, words } of USERS)
    await sql
      .raw(
        `
      alter table ${table} ${COLUMNS} ${words ? WORDS : ''};
      update ${table} w set status = d.state, asked_by = d.asked_by, decided_by = d.decided_by,
          decided_time = d.decided_time
          ${words ? `, reason = coalesce(d.reason, ''), opinion = d.opinion, version = d.version` : ''}
        from decision d where d.decision_id = w.decision_id;
      drop trigger ${table}_drop_decision on ${table}`,
      )
      .execute(db)
  await replaceReferences(db, (branch) =>
    branch
      .replace(/\(meeting_waiver w\s+JOIN decision d USING \(decision_id\)\)/, 'meeting_waiver w')
      .replaceAll(/\bd\.(asked_by|decided_by)/g, 'w.$1'),
  )
  for (const { table } of USERS) await sql.raw(`alter table ${table} drop column decision_id`).execute(db)
  await sql`alter table labor_treaty_relief alter column relief_id set generated always`.execute(db)
  await sql`drop table decision; drop function drop_decision()`.execute(db)
}
