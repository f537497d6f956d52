import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'

export interface NewSession {
  userId: number
  tokenHash: Buffer
  now: string
  expireTime: string
  endTime: string
  address: string
  device: string | null
  firstFactorTime: string | null
  secondFactorTime: string | null
  codeTime: string | null
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto('sys_session')
    .values({
      user_id: session.userId,
      token_hash: session.tokenHash,
      create_time: session.now,
      last_used_time: session.now,
      expire_time: session.expireTime,
      end_time: session.endTime,
      address: session.address,
      device: session.device,
      first_factor_time: session.firstFactorTime,
      second_factor_time: session.secondFactorTime,
      code_time: session.codeTime,
    })
    .execute()
}

/** Extends a session, at most to its absolute end. */
export async function noteUse(
  db: Db,
  use: { sessionId: number; now: string; expireTime: string },
): Promise<void> {
  await db
    .updateTable('sys_session')
    .set({
      last_used_time: use.now,
      expire_time: sql<string>`least(end_time, ${use.expireTime}::timestamptz)`,
    })
    .where('session_id', '=', use.sessionId)
    .execute()
}

export const deleteSessionByToken = (
  db: Db,
  tokenHash: Buffer,
): Promise<{ userId: number; sessionId: number } | undefined> =>
  db
    .deleteFrom('sys_session')
    .where('token_hash', '=', tokenHash)
    .returning(['user_id as userId', 'session_id as sessionId'])
    .executeTakeFirst()

export async function deleteSession(db: Db, sessionId: number): Promise<void> {
  await db.deleteFrom('sys_session').where('session_id', '=', sessionId).execute()
}

/**
 * Prevents other transactions from opening sessions of the account. The lock still allows references to the account.
 */
export async function lockSessions(db: Db, userId: number): Promise<void> {
  await db.selectFrom('sys_user').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().execute()
}

/** Deletes the oldest live sessions of an account beyond the allowed number and returns their ids. */
export async function deleteOldSessions(
  db: Db,
  { userId, now, kept }: { userId: number; now: string; kept: number },
): Promise<number[]> {
  const rows = await db
    .deleteFrom('sys_session')
    .where('session_id', 'in', (eb) =>
      eb
        .selectFrom('sys_session as s')
        .select('s.session_id')
        .where('s.user_id', '=', userId)
        .where('s.expire_time', '>', now)
        .orderBy('s.session_id', 'desc')
        .offset(kept),
    )
    .returning('session_id as sessionId')
    .execute()
  return rows.map(({ sessionId }) => sessionId)
}

export async function deleteExpiredSessions(db: Db, now: string): Promise<void> {
  await db.deleteFrom('sys_session').where('expire_time', '<=', now).execute()
}

/** Whether the session has proven the phone with a code since the given time. */
export async function hasProvenPhone(db: Db, sessionId: number, since: string): Promise<boolean> {
  const row = await db
    .selectFrom('sys_session')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('code_time', '>', since)
    .executeTakeFirst()
  return row !== undefined
}
