import { sql, type Kysely } from 'kysely'

/** The label that the database was created with, and the term of the glossary. */
const LABELS = { was: 'Entered by hand', is: 'Entered manually' }

/** A label that an administrator has changed is left as it is. */
const relabel = (db: Kysely<never>, from: string, to: string) =>
  sql`
    update dict_data set dict_label_en = ${to}
      where dict_type = 'invoice_source' and dict_value = 'manual' and dict_label_en = ${from}`.execute(db)

export async function up(db: Kysely<never>): Promise<void> {
  await relabel(db, LABELS.was, LABELS.is)
}

export async function down(db: Kysely<never>): Promise<void> {
  await relabel(db, LABELS.is, LABELS.was)
}
