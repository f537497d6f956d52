import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table project
      add column is_published boolean not null default false,
      add column published_summary text;
    create index project_published on project (project_id) where is_published;

    -- Intents of the public page. Whoever submits one can name any phone: the account that it belongs to must not be
    -- held by it, so the link goes when the account does.
    create table publicity_support_intent (
      intent_id bigint generated always as identity primary key,
      project_id bigint not null references project,
      name text not null,
      phone text not null,
      org_name text,
      position text,
      remark text,
      source text not null default 'web' check (source in ('web', 'qr', 'share', 'other')),
      user_id bigint references sys_user on delete set null,
      -- Linked by the submitter's session, not by the phone.
      by_login boolean not null default false,
      status text not null default 'pending' check (status in ('pending', 'contacted', 'accepted', 'declined')),
      version integer not null default 1,
      create_time timestamptz not null default now(),
      constraint publicity_support_intent_unique unique (project_id, phone, source)
    );
    create index publicity_support_intent_user on publicity_support_intent (user_id);
    create index publicity_support_intent_status on publicity_support_intent (status, intent_id);

    create table publicity_execution_intent (
      intent_id bigint generated always as identity primary key,
      project_id bigint not null references project,
      name text not null,
      phone text not null,
      hospital text,
      department text,
      title text,
      source text not null default 'web' check (source in ('web', 'qr', 'share', 'other')),
      user_id bigint references sys_user on delete set null,
      by_login boolean not null default false,
      status text not null default 'pending' check (status in ('pending', 'contacted', 'accepted', 'declined')),
      version integer not null default 1,
      create_time timestamptz not null default now(),
      constraint publicity_execution_intent_unique unique (project_id, phone, source)
    );
    create index publicity_execution_intent_user on publicity_execution_intent (user_id);
    create index publicity_execution_intent_status on publicity_execution_intent (status, intent_id);

    -- Intents of logged-in users: sponsors offer support, experts sign up.
    create table support_intent (
      intent_id bigint generated always as identity primary key,
      project_id bigint not null references project,
      user_id bigint not null references sys_user,
      org_id bigint not null references organization,
      amount numeric(14, 2) check (amount >= 0),
      remark text,
      status text not null default 'pending' check (status in ('pending', 'contacted', 'accepted', 'declined')),
      version integer not null default 1,
      create_time timestamptz not null default now(),
      constraint support_intent_unique unique (project_id, user_id)
    );
    create index support_intent_user on support_intent (user_id);
    create index support_intent_organization on support_intent (org_id);
    create index support_intent_status on support_intent (status, intent_id);

    create table execution_intent (
      intent_id bigint generated always as identity primary key,
      project_id bigint not null references project,
      user_id bigint not null references sys_user,
      expert_id bigint not null references expert,
      remark text,
      status text not null default 'pending' check (status in ('pending', 'contacted', 'accepted', 'declined')),
      version integer not null default 1,
      create_time timestamptz not null default now(),
      constraint execution_intent_unique unique (project_id, user_id)
    );
    create index execution_intent_user on execution_intent (user_id);
    create index execution_intent_expert on execution_intent (expert_id);
    create index execution_intent_status on execution_intent (status, intent_id);
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop table execution_intent, support_intent, publicity_execution_intent, publicity_support_intent;
    alter table project drop column is_published, drop column published_summary;
  `.execute(db)
}
