import { sql, type Kysely } from 'kysely'

type Name = readonly [zh: string, en: string]

/** The names of the dictionaries that came with the product, and what the glossary and the forms say for the same thing. */
const NAMES: Record<string, { was: Name; is: Name }> = {
  audit_result: { was: ['稽查结果', 'Audit result'], is: ['资料审核结果', 'Material review result'] },
  invoice_source: { was: ['发票来源', 'Source of an invoice'], is: ['发票来源', 'Invoice source'] },
  invoice_type: { was: ['发票类型', 'Kind of invoice'], is: ['发票类型', 'Invoice type'] },
  labor_form: { was: ['劳务形式', 'Kind of labor'], is: ['劳务形式', 'Service type'] },
  material_type: { was: ['会议资料类型', 'Kind of meeting material'], is: ['会议资料类型', 'Material type'] },
  org_type: { was: ['单位类型', 'Kind of organization'], is: ['单位类型', 'Organization type'] },
  supervision_conclusion: {
    was: ['督导结论', 'Conclusion of a supervision'],
    is: ['督导结论', 'Supervision conclusion'],
  },
  supervision_mode: { was: ['督导方式', 'Kind of supervision'], is: ['督导方式', 'Supervision mode'] },
}

/** A name that an administrator has changed stays as it is. */
async function rename(db: Kysely<never>, dictType: string, from: Name, to: Name): Promise<void> {
  await sql`
    update dict_type set dict_name = ${to[0]} where dict_type = ${dictType} and dict_name = ${from[0]}`.execute(
    db,
  )
  await sql`
    update dict_type set dict_name_en = ${to[1]} where dict_type = ${dictType} and dict_name_en = ${from[1]}`.execute(
    db,
  )
}

export async function up(db: Kysely<never>): Promise<void> {
  for (const [dictType, { was, is }] of Object.entries(NAMES)) await rename(db, dictType, was, is)
}

export async function down(db: Kysely<never>): Promise<void> {
  for (const [dictType, { was, is }] of Object.entries(NAMES)) await rename(db, dictType, is, was)
}
