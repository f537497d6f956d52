import { sql, type Kysely } from 'kysely'

/**
 * Caps and fee tiers as dated versions. A person is found by a keyed hash of the identity number, which is renewed after the
 * number has changed. An invoice says what it was spent on.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table cap_policy (
      policy_id bigint generated always as identity primary key,
      valid_from date not null,
      note text,
      overlap_mode text not null check (overlap_mode in ('block', 'warn', 'off')),
      caps jsonb not null,
      tiers jsonb not null,
      create_user_id bigint references sys_user on delete set null,
      create_time timestamptz not null default now()
    );
    create index cap_policy_in_force on cap_policy (valid_from, policy_id);
    create index cap_policy_creator on cap_policy (create_user_id);
    insert into cap_policy (valid_from, overlap_mode, caps, tiers) values ('2000-01-01', 'block', '[]', '[]');

    -- The key of the hashes by which a person is found, sealed under the master key and drawn at first use.
    create table expert_identity_secret (
      secret_id integer primary key check (secret_id = 1),
      secret_cipher bytea not null
    );
    create table expert_identity (
      expert_id bigint primary key references expert on delete cascade,
      identity_hash bytea,
      -- The number has changed since it was hashed.
      is_stale boolean not null
    );
    create index expert_identity_hash on expert_identity (identity_hash);
    create index expert_identity_stale on expert_identity (expert_id) where is_stale;
    insert into expert_identity (expert_id, is_stale) select expert_id, true from expert
      where id_card_cipher is not null;
    create function note_identity() returns trigger language plpgsql as $$
    begin
      insert into expert_identity (expert_id, is_stale) values (new.expert_id, true)
        on conflict (expert_id) do update set is_stale = true;
      return null;
    end
    $$;
    create trigger expert_identity_changed after update of id_card_cipher on expert
      for each row when (old.id_card_cipher is distinct from new.id_card_cipher) execute function note_identity();
    create trigger expert_identity_given after insert on expert
      for each row when (new.id_card_cipher is not null) execute function note_identity();

    create table expert_post (
      expert_id bigint primary key references expert on delete cascade,
      association_post text not null
    );

    create table conflict_declaration (
      declaration_id bigint generated always as identity primary key,
      expert_id bigint not null references expert on delete cascade,
      year integer not null,
      has_conflict boolean not null,
      statement text,
      declared_time timestamptz not null,
      constraint conflict_declaration_once unique (expert_id, year)
    );

    alter table meeting_invoice add column expense_category text
      check (expense_category in ('labor', 'meals', 'venue', 'travel', 'lodging', 'materials', 'other'));
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    alter table meeting_invoice drop column expense_category;
    drop table conflict_declaration;
    drop table expert_post;
    drop trigger expert_identity_given on expert;
    drop trigger expert_identity_changed on expert;
    drop function note_identity();
    drop table expert_identity;
    drop table expert_identity_secret;
    drop table cap_policy;
  `.execute(db)
}
