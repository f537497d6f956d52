import { sql, type Kysely } from 'kysely'

/** Sentences of the first template, before and after, wherever a template has them word by word. Edited ones stay. */
const CLAUSES = [
  [
    '双方身份与乙方收款账户以本协议首部所列为准。',
    '双方身份以本协议首部所列为准，乙方收款账户以第三条所列为准。\n{{partyDetails}}',
  ],
  [
    '本协议建立的是一次性劳务关系，双方之间不因此产生劳动关系、代理关系或者长期合作的承诺。',
    '{{relationClause}}',
  ],
  [
    '预计税后实付人民币{{netAmount}}元（大写：{{netCapital}}）。计算过程见本协议所附明细。',
    '预计税后实付人民币{{netAmount}}元（大写：{{netCapital}}）。计算过程见本协议所附明细。{{taxClause}}',
  ],
] as const

/** Contracts that were drawn up keep their text: `account_at` is null in them. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table organization
      add column legal_representative text,
      add column registered_address text;
    -- Where the masked bank account begins in labor_protocol. The document shows it in full there.
    alter table labor_agreement add column account_at integer;
    alter table agreement_amendment add column account_at integer;
  `.execute(db)
  for (const [before, after] of CLAUSES)
    await sql`update labor_template set content = replace(content, ${before}, ${after})`.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  for (const [before, after] of CLAUSES)
    await sql`update labor_template set content = replace(content, ${after}, ${before})`.execute(db)
  await sql`
    alter table agreement_amendment drop column account_at;
    alter table labor_agreement drop column account_at;
    alter table organization drop column registered_address, drop column legal_representative;
  `.execute(db)
}
