import type { OwnPasskey } from '@consilium/contract/login/second-factor.ts'
import type { Db } from '../../../infra/db/db.ts'
import { uniqueViolation } from '../../../infra/db/faults.ts'
import { Refusal } from '../../../infra/refusal.ts'

const VIEW_COLUMNS = [
  'passkey_id as passkeyId',
  'name',
  'is_backed_up as isBackedUp',
  'create_time as createTime',
  'last_used_time as lastUsedTime',
] as const

const CREDENTIAL_COLUMNS = [
  'passkey_id as passkeyId',
  'user_id as userId',
  'credential_id as credentialId',
  'public_key as publicKey',
  'sign_count as signCount',
  'transports',
  'user_handle as userHandle',
] as const

export interface StoredPasskey {
  passkeyId: number
  userId: number
  credentialId: string
  publicKey: Buffer
  signCount: number
  transports: string[]
  userHandle: string
}

export const listPasskeys = (db: Db, userId: number): Promise<OwnPasskey[]> =>
  db.selectFrom('passkey').select(VIEW_COLUMNS).where('user_id', '=', userId).orderBy('passkey_id').execute()

export const findPasskey = (db: Db, userId: number, passkeyId: number): Promise<OwnPasskey | undefined> =>
  db
    .selectFrom('passkey')
    .select(VIEW_COLUMNS)
    .where('user_id', '=', userId)
    .where('passkey_id', '=', passkeyId)
    .executeTakeFirst()

export const credentialsOf = (db: Db, userId: number): Promise<StoredPasskey[]> =>
  db
    .selectFrom('passkey')
    .select(CREDENTIAL_COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('passkey_id')
    .execute()

export const findCredential = (db: Db, credentialId: string): Promise<StoredPasskey | undefined> =>
  db
    .selectFrom('passkey')
    .select(CREDENTIAL_COLUMNS)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

export interface NewPasskey extends Omit<StoredPasskey, 'passkeyId'> {
  name: string
  isBackedUp: boolean
  now: string
}

export async function insertPasskey(db: Db, passkey: NewPasskey): Promise<OwnPasskey> {
  try {
    return await db
      .insertInto('passkey')
      .values({
        user_id: passkey.userId,
        credential_id: passkey.credentialId,
        public_key: passkey.publicKey,
        sign_count: passkey.signCount,
        transports: passkey.transports,
        user_handle: passkey.userHandle,
        name: passkey.name,
        is_backed_up: passkey.isBackedUp,
        create_time: passkey.now,
        last_used_time: null,
      })
      .returning(VIEW_COLUMNS)
      .executeTakeFirstOrThrow()
  } catch (error) {
    if (uniqueViolation(error) === 'passkey_credential_unique') throw new Refusal('PASSKEY_TAKEN')
    throw error
  }
}

/**
 * Records a use of a passkey. Returns false if its signature counter did not increase, which indicates a cloned
 * authenticator (WebAuthn Level 3, section 6.1.1); authenticators without a counter always send 0.
 */
export async function notePasskeyUse(
  db: Db,
  use: { passkeyId: number; signCount: number; isBackedUp: boolean; now: string },
): Promise<boolean> {
  const row = await db
    .updateTable('passkey')
    .set({ sign_count: use.signCount, is_backed_up: use.isBackedUp, last_used_time: use.now })
    .where('passkey_id', '=', use.passkeyId)
    .where((eb) =>
      eb.or([
        eb('sign_count', '<', use.signCount),
        eb.and([eb('sign_count', '=', 0), eb.val(use.signCount === 0)]),
      ]),
    )
    .returning('passkey_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function renamePasskey(
  db: Db,
  { userId, passkeyId, name }: { userId: number; passkeyId: number; name: string },
): Promise<OwnPasskey | undefined> {
  return db
    .updateTable('passkey')
    .set({ name })
    .where('user_id', '=', userId)
    .where('passkey_id', '=', passkeyId)
    .returning(VIEW_COLUMNS)
    .executeTakeFirst()
}

export async function deletePasskey(db: Db, userId: number, passkeyId: number): Promise<void> {
  await db.deleteFrom('passkey').where('user_id', '=', userId).where('passkey_id', '=', passkeyId).execute()
}

export async function deletePasskeysOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('passkey').where('user_id', '=', userId).execute()
}
