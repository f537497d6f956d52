import { sql, type Kysely } from 'kysely'

/** Kinds that recognition reads and that were kept as "other". */
const ADDED = [
  ['03', '机动车销售统一发票', 'Motor vehicle invoice'],
  ['14', '增值税电子普通发票（通行费）', 'Toll invoice (electronic)'],
  ['61', '数电发票（航空运输电子客票行程单）', 'Digital air itinerary'],
  ['85', '数电纸质发票（增值税专用发票）', 'Digital VAT special invoice (on paper)'],
  ['86', '数电纸质发票（普通发票）', 'Digital ordinary invoice (on paper)'],
] as const
const FORMER = ['01', '04', '08', '10', '11', '20', '31', '32', '51', 'other']
const values = ADDED.map(([value]) => value)

const restrict = (kinds: readonly string[]) => sql`
  alter table meeting_invoice add constraint meeting_invoice_invoice_type_check
    check (invoice_type in (${sql.join(kinds.map((kind) => sql.lit(kind)))}))`
const unrestrict = sql`alter table meeting_invoice drop constraint meeting_invoice_invoice_type_check`

export async function up(db: Kysely<never>): Promise<void> {
  await unrestrict.execute(db)
  await restrict([...FORMER, ...values]).execute(db)
  for (const [value, label, labelEn] of ADDED)
    await sql`
      insert into dict_data (dict_type, dict_value, dict_label, dict_label_en, dict_sort, built_in)
      select 'invoice_type', ${value}, ${label}, ${labelEn}, coalesce(max(dict_sort), 0) + 1, true
        from dict_data where dict_type = 'invoice_type'
      on conflict do nothing`.execute(db)
}

export async function down(db: Kysely<never>): Promise<void> {
  const added = sql.join(values.map((value) => sql.lit(value)))
  await sql`update meeting_invoice set invoice_type = 'other' where invoice_type in (${added})`.execute(db)
  await sql`delete from dict_data where dict_type = 'invoice_type' and dict_value in (${added})`.execute(db)
  await unrestrict.execute(db)
  await restrict(FORMER).execute(db)
}
