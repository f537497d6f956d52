import { accountName } from '../../domain/account-name.ts'
import type { Db } from '../../infra/db/db.ts'
import { accountFacts } from '../accounts/service.ts'

export interface SealRow {
  orgId: number
  orgName: string
  creditCode: string | null
  mainUserId: number
  pictureFileId: number | null
  keyCipher: Buffer | null
  certificateName: string | null
  certificateIssuer: string | null
  certificateUntil: string | null
  personsMaySeal: boolean | null
  keeperName: string | null
  changedByName: string | null
  changeTime: string | null
  version: number | null
}

/** The organization with its seal, if it has one. */
export const findSeal = (
  db: Db,
  by: { orgId: number } | { mainUserId: number },
): Promise<SealRow | undefined> =>
  db
    .selectFrom('organization as o')
    .leftJoin('organization_seal as s', 's.org_id', 'o.org_id')
    .select([
      'o.org_id as orgId',
      'o.org_name as orgName',
      'o.credit_code as creditCode',
      'o.main_user_id as mainUserId',
      's.picture_file_id as pictureFileId',
      's.key_cipher as keyCipher',
      's.certificate_name as certificateName',
      's.certificate_issuer as certificateIssuer',
      's.certificate_until as certificateUntil',
      's.persons_may_seal as personsMaySeal',
      's.keeper_name as keeperName',
      accountName<string | null>('s.user_id').as('changedByName'),
      's.change_time as changeTime',
      's.version',
    ])
    .where((eb) => ('orgId' in by ? eb('o.org_id', '=', by.orgId) : eb('o.main_user_id', '=', by.mainUserId)))
    .executeTakeFirst()

export interface SealColumns {
  picture_file_id: number
  key_cipher: Buffer | null
  certificate_name: string | null
  certificate_issuer: string | null
  certificate_until: string | null
  persons_may_seal: boolean
  keeper_name: string
  user_id: number
  change_time: string
}

/** Returns false if the seal is not of this version any more; 0 is that of an organization without one. */
export async function saveSeal(
  trx: Db,
  { orgId, version }: { orgId: number; version: number },
  columns: SealColumns,
): Promise<boolean> {
  if (version === 0) {
    const made = await trx
      .insertInto('organization_seal')
      .values({ org_id: orgId, ...columns })
      .onConflict((conflict) => conflict.column('org_id').doNothing())
      .executeTakeFirst()
    return (made.numInsertedOrUpdatedRows ?? 0n) > 0n
  }
  const result = await trx
    .updateTable('organization_seal')
    .set({ ...columns, version: version + 1 })
    .where('org_id', '=', orgId)
    .where('version', '=', version)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function deleteSeal(trx: Db, orgId: number): Promise<boolean> {
  const result = await trx.deleteFrom('organization_seal').where('org_id', '=', orgId).executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function nameOfAccount(db: Db, userId: number): Promise<string> {
  const row = await db
    .selectFrom(accountFacts('u'))
    .select(accountName('u.user_id').as('name'))
    .where('u.user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.name
}
