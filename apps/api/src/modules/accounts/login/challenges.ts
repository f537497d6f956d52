import { createHash, randomBytes } from 'node:crypto'
import { later } from '../../../infra/clock.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { ChallengePurpose } from '../../../infra/db/factor-tables.ts'
import * as repository from './challenge-repository.ts'
import type { Scope } from '../scope.ts'

export const CHALLENGE_MINUTES = 5
export const LOGIN_TRIES_MAX = 5
const CHALLENGE_BYTES = 32
const MINUTE_MS = 60_000

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest()

interface Owner {
  userId?: number
  sessionId?: number
}

/** A one-time challenge that expires within minutes. Only a hash is stored; the caller keeps the text. */
export async function issueChallenge(
  { db, clock }: Scope,
  purpose: ChallengePurpose,
  owner: Owner = {},
): Promise<{ challenge: string; expiresAt: string }> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
  const expiresAt = later(clock, CHALLENGE_MINUTES * MINUTE_MS)
  await repository.insertChallenge(db, {
    challengeHash: hashOf(challenge),
    purpose,
    userId: owner.userId ?? null,
    sessionId: owner.sessionId ?? null,
    expireTime: expiresAt,
  })
  return { challenge, expiresAt }
}

/** Returns the account of a pending login; null when its tries are used up or it has expired. */
export const spendLoginTry = ({ db, clock }: Scope, challenge: string): Promise<number | null> =>
  repository.spendLoginTry(db, {
    challengeHash: hashOf(challenge),
    now: clock.wire(),
    max: LOGIN_TRIES_MAX,
  })

/** Uses a challenge up. Returns false if it does not exist, has expired or was used before. */
export const takeChallenge = (
  { clock }: Scope,
  within: Db,
  challenge: string,
  { purpose, sessionId = null }: { purpose: ChallengePurpose; sessionId?: number | null },
): Promise<boolean> =>
  repository.takeChallenge(within, {
    challengeHash: hashOf(challenge),
    purpose,
    sessionId,
    now: clock.wire(),
  })

export const purgeChallenges = ({ db, clock }: Scope): Promise<void> =>
  repository.purgeChallenges(db, clock.wire())
