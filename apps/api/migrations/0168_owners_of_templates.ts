import { sql, type Kysely } from 'kysely'

/** Templates of agreements have owners: those of now are the platform's. Each owner's default may begin on a day. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table labor_template
      -- Null for the platform.
      add column owner_org_id bigint references organization on delete cascade,
      -- From when on a default holds; null: always.
      add column valid_from date;
    create index labor_template_owner on labor_template (owner_org_id);
    drop index labor_template_one_default;
    create unique index labor_template_default
      on labor_template (coalesce(owner_org_id, 0), coalesce(valid_from, '-infinity'::date)) where is_default
  `.execute(db)
}

/** What only an owner's default says is not the platform's: templates of sponsors go, and of defaults the newest stays. */
export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    delete from labor_template where owner_org_id is not null;
    update labor_template set is_default = false where is_default and template_id <> (
      select template_id from labor_template where is_default
        order by valid_from desc nulls last limit 1);
    drop index labor_template_default;
    create unique index labor_template_one_default on labor_template (is_default) where is_default;
    alter table labor_template drop column owner_org_id, drop column valid_from
  `.execute(db)
}
