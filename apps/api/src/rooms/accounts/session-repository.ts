import type { Db } from '../../infra/db/db.ts'

export async function insertSession(
  db: Db,
  session: { userId: number; tokenHash: Buffer; expireTime: string },
): Promise<void> {
  await db
    .insertInto('sys_session')
    .values({ user_id: session.userId, token_hash: session.tokenHash, expire_time: session.expireTime })
    .execute()
}

export async function deleteSession(db: Db, sessionId: number): Promise<void> {
  await db.deleteFrom('sys_session').where('session_id', '=', sessionId).execute()
}

export async function deleteSessionsOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sys_session').where('user_id', '=', userId).execute()
}

/** Deletes the sessions of accounts and of those below them; answers whose they were. */
export async function deleteSessionsBelow(db: Db, userIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .deleteFrom('sys_session as s')
    .using('sys_user as u')
    .whereRef('u.user_id', '=', 's.user_id')
    .where((eb) => eb.or([eb('u.user_id', 'in', userIds), eb('u.main_user_id', 'in', userIds)]))
    .returning('s.user_id as userId')
    .execute()
  return [...new Set(rows.map((row) => row.userId))]
}

export async function deleteExpiredSessions(db: Db, now: string): Promise<void> {
  await db.deleteFrom('sys_session').where('expire_time', '<=', now).execute()
}
