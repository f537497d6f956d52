import { sql, type Kysely } from 'kysely'

/**
 * Fees that nobody has signed go over to the rules that compare the VAT threshold with the amount without VAT. They
 * differ from 1,000.00 to 1,009.99 payable, where a contract that was drawn up names amounts that no longer hold.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    update labor_agreement set
      vat_amount = 0,
      surcharge_amount = 0,
      income_tax = round((payable_amount - 800) * 0.2, 2),
      net_amount = payable_amount - round((payable_amount - 800) * 0.2, 2),
      fee_rule_version = 'iit-2019-01+vat-2026-01-r2',
      labor_protocol = null,
      payer_name = null,
      version = version + 1
    where signature_status = 'unsigned' and fee_rule_version = 'iit-2019-01+vat-2026-01'
      and payable_amount >= 1000 and payable_amount < 1010;

    update labor_agreement set fee_rule_version = 'iit-2019-01+vat-2026-01-r2', version = version + 1
    where signature_status = 'unsigned' and fee_rule_version = 'iit-2019-01+vat-2026-01';
  `.execute(db)
}

/** Amounts once put right stay so. */
export async function down(): Promise<void> {}
