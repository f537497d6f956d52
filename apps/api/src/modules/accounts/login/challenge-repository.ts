import type { Db } from '../../../infra/db/db.ts'
import type { ChallengePurpose } from '../../../infra/db/factor-tables.ts'

export interface NewChallenge {
  challengeHash: Buffer
  purpose: ChallengePurpose
  userId: number | null
  sessionId: number | null
  expireTime: string
}

export async function insertChallenge(db: Db, challenge: NewChallenge): Promise<void> {
  await db
    .insertInto('factor_challenge')
    .values({
      challenge_hash: challenge.challengeHash,
      purpose: challenge.purpose,
      user_id: challenge.userId,
      session_id: challenge.sessionId,
      expire_time: challenge.expireTime,
    })
    .execute()
}

/**
 * Spends one try of a pending login and returns its account; null when the tries are used up or it has expired.
 */
export async function spendLoginTry(
  db: Db,
  { challengeHash, now, max }: { challengeHash: Buffer; now: string; max: number },
): Promise<number | null> {
  const row = await db
    .updateTable('factor_challenge')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('challenge_hash', '=', challengeHash)
    .where('purpose', '=', 'login')
    .where('expire_time', '>', now)
    .where('tries', '<', max)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/**
 * Uses up a challenge. Returns false if it was used before; of concurrent requests only one gets true. A challenge
 * made for a session works only in that session.
 */
export async function takeChallenge(
  db: Db,
  wanted: { challengeHash: Buffer; purpose: ChallengePurpose; sessionId: number | null; now: string },
): Promise<boolean> {
  const row = await db
    .deleteFrom('factor_challenge')
    .where('challenge_hash', '=', wanted.challengeHash)
    .where('purpose', '=', wanted.purpose)
    .where('session_id', 'is not distinct from', wanted.sessionId)
    .where('expire_time', '>', wanted.now)
    .returning('purpose')
    .executeTakeFirst()
  return row !== undefined
}

export async function purgeChallenges(db: Db, now: string): Promise<void> {
  await db.deleteFrom('factor_challenge').where('expire_time', '<=', now).execute()
}
