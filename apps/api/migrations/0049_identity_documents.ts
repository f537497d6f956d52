import { sql, type Kysely } from 'kysely'

/** Experts with other documents than a resident card, and those who are not residents for income tax. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table expert
      add column id_type text not null default 'residentCard',
      add column tax_residence text not null default 'resident';
    -- Checked for new rows only, since the values of all others are the defaults.
    alter table expert
      add constraint expert_id_type
        check (id_type in ('residentCard', 'passport', 'hkMacauPermit', 'taiwanPermit')) not valid,
      add constraint expert_tax_residence check (tax_residence in ('resident', 'nonResident')) not valid;
    alter table labor_payment_entry add column id_type text not null default 'residentCard';
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    alter table labor_payment_entry drop column id_type;
    alter table expert drop column id_type, drop column tax_residence;
  `.execute(db)
}
