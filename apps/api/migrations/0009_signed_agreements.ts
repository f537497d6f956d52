import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table labor_agreement
      -- Both are printed on the signed document: an unguessable address, and the hash of what was agreed.
      add column verify_code text constraint labor_agreement_verify_code unique,
      add column content_sha256 bytea,
      add constraint labor_agreement_verifiable check ((verify_code is null) = (content_sha256 is null)
        and (verify_code is null or signature_status = 'signed'));

    -- What was signed before the fee changed. The attendee cannot be deleted any more: its reference does not cascade.
    create table labor_agreement_history (
      history_id bigint generated always as identity primary key,
      attendee_id bigint not null references meeting_attendee,
      pdf_file_id bigint not null references stored_file,
      handsign_file_id bigint not null references stored_file,
      verify_code text constraint labor_agreement_history_verify_code unique,
      content_sha256 bytea,
      payable_amount numeric(14, 2) not null,
      vat_amount numeric(14, 2) not null,
      surcharge_amount numeric(14, 2) not null,
      income_tax numeric(14, 2) not null,
      net_amount numeric(14, 2) not null,
      surcharge_rate numeric(5, 4) not null,
      fee_rule_version text not null,
      signed_time timestamptz not null,
      superseded_time timestamptz not null,
      superseded_by bigint references sys_user on delete set null,
      constraint labor_agreement_history_verifiable check ((verify_code is null) = (content_sha256 is null))
    );
    create index labor_agreement_history_attendee on labor_agreement_history (attendee_id, history_id);
    create index labor_agreement_history_superseded_by on labor_agreement_history (superseded_by);
  `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    drop table labor_agreement_history;
    alter table labor_agreement
      drop constraint labor_agreement_verifiable,
      drop column verify_code,
      drop column content_sha256;
  `.execute(db)
}
