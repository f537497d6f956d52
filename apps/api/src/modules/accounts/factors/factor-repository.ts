import type { Db } from '../../../infra/db/db.ts'

export interface Factors {
  hasTotp: boolean
  hasPasskey: boolean
}

/** The second factors that an account has set up. */
export async function factorsOf(db: Db, userId: number): Promise<Factors> {
  return db
    .selectNoFrom((eb) => [
      eb
        .exists(
          eb
            .selectFrom('totp_factor')
            .select('user_id')
            .where('user_id', '=', userId)
            .where('confirmed_time', 'is not', null),
        )
        .$castTo<boolean>()
        .as('hasTotp'),
      eb
        .exists(eb.selectFrom('passkey').select('passkey_id').where('user_id', '=', userId))
        .$castTo<boolean>()
        .as('hasPasskey'),
    ])
    .executeTakeFirstOrThrow()
}

/** Locks the account, so that concurrent changes of its factors run one after the other. */
export async function lockAccount(db: Db, userId: number): Promise<void> {
  await db.selectFrom('sys_user').select('user_id').where('user_id', '=', userId).forUpdate().execute()
}

/** Stores an unconfirmed secret and replaces an earlier unconfirmed one. Returns false if a confirmed one exists. */
export async function beginTotp(
  db: Db,
  { userId, secretCipher, now }: { userId: number; secretCipher: Buffer; now: string },
): Promise<boolean> {
  const row = await db
    .insertInto('totp_factor')
    .values({ user_id: userId, secret_cipher: secretCipher, create_time: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret_cipher: secretCipher, create_time: now, last_step: 0 })
        .where('totp_factor.confirmed_time', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export const findTotp = (db: Db, userId: number) =>
  db
    .selectFrom('totp_factor')
    .select(['secret_cipher as secretCipher', 'confirmed_time as confirmedTime', 'create_time as createTime'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

export async function confirmTotp(
  db: Db,
  totp: { userId: number; secretCipher: Buffer; step: number; now: string },
): Promise<boolean> {
  const row = await db
    .updateTable('totp_factor')
    .set({ confirmed_time: totp.now, last_step: totp.step })
    .where('user_id', '=', totp.userId)
    .where('secret_cipher', '=', totp.secretCipher)
    .where('confirmed_time', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Accepts a TOTP time step only if it is later than the last accepted one, so that no code works twice (RFC 6238,
 * section 5.2).
 */
export async function useTotpStep(db: Db, userId: number, step: number): Promise<boolean> {
  const row = await db
    .updateTable('totp_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_time', 'is not', null)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteTotp(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('totp_factor').where('user_id', '=', userId).execute()
}

export async function replaceRecoveryCodes(
  db: Db,
  userId: number,
  codeHashes: readonly Buffer[],
): Promise<void> {
  await deleteRecoveryCodes(db, userId)
  await db
    .insertInto('recovery_code')
    .values(codeHashes.map((codeHash) => ({ user_id: userId, code_hash: codeHash, used_time: null })))
    .execute()
}

export async function deleteRecoveryCodes(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_time', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

/** Uses up a recovery code. Of concurrent requests with the same code only one gets true. */
export async function useRecoveryCode(
  db: Db,
  { userId, codeHash, now }: { userId: number; codeHash: Buffer; now: string },
): Promise<boolean> {
  const row = await db
    .updateTable('recovery_code')
    .set({ used_time: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_time', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes what releases before this one counted. */
export async function purgeGuesses(db: Db, now: string): Promise<void> {
  await db.deleteFrom('factor_failure').where('window_ends', '<=', now).execute()
}

/** When the session proved each factor, as a wire time; null if it has not. */
export const findProofs = (db: Db, sessionId: number) =>
  db
    .selectFrom('sys_session')
    .select(['first_factor_time as firstFactorTime', 'second_factor_time as secondFactorTime'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst()

/** Returns false if the session has ended. */
export async function markProven(
  db: Db,
  sessionId: number,
  proven: { firstFactorTime?: string; secondFactorTime?: string },
): Promise<boolean> {
  const result = await db
    .updateTable('sys_session')
    .set({
      ...(proven.firstFactorTime ? { first_factor_time: proven.firstFactorTime } : {}),
      ...(proven.secondFactorTime ? { second_factor_time: proven.secondFactorTime } : {}),
    })
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
