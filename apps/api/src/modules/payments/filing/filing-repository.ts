import type { FilingFileKind } from '@consilium/contract/payments/tax-filings.ts'
import { sql } from 'kysely'
import { accountName } from '../../../domain/account-name.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { Month } from '../tax-exports/export-repository.ts'
import { organizationFacts } from '../../organizations/service.ts'
import { fileFacts } from '../../files/service.ts'

const SURCHARGES = sql`(e.urban_levy + e.education_levy + e.local_education_levy + e.own_levy)`
const FILES_OF_FILING_MAX = 10

/** The ledger of a month up to an entry: entries are only added, so count and last one name its state. */
export interface LedgerState {
  lastEntryId: number | null
  entries: number
  people: number
  payableAmount: string
  vatAmount: string
  surchargeAmount: string
  incomeTax: string
  netAmount: string
}

const stateWhere = async (
  db: Db,
  { orgId, period }: Month,
  counted: ReturnType<typeof sql<boolean>>,
): Promise<LedgerState> => {
  const { rows } = await sql<LedgerState>`
    select max(e.entry_id) as "lastEntryId", count(*)::int as entries,
        (select count(*)::int from (
          select p.person_hash from labor_payment_entry p where p.org_id = ${orgId} and p.period = ${period}
              and p.entry_id <= max(e.entry_id)
            group by p.person_hash
            having count(*) filter (where p.kind = 'payment') > count(*) filter (where p.kind = 'reversal')) paid
        ) as people,
        coalesce(sum(e.payable_amount), 0.00) as "payableAmount", coalesce(sum(e.vat_amount), 0.00) as "vatAmount",
        coalesce(sum(${SURCHARGES}), 0.00) as "surchargeAmount", coalesce(sum(e.income_tax), 0.00) as "incomeTax",
        coalesce(sum(e.net_amount), 0.00) as "netAmount"
      from labor_payment_entry e where e.org_id = ${orgId} and e.period = ${period} and ${counted}`.execute(
    db,
  )
  return rows[0]!
}

export const stateOf = (db: Db, month: Month): Promise<LedgerState> => stateWhere(db, month, sql`true`)

/** What the return stated, of a month that was filed before files were kept. */
export const formerState = (db: Db, month: Month): Promise<LedgerState> =>
  stateWhere(db, month, sql`not e.is_correction`)

/** The number of entries of a month after one of them. */
export async function countAfter(db: Db, { orgId, period }: Month, entryId: number): Promise<number> {
  const { count } = await db
    .selectFrom('labor_payment_entry')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('org_id', '=', orgId)
    .where('period', '=', period)
    .where('entry_id', '>', entryId)
    .executeTakeFirstOrThrow()
  return count
}

/** When a month was filed and by whom; undefined while it is not. */
export const findFiled = (db: Db, { orgId, period }: Month) =>
  db
    .selectFrom('labor_tax_month as m')
    .select((eb) => [
      'm.month_id as monthId',
      eb.ref('m.filed_time').$notNull().as('filedTime'),
      accountName<string | null>('m.filed_by').as('filedByName'),
    ])
    .where('m.org_id', '=', orgId)
    .where('m.period', '=', period)
    .where('m.filed_time', 'is not', null)
    .executeTakeFirst()

export const listFilings = (db: Db, { orgId, period }: Month) =>
  db
    .selectFrom('labor_tax_filing as f')
    .innerJoin('labor_tax_month as m', 'm.month_id', 'f.month_id')
    .select([
      'f.filing_id as filingId',
      'f.number',
      'f.filed_time as filedTime',
      sql<string>`coalesce(${accountName('f.filed_by')}, f.filed_by_name)`.as('filedByName'),
      'f.last_entry_id as lastEntryId',
      'f.entries',
      'f.people',
      'f.payable_amount as payableAmount',
      'f.vat_amount as vatAmount',
      'f.surcharge_amount as surchargeAmount',
      'f.income_tax as incomeTax',
      'f.net_amount as netAmount',
    ])
    .where('m.org_id', '=', orgId)
    .where('m.period', '=', period)
    .orderBy('f.number')
    .execute()

export const filesOf = async (db: Db, filingIds: readonly number[]) =>
  filingIds.length === 0
    ? []
    : db
        .selectFrom('labor_tax_filing_file as k')
        .innerJoin(fileFacts('s'), 's.file_id', 'k.file_id')
        .select(['k.filing_id as filingId', 'k.kind', 's.original_name as name', 's.size', 's.sha256'])
        .where('k.filing_id', 'in', [...filingIds])
        .orderBy('k.file_id')
        .limit(filingIds.length * FILES_OF_FILING_MAX)
        .execute()

/** The stored file of a filing of a payer that the caller sees. */
export async function findFiledFile(
  db: Db,
  { mainUserId }: { mainUserId?: number },
  { filingId, kind }: { filingId: number; kind: FilingFileKind },
): Promise<number | undefined> {
  let rows = db
    .selectFrom('labor_tax_filing_file as k')
    .innerJoin('labor_tax_filing as f', 'f.filing_id', 'k.filing_id')
    .innerJoin('labor_tax_month as m', 'm.month_id', 'f.month_id')
    .innerJoin(organizationFacts('o'), 'o.org_id', 'm.org_id')
    .select('k.file_id as fileId')
    .where('k.filing_id', '=', filingId)
    .where('k.kind', '=', kind)
  if (mainUserId !== undefined) rows = rows.where('o.main_user_id', '=', mainUserId)
  return (await rows.executeTakeFirst())?.fileId
}

/**
 * Locks a month for its filing. It waits for every payment that found the month open, whose entries are then seen; later
 * payments wait for the filing, and get higher numbers.
 */
export async function lockMonth(db: Db, { orgId, period }: Month): Promise<number> {
  await db
    .insertInto('labor_tax_month')
    .values({ org_id: orgId, period })
    .onConflict((conflict) => conflict.columns(['org_id', 'period']).doNothing())
    .execute()
  const row = await db
    .selectFrom('labor_tax_month')
    .select('month_id as monthId')
    .where('org_id', '=', orgId)
    .where('period', '=', period)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.monthId
}

export interface NewFiling extends LedgerState {
  monthId: number
  number: number
  filedTime: string
  userId: number
  userName: string
  files: readonly { kind: FilingFileKind; fileId: number }[]
}

/** Adds a filing with its files; the first one files the month. */
export async function insertFiling(db: Db, filing: NewFiling): Promise<void> {
  const { filingId } = await db
    .insertInto('labor_tax_filing')
    .values({
      month_id: filing.monthId,
      number: filing.number,
      filed_time: filing.filedTime,
      filed_by: filing.userId,
      filed_by_name: filing.userName,
      last_entry_id: filing.lastEntryId,
      entries: filing.entries,
      people: filing.people,
      payable_amount: filing.payableAmount,
      vat_amount: filing.vatAmount,
      surcharge_amount: filing.surchargeAmount,
      income_tax: filing.incomeTax,
      net_amount: filing.netAmount,
    })
    .returning('filing_id as filingId')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('labor_tax_filing_file')
    .values(filing.files.map(({ kind, fileId }) => ({ filing_id: filingId, kind, file_id: fileId })))
    .execute()
  await db
    .updateTable('labor_tax_month')
    .set({ filed_time: filing.filedTime, filed_by: filing.userId })
    .where('month_id', '=', filing.monthId)
    .where('filed_time', 'is', null)
    .execute()
}
