import { sql, type Kysely } from 'kysely'

const TEMPLATE = '通用专家劳务协议'

/** The template that an installation starts with names the net as the portal does. Edited clauses stay as they are. */
const CLAUSES = [
  ['扣除后乙方预计实得人民币{{netAmount}}元', '预计税后实付人民币{{netAmount}}元'],
  ['将实得金额一次付至乙方本人账户', '将税后实付金额一次付至乙方本人账户'],
] as const

export async function up(db: Kysely<never>): Promise<void> {
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
}
