import { expertEvents } from '@consilium/contract/events/experts.ts'
import {
  IDENTITY_ASKS_PER_DAY,
  type IdentityBasis,
  type IdentityCheck,
} from '@consilium/contract/experts/identity-check.ts'
import type { Db } from '../../../infra/db/db.ts'
import { Refusal } from '../../../infra/refusal.ts'
import { requirePrintable } from '../printable-name.ts'
import type { Scope } from '../scope.ts'
import { insertBasis, latestBasis } from './basis-repository.ts'
import { asksOn, findCheck, lockCheck, type Check } from './check-repository.ts'
import { hashNow } from './subject.ts'

const isOf = (hash: Buffer | null, known: { subjectHash: Buffer | null } | undefined): boolean =>
  hash !== null && known?.subjectHash?.equals(hash) === true

/** What was answered about the expert as it is now. */
const current = (check: Check | undefined, hash: Buffer | null): Check | undefined =>
  isOf(hash, check) ? check : undefined

async function basisOf(db: Db, expertId: number, hash: Buffer | null): Promise<IdentityBasis | null> {
  const found = await latestBasis(db, expertId)
  if (!found) return null
  const { subjectHash, ...basis } = found
  return { ...basis, isChanged: subjectHash !== null && !isOf(hash, found) }
}

const NOTHING = {
  state: 'notAsked',
  fields: [],
  provider: null,
  answeredTime: null,
  problem: null,
  nextTime: null,
} as const

/** How the identity of an expert stands, for those who audit. */
export async function standingOf(
  { clock, keys, identityVerifier }: Pick<Scope, 'clock' | 'keys' | 'identityVerifier'>,
  db: Db,
  expertId: number,
): Promise<IdentityCheck> {
  const hash = await hashNow(keys, db, expertId)
  const check = current(await findCheck(db, expertId), hash)
  const { state, fields, provider, answeredTime, problem, nextTime } = check ?? NOTHING
  const asksLeft = Math.max(0, IDENTITY_ASKS_PER_DAY - (await asksOn(db, clock.today(), expertId)))
  const isOn = identityVerifier !== null
  return {
    isOn,
    state,
    fields: [...fields],
    provider,
    answeredTime,
    problem,
    nextTime,
    mayAsk: isOn && asksLeft > 0 && state !== 'asked',
    asksLeft,
    basis: await basisOf(db, expertId, hash),
  }
}

/**
 * Keeps what an approval rests on. The caller holds the lock of the expert, so that of two approvals at once one comes here.
 * Throws IDENTITY_NOT_MATCHED without a match and a reason, if there is a verifier.
 */
export async function establish(
  { clock, keys, pdf, identityVerifier }: Pick<Scope, 'clock' | 'keys' | 'pdf' | 'identityVerifier'>,
  trx: Db,
  { expertId, by, reason }: { expertId: number; by: number; reason: string | null },
): Promise<void> {
  const check = await lockCheck(trx, expertId)
  const subjectHash = await hashNow(keys, trx, expertId)
  const found = current(check, subjectHash)
  const isMatched = found?.state === 'match'
  if (identityVerifier && !isMatched && reason === null) throw new Refusal('IDENTITY_NOT_MATCHED')
  if (reason !== null) requirePrintable(pdf, reason, 'identityReason')
  await insertBasis(trx, {
    expertId,
    by: isMatched ? 'verifier' : 'hand',
    provider: isMatched ? found.provider : null,
    matchedTime: isMatched ? found.answeredTime : null,
    approvedBy: by,
    approvedTime: clock.wire(),
    reason,
    subjectHash,
  })
}

/** What a certificate says of the identity of whoever signs. */
export interface IdentityStatement {
  /** Of the person as it is now. */
  match: { provider: string; time: string } | null
  basis: IdentityBasis | null
}

export async function statementOf(
  { keys }: Pick<Scope, 'keys'>,
  db: Db,
  expertId: number,
): Promise<IdentityStatement> {
  const hash = await hashNow(keys, db, expertId)
  const check = current(await findCheck(db, expertId), hash)
  const isMatched = check?.state === 'match' && check.provider !== null && check.answeredTime !== null
  return {
    match: isMatched ? { provider: check.provider!, time: check.answeredTime! } : null,
    basis: await basisOf(db, expertId, hash),
  }
}

/** That an expert is new or somebody else, so that readers ask who it is. */
export const tellOfIdentity = (
  { eventLog }: Pick<Scope, 'eventLog'>,
  trx: Db,
  { expertId, actorId }: { expertId: number; actorId: number },
): Promise<void> =>
  eventLog.record(trx, expertEvents.identityStated, { recordId: expertId, actorId, fields: {} })
