import { sql, type Kysely } from 'kysely'

/** What the verifier of identities says of experts, and what each approval of one rests on. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table identity_check (
      expert_id bigint primary key references expert on delete cascade,
      -- Rises whenever it is asked for; an answer counts for its run only.
      run integer not null default 1,
      state text not null check (state in ('asked', 'match', 'mismatch', 'unknown', 'failed')),
      -- Keyed hash of name, document and phone that are asked about.
      subject_hash bytea not null check (length(subject_hash) = 32),
      fields text[] not null default '{}',
      provider text,
      answered_time timestamptz,
      problem text,
      attempts integer not null default 0,
      next_time timestamptz,
      -- The call that is under way, which is repeated with its id if its process dies.
      call_id uuid,
      check ((state = 'asked') = (next_time is not null))
    );
    create index identity_check_due on identity_check (next_time) where next_time is not null;

    -- The expert 0 stands for all together.
    create table identity_check_count (
      expert_id bigint not null,
      day date not null,
      asks integer not null default 0,
      calls integer not null default 0,
      primary key (expert_id, day)
    );

    create table identity_basis (
      basis_id bigint generated always as identity primary key,
      expert_id bigint not null references expert on delete cascade,
      established_by text not null check (established_by in ('verifier', 'hand')),
      provider text,
      matched_time timestamptz,
      approved_by bigint references sys_user on delete set null,
      approved_time timestamptz not null,
      reason text,
      -- Null: of an approval from before it was kept.
      subject_hash bytea check (length(subject_hash) = 32),
      check ((established_by = 'verifier') = (matched_time is not null)),
      check ((established_by = 'verifier') = (provider is not null))
    );
    create index identity_basis_expert on identity_basis (expert_id, basis_id);
    create index identity_basis_approver on identity_basis (approved_by);

    insert into identity_basis (expert_id, established_by, approved_by, approved_time)
      select e.expert_id, 'hand', d.decided_by, d.decided_time
        from expert e
        cross join lateral (
          select d.decided_by, d.decided_time from decision d
            where d.kind = 'expertAudit' and d.record_id = e.expert_id and d.state = 'approved'
              and d.decided_time is not null
            order by d.decision_id desc limit 1) d
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table identity_basis, identity_check_count, identity_check`.execute(db)
}
