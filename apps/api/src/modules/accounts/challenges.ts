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

/** What has to be answered to once, within minutes. The text itself is kept by the caller alone. */
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

    /** Whose login it is; null once its tries are used up or its time is over. */
    spendLoginTry: (challenge: string): Promise<number | null> =>
      repository.spendLoginTry(db, {
        challengeHash: hashOf(challenge),
        now: clock.wire(),
        max: LOGIN_TRIES_MAX,
      }),

    /** Whether it was there to be taken; whoever comes with it again finds nothing. */
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
