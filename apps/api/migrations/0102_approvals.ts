import { sql, type Kysely } from 'kysely'

/** Versions of policies; what a request asks of whom, step by step; and what was decided. */
async function createTables(db: Kysely<never>): Promise<void> {
  await sql`
    create table approval_policy (
      policy_id bigint generated always as identity primary key,
      kind text not null,
      -- Null for the platform.
      owner_org_id bigint references organization on delete cascade,
      valid_from date not null,
      note text,
      steps jsonb not null,
      create_user_id bigint references sys_user on delete set null,
      create_time timestamptz not null default now()
    );
    create unique index approval_policy_day on approval_policy (kind, coalesce(owner_org_id, 0), valid_from);
    create index approval_policy_owner on approval_policy (owner_org_id);
    create index approval_policy_user on approval_policy (create_user_id);

    alter table decision
      -- Whose steps hold; null for kinds without any.
      add column approval_kind text,
      add column project_id bigint references project on delete set null,
      add column amount numeric(14, 2),
      add column category text,
      add column round integer not null default 1,
      add column sent_back_time timestamptz,
      drop constraint decision_state_check,
      add constraint decision_state_check
        check (state in ('pending', 'approved', 'refused', 'withdrawn', 'superseded', 'stale'));
    create index decision_project on decision (project_id);

    create table decision_step (
      step_id bigint generated always as identity primary key,
      decision_id bigint not null references decision on delete cascade,
      -- Steps of policies are ten apart; signers who were added stand between them.
      place integer not null,
      policy_id bigint references approval_policy on delete set null,
      owner_org_id bigint references organization on delete set null,
      roles text[] not null,
      persons bigint[] not null,
      asks_lead boolean not null,
      need text not null check (need in ('any', 'all')),
      due_days integer,
      escalate_to bigint[] not null default '{}',
      state text not null default 'waiting' check (state in ('waiting', 'open', 'passed', 'ended')),
      opened_time timestamptz,
      due_time timestamptz,
      remind_time timestamptz,
      reminders integer not null default 0,
      added_by bigint references sys_user on delete set null,
      is_added boolean not null default false,
      is_fallback boolean not null default false,
      unique (decision_id, place)
    );
    create unique index decision_step_open on decision_step (decision_id) where state = 'open';
    create index decision_step_swept on decision_step (step_id) where state = 'open';
    create index decision_step_remind on decision_step (remind_time) where state = 'open' and remind_time is not null;
    create index decision_step_policy on decision_step (policy_id);
    create index decision_step_owner on decision_step (owner_org_id);
    create index decision_step_adder on decision_step (added_by);

    -- Who is asked by the open step: an account, whoever has a role in an organization (0: the platform), or a lead.
    create table decision_seat (
      seat_id bigint generated always as identity primary key,
      step_id bigint not null references decision_step on delete cascade,
      decision_id bigint not null,
      user_id bigint references sys_user on delete cascade,
      role text,
      org_key bigint,
      lead_project_id bigint references project on delete cascade,
      check (num_nonnulls(user_id, role, lead_project_id) = 1),
      check ((role is null) = (org_key is null))
    );
    create index decision_seat_step on decision_seat (step_id);
    create index decision_seat_user on decision_seat (user_id, decision_id);
    create index decision_seat_role on decision_seat (role, org_key, decision_id);
    create index decision_seat_lead on decision_seat (lead_project_id, decision_id);

    create table decision_vote (
      vote_id bigint generated always as identity primary key,
      decision_id bigint not null references decision on delete cascade,
      step_id bigint references decision_step on delete set null,
      round integer not null,
      -- Null once the account is deleted, if the request does not keep its people.
      user_id bigint references sys_user,
      -- Everybody whose decision it is: the person, and the absent ones in whose place it was made.
      for_user_ids bigint[] not null default '{}',
      verdict text not null check (verdict in ('approved', 'refused', 'sentBack', 'answered', 'transferred', 'added')),
      to_user_id bigint references sys_user on delete set null,
      opinion text,
      time timestamptz not null
    );
    -- One person decides one step of a request; it begins anew when the request was sent back.
    create unique index decision_vote_once on decision_vote (decision_id, round, user_id)
      where verdict in ('approved', 'refused', 'sentBack');
    create index decision_vote_user on decision_vote (user_id, vote_id) where verdict in ('approved', 'refused', 'sentBack');
    create index decision_vote_person on decision_vote (user_id);
    create index decision_vote_step on decision_vote (step_id);
    create index decision_vote_to on decision_vote (to_user_id);

    create function refuse_own_vote() returns trigger language plpgsql as $$
      declare asker bigint;
      begin
        select asked_by into asker from decision where decision_id = new.decision_id;
        if new.verdict in ('approved', 'refused', 'sentBack') and (new.user_id = asker or asker = any(new.for_user_ids)) then
          raise exception 'nobody decides the own request'
            using errcode = 'check_violation', constraint = 'decision_two_people';
        end if;
        return new;
      end $$;
    create trigger decision_vote_two_people before insert or update on decision_vote
      for each row execute function refuse_own_vote();

    -- However a request ends, nobody is asked any more.
    create function end_decision_steps() returns trigger language plpgsql as $$
      begin
        delete from decision_seat a using decision_step s
          where a.step_id = s.step_id and s.decision_id = new.decision_id;
        update decision_step set state = 'ended'
          where decision_id = new.decision_id and state in ('open', 'waiting');
        return null;
      end $$;
    create trigger decision_ends_steps after update of state on decision
      for each row when (old.state = 'pending' and new.state <> 'pending') execute function end_decision_steps();

    -- Whom a step of the platform asks is found by role; of all accounts these are few.
    create index sys_user_staff on sys_user (role_type) where role_type in ('admin', 'manager', 'leader');

    create table absence (
      absence_id bigint generated always as identity primary key,
      user_id bigint not null references sys_user on delete cascade,
      delegate_user_id bigint not null references sys_user on delete cascade,
      from_time timestamptz not null,
      to_time timestamptz not null,
      create_time timestamptz not null default now(),
      check (from_time < to_time),
      check (user_id <> delegate_user_id),
      constraint absence_overlap exclude using gist
        (int8range(user_id, user_id, '[]') with &&, tstzrange(from_time, to_time) with &&)
    );
    create index absence_user on absence (user_id);
    create index absence_delegate on absence (delegate_user_id, to_time)
  `.execute(db)
}

/** What waits goes on waiting for those who could decide it before. */
async function seatPending(db: Kysely<never>): Promise<void> {
  await sql`
    update decision d set project_id = coalesce(
      (select c.project_id from budget_change c where c.decision_id = d.decision_id),
      (select m.project_id from meeting_waiver w join meeting m using (meeting_id) where w.decision_id = d.decision_id))
      where d.kind in ('waiver', 'budgetChange');
    update decision d set amount = c.amount, category = c.category, approval_kind = 'budgetChange'
      from budget_change c where c.decision_id = d.decision_id;
    update decision d set category = w.check_id,
        approval_kind = case w.check_id when 'tiers' then 'feeAboveTier' else 'waiver' end
      from meeting_waiver w where w.decision_id = d.decision_id;
    insert into decision_step (decision_id, place, roles, persons, asks_lead, need, state, opened_time)
      select decision_id, 10, '{admin,manager}', '{}', kind = 'budgetChange', 'any', 'open', asked_time
        from decision where state = 'pending' and kind in ('waiver', 'budgetChange');
    insert into decision_seat (step_id, decision_id, role, org_key)
      select step_id, decision_id, role, 0 from decision_step, unnest(roles) role;
    insert into decision_seat (step_id, decision_id, lead_project_id)
      select s.step_id, d.decision_id, d.project_id from decision_step s join decision d using (decision_id)
        where s.asks_lead and d.project_id is not null
  `.execute(db)
}

export async function up(db: Kysely<never>): Promise<void> {
  await createTables(db)
  await seatPending(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop index sys_user_staff;
    drop trigger decision_ends_steps on decision;
    drop table absence, decision_vote, decision_seat, decision_step;
    drop function refuse_own_vote(), end_decision_steps();
    update decision set state = 'withdrawn' where state = 'stale';
    alter table decision drop column approval_kind, drop column project_id, drop column amount, drop column category, drop column round,
      drop column sent_back_time,
      drop constraint decision_state_check,
      add constraint decision_state_check
        check (state in ('pending', 'approved', 'refused', 'withdrawn', 'superseded'));
    drop table approval_policy
  `.execute(db)
}
