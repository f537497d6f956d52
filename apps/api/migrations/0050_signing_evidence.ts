import { sql, type Kysely } from 'kysely'

const TEMPLATE = '通用专家劳务协议'

/** Clauses of the template that an installation starts with, before and after. Edited clauses stay as they are. */
const CLAUSES = [
  [
    '甲方应付乙方劳务费人民币{{payableAmount}}元（含税）。',
    '甲方应付乙方劳务费人民币{{payableAmount}}元（大写：{{payableCapital}}，含税）。',
  ],
  [
    '有关税费依照付款时适用的税收规定计算，由甲方依法扣缴或者代为办理：增值税{{vatAmount}}元，附加税费{{surchargeAmount}}元，个人所得税{{incomeTax}}元；扣除后乙方实得人民币{{netAmount}}元。计算过程见本协议所附明细。',
    '有关税费由甲方依法扣缴或者代为办理。以下金额按订立本协议时的规定估算，以付款当日适用的税收规定结算为准：增值税{{vatAmount}}元，附加税费{{surchargeAmount}}元，个人所得税{{incomeTax}}元；扣除后乙方预计实得人民币{{netAmount}}元（大写：{{netCapital}}）。计算过程见本协议所附明细。',
  ],
  [
    '6.3 乙方有权查阅、复制、更正其个人信息，',
    '6.3 身份证号与银行账户属于敏感个人信息，甲方依据乙方单独作出的同意处理；乙方可以随时撤回该同意，撤回不影响此前处理的效力。乙方有权查阅、复制、更正其个人信息，',
  ],
] as const

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- What is known of each signing. A statement is canonical JSON; each hash covers the one before it.
    create table signing_event (
      event_id bigint generated always as identity primary key,
      attendee_id bigint not null references meeting_attendee,
      statement text not null,
      event_sha256 bytea not null constraint signing_event_once unique,
      chain_sha256 bytea not null constraint signing_event_chain unique
    );
    create index signing_event_attendee on signing_event (attendee_id);

    -- Consent to the use of identity and bank data, asked for separately from the agreement (PIPL, articles 28 and 29).
    create table data_consent (
      consent_id bigint generated always as identity primary key,
      user_id bigint not null references sys_user on delete cascade,
      version text not null,
      given_time timestamptz not null,
      given_from text not null,
      ended_time timestamptz,
      ended_because text check (ended_because in ('withdrawn', 'renewed')),
      constraint data_consent_ended check ((ended_time is null) = (ended_because is null))
    );
    create index data_consent_user on data_consent (user_id, consent_id);
    create unique index data_consent_in_force on data_consent (user_id) where ended_time is null;

    alter table organization add column credit_code text;

    alter table labor_agreement
      add column payer_credit_code text,
      -- The rules that a document was signed under: the form of its hashed content.
      add column form text,
      add column event_id bigint references signing_event;
    alter table labor_agreement_history
      add column form text,
      add column event_id bigint references signing_event;
    update labor_agreement set form = 'consilium-labor-agreement-1' where verify_code is not null;
    update labor_agreement_history set form = 'consilium-labor-agreement-1' where verify_code is not null;
  `.execute(db)
  for (const [before, after] of CLAUSES)
    await sql`
      update labor_template set content = replace(content, ${before}, ${after}) where template_name = ${TEMPLATE}
    `.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  for (const [before, after] of CLAUSES)
    await sql`
      update labor_template set content = replace(content, ${after}, ${before}) where template_name = ${TEMPLATE}
    `.execute(db)
  await sql`
    alter table labor_agreement_history drop column event_id, drop column form;
    alter table labor_agreement drop column event_id, drop column form, drop column payer_credit_code;
    alter table organization drop column credit_code;
    drop table data_consent;
    drop table signing_event;
  `.execute(db)
}
