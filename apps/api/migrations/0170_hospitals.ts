import { sql, type Kysely } from 'kysely'

/**
 * Hospitals, and the names by which texts are resolved to them. What an expert writes as its unit stays as it is; which hospital
 * that is follows from its key, so that nothing has to be written when a name is added or two hospitals are merged.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create function hospital_key(value text) returns text language sql immutable parallel safe as $$
      select lower(regexp_replace(normalize(value, nfkc), '[][(){}<>【】〔〕「」『』《》〈〉\\s]', '', 'g'))
    $$;
    create table hospital (
      hospital_id bigint primary key default next_id(),
      name text not null,
      province text,
      city text,
      level text,
      credit_code text constraint hospital_credit_code unique,
      version integer not null default 1,
      create_time timestamptz not null default now()
    );
    create table hospital_name (
      name_key text primary key generated always as (hospital_key(name)) stored check (name_key <> ''),
      name text not null,
      -- Null: somebody has said that this is no hospital.
      hospital_id bigint references hospital on delete cascade,
      is_main boolean not null default false,
      name_grams text[] not null generated always as (grams(name)) stored,
      create_time timestamptz not null default now(),
      check (not is_main or hospital_id is not null)
    );
    create unique index hospital_name_main on hospital_name (hospital_id) where is_main;
    create index hospital_name_of on hospital_name (hospital_id);
    create index hospital_name_grams on hospital_name using gin (name_grams) with (fastupdate = off);
    -- With what the list of units to settle reads, so that it reads no row of an expert.
    create index expert_hospital_key on expert (hospital_key(unit)) include (unit, expert_id, create_time) where unit is not null
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop index expert_hospital_key;
    drop table hospital_name;
    drop table hospital;
    drop function hospital_key(text)
  `.execute(db)
}
