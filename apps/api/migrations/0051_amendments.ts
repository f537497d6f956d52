import { sql, type Kysely } from 'kysely'

const FEE =
  'payable_amount, vat_amount, surcharge_amount, income_tax, net_amount, surcharge_rate, fee_rule_version'
const SIGNED = 'pdf_file_id, handsign_file_id, verify_code, content_sha256, form, event_id, signed_time'

/** The text of a superseded contract was not kept apart from its document. */
const FORMER_TEXT = '（协议全文见已签署的文件）'
const FORMER_REASON = '费用变更后尚未重新签署（按此前的规则提出）'

/**
 * An agreement changes only when both sides agree (Civil Code, article 543): what a fee change had invalidated is in
 * force again, and the fee that was not signed since is an amendment that waits for the expert.
 */
async function restore(db: Kysely<never>): Promise<void> {
  const each = (columns: string, prefix: string) =>
    sql.raw(
      columns
        .split(', ')
        .map((column) => `${prefix}${column}`)
        .join(', '),
    )
  const set = (columns: string) =>
    sql.raw(
      columns
        .split(', ')
        .map((column) => `${column} = h.${column}`)
        .join(', '),
    )
  await sql`
    create temporary table restored on commit drop as
      select distinct on (h.attendee_id) h.* from labor_agreement_history h
        join labor_agreement a on a.attendee_id = h.attendee_id and a.signature_status = 'unsigned'
        order by h.attendee_id, h.history_id desc
  `.execute(db)
  await sql`
    insert into agreement_amendment (attendee_id, reason, proposed_by, proposed_time, ${each(FEE, '')})
      select a.attendee_id, ${FORMER_REASON}, h.superseded_by, h.superseded_time, ${each(FEE, 'a.')}
        from labor_agreement a join restored h on h.attendee_id = a.attendee_id
  `.execute(db)
  await sql`
    update labor_agreement a set
      step = 'success', signature_status = 'signed', labor_protocol = ${FORMER_TEXT}, version = a.version + 1,
      ${set(FEE)}, ${set(SIGNED)}
      from restored h where h.attendee_id = a.attendee_id
  `.execute(db)
  await sql`delete from labor_agreement_history where history_id in (select history_id from restored)`.execute(
    db,
  )
}

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- A fee that changes after signing. The signed agreement stays in force until the expert signs this or declines it.
    create table agreement_amendment (
      amendment_id bigint generated always as identity primary key,
      attendee_id bigint not null references meeting_attendee,
      status text not null default 'proposed' check (status in ('proposed', 'signed', 'declined', 'withdrawn')),
      reason text not null,
      proposed_by bigint references sys_user on delete set null,
      proposed_time timestamptz not null,
      payable_amount numeric(14, 2) not null,
      vat_amount numeric(14, 2) not null,
      surcharge_amount numeric(14, 2) not null,
      income_tax numeric(14, 2) not null,
      net_amount numeric(14, 2) not null,
      surcharge_rate numeric(5, 4) not null,
      fee_rule_version text not null,
      labor_protocol text,
      payer_name text,
      payer_credit_code text,
      decided_time timestamptz,
      decline_reason text,
      constraint agreement_amendment_sum
        check (payable_amount = vat_amount + surcharge_amount + income_tax + net_amount),
      constraint agreement_amendment_decided check ((status = 'proposed') = (decided_time is null))
    );
    create index agreement_amendment_attendee on agreement_amendment (attendee_id, amendment_id);
    create unique index agreement_amendment_proposed on agreement_amendment (attendee_id) where status = 'proposed';
    create index agreement_amendment_proposed_by on agreement_amendment (proposed_by);

    alter table labor_agreement_history add column superseded_reason text;

    -- What the last audit approved, while a changed name or identity number waits for the next one.
    alter table expert
      add column audited_name text,
      add column audited_id_card_cipher bytea;
  `.execute(db)
  await restore(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`
    alter table expert drop column audited_id_card_cipher, drop column audited_name;
    alter table labor_agreement_history drop column superseded_reason;
    drop table agreement_amendment;
  `.execute(db)
}
