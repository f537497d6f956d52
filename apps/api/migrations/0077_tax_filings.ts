import { sql, type Kysely } from 'kysely'

/**
 * What was filed with the tax authority: the return of a month and its numbered corrections, each with the files as
 * they were. Rows are only added. A month that was filed before has no row for its return, since no file was kept.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table labor_tax_filing (
      filing_id bigint generated always as identity primary key,
      month_id bigint not null references labor_tax_month,
      -- 0 is the return, the others are its corrections.
      number integer not null check (number between 0 and 99),
      filed_time timestamptz not null,
      filed_by bigint references sys_user on delete set null,
      filed_by_name text not null,
      -- The last entry of the month that it states; null for a month without any.
      last_entry_id bigint references labor_payment_entry,
      entries integer not null,
      people integer not null,
      payable_amount numeric(14, 2) not null,
      vat_amount numeric(14, 2) not null,
      surcharge_amount numeric(14, 2) not null,
      income_tax numeric(14, 2) not null,
      net_amount numeric(14, 2) not null,
      constraint labor_tax_filing_number unique (month_id, number)
    );
    create index labor_tax_filing_filer on labor_tax_filing (filed_by);
    create index labor_tax_filing_entry on labor_tax_filing (last_entry_id);

    create table labor_tax_filing_file (
      filing_id bigint not null references labor_tax_filing,
      kind text not null,
      file_id bigint not null references stored_file,
      primary key (filing_id, kind)
    );
    create index labor_tax_filing_file_stored on labor_tax_filing_file (file_id);
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table labor_tax_filing_file, labor_tax_filing`.execute(db)
}
