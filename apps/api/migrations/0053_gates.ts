import { sql, type Kysely } from 'kysely'

/** What a meeting should have before each stage, as it was before there were policies: all of it warns, none blocks. */
const NEEDED = {
  approved: ['executor', 'budget'],
  inviting: ['invitation'],
  scheduled: ['attendees', 'schedule'],
  agreements: ['attendees', 'schedule'],
  ready: ['signatures'],
  inSession: ['supervision'],
  materials: ['signInSheet', 'photos'],
  settlement: ['signInSheet', 'photos', 'supervisionRecord', 'invoices'],
  closed: ['signatures', 'duplicateInvoices', 'materialReview'],
}

const RULES = Object.entries(NEEDED).flatMap(([stage, checks]) =>
  checks.map((check) => ({ stage, check, mode: 'warn', threshold: null })),
)

/** The query of the view of what keeps a record from being deleted. */
async function referencesOf(db: Kysely<never>): Promise<string> {
  const { rows } = await sql<{ query: string }>`select pg_get_viewdef('record_reference') as query`.execute(
    db,
  )
  return rows[0]!.query.replace(/;\s*$/, '')
}

/**
 * Policies and waivers of the gate of a meeting. A version of the policy is never changed: the one in force on a day is
 * the latest whose first day has come. The database itself holds that nobody approves the own request.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table gate_policy (
      policy_id bigint generated always as identity primary key,
      valid_from date not null,
      note text,
      rules jsonb not null,
      create_user_id bigint references sys_user on delete set null,
      create_time timestamptz not null default now()
    );
    create index gate_policy_in_force on gate_policy (valid_from, policy_id);
    create index gate_policy_creator on gate_policy (create_user_id);

    create table meeting_waiver (
      waiver_id bigint generated always as identity primary key,
      meeting_id bigint not null references meeting on delete cascade,
      check_id text not null,
      expert_id bigint references expert on delete cascade,
      -- What was open when the waiver was asked for; it covers nothing else.
      covers jsonb not null,
      reason text not null,
      status text not null default 'pending' check (status in ('pending', 'approved', 'refused')),
      asked_by bigint not null references sys_user,
      decided_by bigint references sys_user,
      decided_time timestamptz,
      opinion text,
      version integer not null default 1,
      create_time timestamptz not null default now(),
      constraint meeting_waiver_two_people check (decided_by <> asked_by),
      constraint meeting_waiver_decided check ((status = 'pending') = (decided_by is null))
    );
    create unique index meeting_waiver_pending
      on meeting_waiver (meeting_id, check_id, coalesce(expert_id, 0)) where status = 'pending';
    create index meeting_waiver_status on meeting_waiver (status, waiver_id);
    create index meeting_waiver_expert on meeting_waiver (expert_id);
    create index meeting_waiver_asked on meeting_waiver (asked_by);
    create index meeting_waiver_decider on meeting_waiver (decided_by);
    create index meeting_waiver_meeting on meeting_waiver (meeting_id);
  `.execute(db)
  await sql`insert into gate_policy (valid_from, rules) values ('2000-01-01', ${JSON.stringify(RULES)}::jsonb)`.execute(
    db,
  )
  const before = await referencesOf(db)
  await sql`
    create or replace view record_reference (target, target_id, kind, id, name) as ${sql.raw(before)}
      union all select 'account', w.asked_by, 'meeting', m.meeting_id, m.meeting_name
        from meeting_waiver w join meeting m using (meeting_id)
      union all select 'account', w.decided_by, 'meeting', m.meeting_id, m.meeting_name
        from meeting_waiver w join meeting m using (meeting_id)
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  const now = await referencesOf(db)
  const before = now.slice(0, now.lastIndexOf('UNION ALL', now.indexOf('meeting_waiver')))
  await sql`
    create or replace view record_reference (target, target_id, kind, id, name) as ${sql.raw(before)};
    drop table meeting_waiver;
    drop table gate_policy;
  `.execute(db)
}
