import { sql, type Kysely } from 'kysely'

/** Rules belong to the platform, as all from before do, or to one sponsor. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table gate_policy add column owner_org_id bigint references organization on delete cascade;
    alter table cap_policy add column owner_org_id bigint references organization on delete cascade;
    create index gate_policy_owner on gate_policy (owner_org_id, valid_from, policy_id);
    create index cap_policy_owner on cap_policy (owner_org_id, valid_from, policy_id)
  `.execute(db)
}

/** Without owners a rule of a sponsor would hold for everybody. */
export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    delete from gate_policy where owner_org_id is not null;
    delete from cap_policy where owner_org_id is not null;
    alter table gate_policy drop column owner_org_id;
    alter table cap_policy drop column owner_org_id
  `.execute(db)
}
