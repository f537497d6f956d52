import { sql, type Kysely } from 'kysely'

/** Projects are set up (立项), meetings are approved (批准). A label that somebody has changed stays as it is. */
const rename = (db: Kysely<never>, from: string, to: string) =>
  sql`
    update dict_data set dict_label = ${to}
    where dict_type = 'meeting_stage' and dict_value = 'approved' and dict_label = ${from}
  `.execute(db)

export async function up(db: Kysely<never>): Promise<void> {
  await rename(db, '已立项', '已批准')
}

export async function down(db: Kysely<never>): Promise<void> {
  await rename(db, '已批准', '已立项')
}
