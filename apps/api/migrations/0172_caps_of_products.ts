import { sql, type Kysely } from 'kysely'

const referencesOf = async (db: Kysely<never>): Promise<string> => {
  const { rows } = await sql<{ query: string }>`select pg_get_viewdef('record_reference') as query`.execute(
    db,
  )
  return rows[0]!.query.replace(/;\s*$/, '')
}

/** The products that caps name, so that none of them is deleted while a version of caps has it. */
export async function up(db: Kysely<never>): Promise<void> {
  const before = await referencesOf(db)
  await sql`
    create table cap_policy_product (
      policy_id bigint not null references cap_policy on delete cascade,
      dimension_id bigint not null,
      kind text not null default 'product' check (kind = 'product'),
      primary key (policy_id, dimension_id),
      constraint cap_policy_product_entry foreign key (dimension_id, kind) references dimension (dimension_id, kind)
    );
    create index cap_policy_product_of on cap_policy_product (dimension_id);
    create or replace view record_reference (target, target_id, kind, id, name) as
      ${sql.raw(before)}
      union all select 'dimension', d.dimension_id, 'capPolicy', p.policy_id, p.valid_from::text
        from cap_policy_product d join cap_policy p using (policy_id)
  `.execute(db)
}

/** Without its product a cap would count all fees. */
export async function down(db: Kysely<never>): Promise<void> {
  const before = (await referencesOf(db))
    .split('UNION ALL')
    .filter((branch) => !branch.includes('cap_policy_product'))
  await sql`
    create or replace view record_reference (target, target_id, kind, id, name) as ${sql.raw(before.join('UNION ALL'))};
    delete from cap_policy where policy_id in (select policy_id from cap_policy_product);
    drop table cap_policy_product
  `.execute(db)
}
