import type { TaxSettingsChange } from '@consilium/contract/tax-settings.ts'
import { accountName } from '../../domain/account-name.ts'
import type { Db } from '../../infra/db/db.ts'
import { uniqueViolation } from '../../infra/db/faults.ts'
import { Refusal } from '../../infra/refusal.ts'

export type TaxTerms = Omit<TaxSettingsChange, 'orgId' | 'version'>

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
    ])

/** All settings of an organization, the latest first. */
export const listSettings = (db: Db, orgId: number) =>
  settings(db)
    .select(['s.create_time as createTime', accountName<string | null>('s.user_id').as('userName')])
    .where('s.org_id', '=', orgId)
    .orderBy('s.version', 'desc')
    .execute()

/** The settings of a day; later ones precede earlier ones that begin on a later day than they do. */
export const settingsOn = (db: Db, orgId: number, date: string): Promise<TaxTerms | undefined> =>
  settings(db)
    .where('s.org_id', '=', orgId)
    .where('s.valid_from', '<=', date)
    .orderBy('s.version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The unique version lets one of two concurrent changes take effect; the other is stale. */
export async function insertSettings(
  db: Db,
  { orgId, version, ...terms }: TaxSettingsChange & { userId: number },
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

export const findPayer = (
  db: Db,
  by: { orgId: number } | { mainUserId: number },
): Promise<PayerRow | undefined> =>
  db
    .selectFrom('organization')
    .select([
      'org_id as orgId',
      'org_name as orgName',
      'org_type as orgType',
      'main_user_id as mainUserId',
      'surcharge_rate as surchargeRate',
    ])
    .where((eb) => ('orgId' in by ? eb('org_id', '=', by.orgId) : eb('main_user_id', '=', by.mainUserId)))
    .executeTakeFirst()
