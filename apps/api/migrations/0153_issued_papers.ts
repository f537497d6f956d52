import { sql, type Kysely } from 'kysely'

/** Documents that the service has issued and signed, by the code that stands on them. The files are not kept. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table issued_paper (
      paper_id bigint generated always as identity primary key,
      verify_code text not null unique,
      kind text not null check (kind in ('paymentStatement', 'attendanceCertificate', 'attendanceSheet')),
      sha256 bytea not null check (length(sha256) = 32),
      issued_by bigint references sys_user on delete set null,
      issued_time timestamptz not null
    );
    create index issued_paper_account on issued_paper (issued_by)
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table issued_paper`.execute(db)
}
