import { sql, type Kysely } from 'kysely'

/**
 * Products, cost centres and departments of sponsors, and what projects and meetings carry of them. The reference to the
 * sponsor of the project takes away with a sponsor what it said.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ query: string }>`select pg_get_viewdef('record_reference') as query`.execute(
    db,
  )
  await sql`
    create table dimension (
      dimension_id bigint primary key default next_id(),
      org_id bigint not null references organization on delete cascade,
      kind text not null check (kind in ('product', 'costCenter', 'department')),
      code text not null,
      code_key text not null generated always as (lower(normalize(code, nfkc))) stored,
      name text not null,
      name_grams text[] not null generated always as (grams(code || ' ' || name)) stored,
      status text not null default '0' check (status in ('0', '1')),
      version integer not null default 1,
      create_time timestamptz not null default now(),
      constraint dimension_code unique (org_id, kind, code_key),
      unique (dimension_id, kind)
    );
    -- What managers list and choose from is of all sponsors.
    create index dimension_create_time on dimension (create_time, dimension_id);
    create index dimension_choice on dimension (kind, code_key, dimension_id);
    create index dimension_name_grams on dimension using gin (name_grams) with (fastupdate = off);
    create table project_dimension (
      project_id bigint not null,
      sponsor_admin_user_id bigint not null,
      dimension_id bigint not null,
      kind text not null,
      primary key (project_id, dimension_id),
      foreign key (project_id, sponsor_admin_user_id) references project_sponsor on delete cascade,
      constraint project_dimension_entry foreign key (dimension_id, kind) references dimension (dimension_id, kind)
    );
    create index project_dimension_of on project_dimension (dimension_id, project_id);
    create table meeting_dimension (
      meeting_id bigint not null references meeting on delete cascade,
      project_id bigint not null,
      sponsor_admin_user_id bigint not null,
      dimension_id bigint not null,
      kind text not null,
      primary key (meeting_id, dimension_id),
      foreign key (project_id, sponsor_admin_user_id) references project_sponsor on delete cascade,
      constraint meeting_dimension_entry foreign key (dimension_id, kind) references dimension (dimension_id, kind)
    );
    create index meeting_dimension_of on meeting_dimension (dimension_id, meeting_id);
    create index meeting_dimension_project on meeting_dimension (project_id, sponsor_admin_user_id, kind);

    -- What holds for a meeting: of each sponsor and kind its own, or else what its project carries.
    create view held_dimension (meeting_id, sponsor_admin_user_id, dimension_id, kind, is_own) as
      select meeting_id, sponsor_admin_user_id, dimension_id, kind, true from meeting_dimension
      union all
      select m.meeting_id, p.sponsor_admin_user_id, p.dimension_id, p.kind, false
        from meeting m join project_dimension p using (project_id)
        where not exists (select from meeting_dimension o where o.meeting_id = m.meeting_id
          and o.sponsor_admin_user_id = p.sponsor_admin_user_id and o.kind = p.kind);

    create or replace view record_reference (target, target_id, kind, id, name) as
      ${sql.raw(rows[0]!.query.replace(/;\s*$/, ''))}
      union all select 'dimension', d.dimension_id, 'project', p.project_id, p.project_name
        from project_dimension d join project p using (project_id)
      union all select 'dimension', d.dimension_id, 'meeting', m.meeting_id, m.meeting_name
        from meeting_dimension d join meeting m using (meeting_id)
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ query: string }>`select pg_get_viewdef('record_reference') as query`.execute(
    db,
  )
  const before = rows[0]!.query
    .replace(/;\s*$/, '')
    .split('UNION ALL')
    .filter((branch) => !branch.includes('_dimension'))
  await sql`
    create or replace view record_reference (target, target_id, kind, id, name) as ${sql.raw(before.join('UNION ALL'))};
    drop view held_dimension;
    drop table meeting_dimension, project_dimension, dimension
  `.execute(db)
}
