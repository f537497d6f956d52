import { sql, type Kysely } from 'kysely'

/**
 * Fees that nobody has signed go over to the rules that round each levy by itself. Where that changes the amount, a
 * contract that was drawn up names amounts that no longer hold, and is discarded. The rates are those of payers in a
 * city, in a town and elsewhere; other rates are not divided into levies, so their amounts stay.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    update labor_agreement as agreement set
      surcharge_amount = each.surcharge,
      net_amount = payable_amount - vat_amount - each.surcharge - income_tax,
      fee_rule_version = 'iit-2019-01+vat-2026-01-r3',
      labor_protocol = null,
      payer_name = null,
      version = version + 1
    from (
      select attendee_id, round(vat_amount * urban, 2) + round(vat_amount * 0.015, 2) + round(vat_amount * 0.01, 2) as surcharge
      from labor_agreement
      join (values (0.06, 0.035), (0.05, 0.025), (0.03, 0.005)) as levy (total, urban) on levy.total = surcharge_rate
      where signature_status = 'unsigned' and fee_rule_version = 'iit-2019-01+vat-2026-01-r2'
    ) as each
    where each.attendee_id = agreement.attendee_id and each.surcharge <> agreement.surcharge_amount;

    update labor_agreement set fee_rule_version = 'iit-2019-01+vat-2026-01-r3', version = version + 1
    where signature_status = 'unsigned' and fee_rule_version = 'iit-2019-01+vat-2026-01-r2';
  `.execute(db)
}

/** Amounts once put right stay so. */
export async function down(): Promise<void> {}
