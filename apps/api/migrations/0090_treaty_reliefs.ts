import { sql, type Kysely } from 'kysely'

/**
 * Relief from income tax under treaties that payers give non-residents, each with its document, and the rate that a
 * payment was recorded under.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table labor_treaty_relief (
      relief_id bigint generated always as identity primary key,
      org_id bigint not null references organization,
      expert_id bigint not null references expert,
      country text not null,
      article text not null,
      -- Highest share of the pay without VAT; 0 is an exemption.
      rate numeric(5, 4) not null check (rate >= 0 and rate < 1),
      valid_from date not null,
      valid_to date not null,
      file_id bigint not null references stored_file,
      status text not null default 'pending'
        check (status in ('pending', 'approved', 'refused', 'withdrawn')),
      asked_by bigint references sys_user on delete set null,
      decided_by bigint references sys_user on delete set null,
      decided_time timestamptz,
      create_time timestamptz not null default now(),
      constraint labor_treaty_relief_days check (valid_from <= valid_to),
      constraint labor_treaty_relief_decided check ((status = 'pending') = (decided_time is null))
    );
    create index labor_treaty_relief_org on labor_treaty_relief (org_id, expert_id, relief_id);
    create index labor_treaty_relief_expert on labor_treaty_relief (expert_id);
    create index labor_treaty_relief_file on labor_treaty_relief (file_id);
    create index labor_treaty_relief_asker on labor_treaty_relief (asked_by);
    create index labor_treaty_relief_decider on labor_treaty_relief (decided_by);

    alter table labor_payment_entry add column treaty_rate numeric(5, 4);
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    alter table labor_payment_entry drop column treaty_rate;
    drop table labor_treaty_relief;
  `.execute(db)
}
