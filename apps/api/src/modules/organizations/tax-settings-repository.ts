import {
  DEFAULT_FILE_TERMS,
  DEFAULT_TAX_TERMS,
  type FileTerms,
  type TaxTerms,
} from '@consilium/contract/organizations/tax-settings.ts'
import { sql } from 'kysely'
import { accountName } from '../../domain/account-name.ts'
import type { Db } from '../../infra/db/db.ts'
import { uniqueViolation } from '../../infra/db/faults.ts'
import { Refusal } from '../../infra/refusal.ts'

const settings = (db: Db) =>
  db
    .selectFrom('organization_tax_setting as s')
    .select([
      's.version',
      's.valid_from as validFrom',
      's.place',
      's.education_exempt as educationExempt',
      's.is_continuous as isContinuous',
      's.vat_basis as vatBasis',
      's.is_platform as isPlatform',
      's.county',
      's.labor_items as laborItems',
      's.is_county_apart as isCountyApart',
      's.non_resident_item as nonResidentItem',
      's.withholding_column as withholdingColumn',
      's.surcharges_deducted as surchargesDeducted',
      's.invoice_expected as invoiceExpected',
    ])

interface Stored {
  laborItems: TaxTerms['laborItems'] | null
  nonResidentItem: FileTerms['nonResidentItem'] | null
  withholdingColumn: FileTerms['withholdingColumn'] | null
  surchargesDeducted: boolean | null
  invoiceExpected: boolean | null
}

/** Settings from before payers had items of labor, or words of files, have those of the default. */
const withItems = <Row extends Stored>(row: Row) => ({
  ...row,
  laborItems: row.laborItems ?? DEFAULT_TAX_TERMS.laborItems,
  nonResidentItem: row.nonResidentItem ?? DEFAULT_FILE_TERMS.nonResidentItem,
  withholdingColumn: row.withholdingColumn ?? DEFAULT_FILE_TERMS.withholdingColumn,
  surchargesDeducted: row.surchargesDeducted ?? DEFAULT_FILE_TERMS.surchargesDeducted,
  invoiceExpected: row.invoiceExpected ?? DEFAULT_FILE_TERMS.invoiceExpected,
})

type TermsRow = Awaited<ReturnType<ReturnType<typeof settings>['executeTakeFirstOrThrow']>>

/** All settings of an organization, the latest first. */
export const listSettings = async (db: Db, orgId: number) =>
  (
    await settings(db)
      .select([
        's.reason',
        's.create_time as createTime',
        accountName<string | null>('s.user_id').as('userName'),
      ])
      .where('s.org_id', '=', orgId)
      .orderBy('s.version', 'desc')
      .execute()
  ).map(withItems)

/** The settings of a day; later ones precede earlier ones that begin on a later day than they do. */
const settingsBy = (db: Db, date: string) =>
  settings(db).where('s.valid_from', '<=', date).orderBy('s.version', 'desc').limit(1)

export async function settingsOn(
  db: Db,
  orgId: number,
  date: string,
): Promise<(TaxTerms & FileTerms) | undefined> {
  const row = await settingsBy(db, date).where('s.org_id', '=', orgId).executeTakeFirst()
  return row && withItems(row)
}

/** The last day of a payer's ledger: of a payment that is not reversed, or of a filed month; null if there is none. */
export async function lastSettledDay(db: Db, orgId: number): Promise<string | null> {
  const paid = await db
    .selectFrom('labor_payment_entry')
    .select('paid_date as day')
    .where('org_id', '=', orgId)
    .where(sql<boolean>`is_live`)
    .orderBy('paid_date', 'desc')
    .limit(1)
    .executeTakeFirst()
  const filed = await db
    .selectFrom('labor_tax_month')
    .select(sql<string>`(to_date(period, 'YYYY-MM') + interval '1 month - 1 day')::date`.as('day'))
    .where('org_id', '=', orgId)
    .where('filed_time', 'is not', null)
    .orderBy('period', 'desc')
    .limit(1)
    .executeTakeFirst()
  return [paid, filed].reduce<string | null>(
    (last, row) => (row && row.day > (last ?? '') ? row.day : last),
    null,
  )
}

/** The unique version lets one of two concurrent changes take effect; the other is stale. */
export async function insertSettings(
  db: Db,
  {
    orgId,
    version,
    ...terms
  }: TaxTerms & FileTerms & { orgId: number; version: number; reason: string | null; userId: number },
): Promise<void> {
  await db
    .insertInto('organization_tax_setting')
    .values({
      org_id: orgId,
      version: version + 1,
      valid_from: terms.validFrom,
      place: terms.place,
      education_exempt: terms.educationExempt,
      is_continuous: terms.isContinuous,
      vat_basis: terms.vatBasis,
      is_platform: terms.isPlatform,
      county: terms.county,
      labor_items: JSON.stringify(terms.laborItems),
      is_county_apart: terms.isCountyApart,
      non_resident_item: terms.nonResidentItem,
      withholding_column: terms.withholdingColumn,
      surcharges_deducted: terms.surchargesDeducted,
      invoice_expected: terms.invoiceExpected,
      reason: terms.reason,
      user_id: terms.userId,
    })
    .execute()
    .catch((error: unknown) => {
      throw uniqueViolation(error) === 'organization_tax_setting_version'
        ? new Refusal('STALE_RECORD')
        : error
    })
}

export const latestVersion = async (db: Db, orgId: number): Promise<number> => {
  const row = await db
    .selectFrom('organization_tax_setting')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  return row?.version ?? 0
}

export interface PayerRow {
  orgId: number
  orgName: string
  orgType: 'sponsor' | 'executor'
  mainUserId: number
  surchargeRate: string | null
}

export type PayerKey = { orgId: number } | { mainUserId: number }

const payers = (db: Db, by: PayerKey) =>
  db
    .selectFrom('organization')
    .select([
      'organization.org_id as orgId',
      'org_name as orgName',
      'org_type as orgType',
      'main_user_id as mainUserId',
      'surcharge_rate as surchargeRate',
    ])
    .where((eb) =>
      'orgId' in by ? eb('organization.org_id', '=', by.orgId) : eb('main_user_id', '=', by.mainUserId),
    )

/** Keeps a payer's settings as they are until the transaction ends. */
export async function shareLockPayer(db: Db, by: PayerKey): Promise<void> {
  await payers(db, by).forShare().execute()
}

/** A payer with the settings of a day, if it has any. */
export async function findPayer(
  db: Db,
  by: PayerKey,
  date: string,
): Promise<{ payer: PayerRow; terms: (TaxTerms & FileTerms) | undefined } | null> {
  const row = await payers(db, by)
    .leftJoinLateral(
      settingsBy(db, date)
        .where(sql<boolean>`s.org_id = organization.org_id`)
        .as('t'),
      (join) => join.onTrue(),
    )
    .selectAll('t')
    .executeTakeFirst()
  if (!row) return null
  const { orgId, orgName, orgType, mainUserId, surchargeRate, ...terms } = row
  return {
    payer: { orgId, orgName, orgType, mainUserId, surchargeRate },
    terms: terms.validFrom === null ? undefined : withItems(terms as TermsRow),
  }
}

/** Waits for the payments and filings of a payer that are under way, and lets others wait until the transaction ends. */
export const lockPayer = (db: Db, orgId: number): Promise<PayerRow | undefined> =>
  payers(db, { orgId }).forNoKeyUpdate().executeTakeFirst()
