import { sql, type Kysely } from 'kysely'
import { nameSkeleton } from '../src/infra/db/name-skeleton.ts'

const BATCH_ROWS = 1000

interface Named {
  user_id: string
  user_name: string
}

/** Of names that look alike already, the oldest keeps the skeleton; the others stay as they are. */
async function fillSkeletons(db: Kysely<never>): Promise<void> {
  for (let after = '0'; ;) {
    const { rows } = await sql<Named>`
      select user_id, user_name from sys_user where user_id > ${after} order by user_id limit ${BATCH_ROWS}
    `.execute(db)
    for (const { user_id: userId, user_name: userName } of rows) {
      const skeleton = nameSkeleton(userName)
      await sql`
        update sys_user set name_skeleton = ${skeleton}
          where user_id = ${userId} and not exists (select from sys_user where name_skeleton = ${skeleton})
      `.execute(db)
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.user_id
  }
}

/** Failures by source, places that an account is known at, changes of phones that wait for their owners. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table sys_user
      add column last_login_time timestamptz,
      add column name_skeleton text;
    -- Who has chosen a password of their own has used the account.
    update sys_user set last_login_time = now() where not must_change_password;

    -- When a code proved that the session's user holds the phone.
    alter table sys_session add column code_time timestamptz;

    -- Counts of ten minutes are not worth carrying over.
    drop table login_failure;
    create table login_failure (
      name_hash bytea not null,
      -- Keyed hash of the network or device that the wrong passwords came from.
      source_hash bytea not null,
      failures integer not null,
      locked_until timestamptz not null,
      forget_time timestamptz not null,
      primary key (name_hash, source_hash)
    );
    create index login_failure_age on login_failure (forget_time);

    create table known_source (
      user_id bigint not null references sys_user on delete cascade,
      source_hash bytea not null,
      last_time timestamptz not null,
      primary key (user_id, source_hash)
    );
    create index known_source_age on known_source (last_time);

    create table phone_change (
      user_id bigint primary key references sys_user on delete cascade,
      phone text not null,
      start_user_id bigint references sys_user on delete set null,
      create_time timestamptz not null default now()
    );

    -- Proofs of work that were accepted; each counts once.
    create table spent_proof (
      proof_hash bytea primary key,
      expire_time timestamptz not null
    );
    create index spent_proof_expiry on spent_proof (expire_time);
  `.execute(db)
  await fillSkeletons(db)
  await sql`create unique index sys_user_skeleton_unique on sys_user (name_skeleton)`.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop table spent_proof, phone_change, known_source, login_failure;
    create table login_failure (
      name_hash bytea primary key,
      failures integer not null,
      window_ends timestamptz not null
    );
    alter table sys_session drop column code_time;
    alter table sys_user drop column last_login_time, drop column name_skeleton;
  `.execute(db)
}
