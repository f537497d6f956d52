import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import type { ChallengePurpose } from '../../infra/db/factor-tables.ts'
import * as repository from './challenge-repository.ts'

export const CHALLENGE_MINUTES = 5
export const LOGIN_TRIES_MAX = 5
const CHALLENGE_BYTES = 32
const MINUTE_MS = 60_000

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest()

interface Owner {
  userId?: number
  sessionId?: number
}

/** One-time challenges that expire within minutes. Only a hash is stored; the caller keeps the text. */
export function createChallenges({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  return {
    async issue(
      purpose: ChallengePurpose,
      owner: Owner = {},
    ): Promise<{ challenge: string; expiresAt: string }> {
      const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
      const expiresAt = clock.wire(new Date(clock.now().getTime() + CHALLENGE_MINUTES * MINUTE_MS))
      await repository.insertChallenge(db, {
        challengeHash: hashOf(challenge),
        purpose,
        userId: owner.userId ?? null,
        sessionId: owner.sessionId ?? null,
        expireTime: expiresAt,
      })
      return { challenge, expiresAt }
    },

    /** Returns the account of a pending login; null when its tries are used up or it has expired. */
    spendLoginTry: (challenge: string): Promise<number | null> =>
      repository.spendLoginTry(db, {
        challengeHash: hashOf(challenge),
        now: clock.wire(),
        max: LOGIN_TRIES_MAX,
      }),

    /** Uses a challenge up. Returns false if it does not exist, has expired or was used before. */
    take: (
      within: Db,
      challenge: string,
      purpose: ChallengePurpose,
      sessionId: number | null = null,
    ): Promise<boolean> =>
      repository.takeChallenge(within, {
        challengeHash: hashOf(challenge),
        purpose,
        sessionId,
        now: clock.wire(),
      }),

    purgeExpired: (): Promise<void> => repository.purgeChallenges(db, clock.wire()),
  }
}

export type Challenges = ReturnType<typeof createChallenges>
