import type { Db } from '../../infra/db/db.ts'

export interface StoredAccount {
  orgId: number
  accountCipher: Buffer
  accountName: string
  bankName: string
  version: number
}

export const findAccount = (db: Db, orgId: number): Promise<StoredAccount | undefined> =>
  db
    .selectFrom('payer_account')
    .select([
      'org_id as orgId',
      'account_cipher as accountCipher',
      'account_name as accountName',
      'bank_name as bankName',
      'version',
    ])
    .where('org_id', '=', orgId)
    .executeTakeFirst()

/** Adds the account of a payer, or changes the version that was read. Returns false if it is another one by now. */
export async function saveAccount(
  db: Db,
  { orgId, accountCipher, accountName, bankName }: Omit<StoredAccount, 'version'>,
  version: number | undefined,
): Promise<boolean> {
  const values = { account_cipher: accountCipher, account_name: accountName, bank_name: bankName }
  if (version === undefined) {
    const { numInsertedOrUpdatedRows: made } = await db
      .insertInto('payer_account')
      .values({ org_id: orgId, ...values })
      .onConflict((conflict) => conflict.column('org_id').doNothing())
      .executeTakeFirst()
    return (made ?? 0n) > 0n
  }
  const { numUpdatedRows } = await db
    .updateTable('payer_account')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('org_id', '=', orgId)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
