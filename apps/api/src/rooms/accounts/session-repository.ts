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

export async function deleteExpiredSessions(db: Db, now: string): Promise<void> {
  await db.deleteFrom('sys_session').where('expire_time', '<=', now).execute()
}
