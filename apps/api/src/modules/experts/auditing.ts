import { expertEvents } from '@consilium/contract/events/experts.ts'
import type { AuditStatus } from '@consilium/contract/experts/experts.ts'
import { IDENTITY_REASON_MAX } from '@consilium/contract/experts/identity-check.ts'
import type { IdType } from '@consilium/contract/persons/identity.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { SealBroken } from '../../infra/keys/keys.ts'
import {
  auditStatusOf,
  describeAudit,
  recordOf,
  verdictOf,
  type Asking,
  type DecisionKind,
  type Served,
} from '../decisions/service.ts'
import { approvedAccount, tellOfAccount } from './account.ts'
import { differenceOf } from './expert-view.ts'
import { establish } from './identity-checks/standing.ts'
import { openIdentity } from './identity.ts'
import { personHashes } from './person-hash.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** The audit of an expert: asked for whenever a profile waits for it. */
export const EXPERT_AUDIT: DecisionKind = {
  name: 'expertAudit',
  edges: { pending: ['approved', 'refused', 'superseded', 'stale'] },
  whilePending: 'replaces',
  keepsPeople: false,
}

/** What an audit approves. */
export interface Audited {
  expertId: number
  name: string
  title: string | null
  idType: IdType
  idCardNo: string | null
  /** An account that waits for the audit; null if none does. */
  bankAccount: string | null
}

type Within = Pick<Scope, 'keys' | 'decisions'>

export const auditedOf = (
  keys: Scope['keys'],
  stored: Pick<
    repository.StoredExpert,
    'expertId' | 'name' | 'title' | 'idType' | 'idCardCipher' | 'bankAccountCipher' | 'accountWaits'
  >,
): Audited => {
  const { expertId, name, title, idType } = stored
  const bankAccountCipher = stored.accountWaits ? stored.bankAccountCipher : null
  try {
    return { expertId, name, title, idType, ...openIdentity(keys, { ...stored, bankAccountCipher }) }
  } catch (error) {
    // A number that cannot be read is shown as such, and the rest of the profile can still be changed.
    if (!(error instanceof SealBroken)) throw error
    return { expertId, name, title, idType, idCardNo: null, bankAccount: null }
  }
}

/** The number counts by its keyed hash, so that nobody finds it by trying. */
async function askingFor(
  { keys }: Within,
  trx: Db,
  { expertId, idCardNo, bankAccount, ...rest }: Audited,
): Promise<Asking> {
  const hashes = idCardNo === null && bankAccount === null ? null : await personHashes(keys, trx)
  const document = idCardNo && hashes ? hashes.ofDocument(rest.idType, idCardNo).toString('hex') : idCardNo
  // Audits that were asked for before accounts were audited have no part of this name.
  const account = bankAccount && hashes ? { account: hashes.ofAccount(bankAccount).toString('hex') } : {}
  return { recordId: expertId, content: { ...rest, document, ...account }, askedBy: null }
}

/** Asks for the audit of a profile; `by` is who entered it, if that is known. */
export async function askAudit(
  scope: Within,
  trx: Db,
  audited: Audited,
  by: Pick<Actor, 'userId' | 'roleType'> | null = null,
): Promise<void> {
  await scope.decisions.askAudit(trx, EXPERT_AUDIT, await askingFor(scope, trx, audited), by)
}

interface Outcome {
  auditStatus?: AuditStatus | undefined
  auditOpinion?: string | null | undefined
  /** The audit has come to this. */
  decided?: AuditStatus
}

/**
 * What becomes of the audit when a profile is changed: it is asked for anew, decided, or waits for further steps and then stays as it is.
 * An opinion belongs to its decision: a new decision without an opinion clears it.
 */
export async function changeAudit(
  scope: Within,
  trx: Db,
  actor: Actor,
  { before, next, given }: { before: AuditStatus; next: Audited; given: Omit<Outcome, 'decided'> },
): Promise<Outcome> {
  const { auditStatus, auditOpinion } = given
  if (auditStatus === undefined || auditStatus === before) {
    await scope.decisions.renew(trx, EXPERT_AUDIT, await askingFor(scope, trx, next))
    return given
  }
  const decided = { auditStatus, auditOpinion: auditOpinion ?? null, decided: auditStatus }
  if (auditStatus === 'pending') {
    await askAudit(scope, trx, next)
    return decided
  }
  const verdict = { to: verdictOf(auditStatus), by: actor.userId, opinion: auditOpinion }
  const asking = await askingFor(scope, trx, next)
  const state = await scope.decisions.audit(trx, EXPERT_AUDIT, asking, verdict)
  return state === 'pending' ? {} : decided
}

/** In steps, what whoever decides last says is the reason to approve without a match; all of it stays with the request. */
const reasonIn = (opinion: string | null | undefined): string | null =>
  opinion ? [...opinion].slice(0, IDENTITY_REASON_MAX).join('') : null

/** How audits are decided step by step. */
export const auditsServedBy = (scope: Scope): Served => ({
  name: EXPERT_AUDIT.name,
  async about(trx, { recordId }) {
    const row = await repository.findExpert(trx, recordId)
    if (!row) throw new Error(`There is no expert ${recordId}`)
    const differing = differenceOf(scope, row)
    const own = (['name', 'title', 'unit'] as const)
      .filter((field) => !differing.some((each) => each.field === field))
      .map((field) => ({ field, before: null, after: row[field] }))
    const changes = [
      ...differing.map(({ field, approved, now }) => ({ field, before: approved, after: now })),
      ...own,
    ]
    return { kind: 'expertAudit', projectId: null, amount: null, category: null, changes }
  },
  titles: repository.namesOfDecisions,
  describe: describeAudit,
  async settle(trx, actor, decisionId, verdict) {
    const expertId = await recordOf(trx, decisionId)
    const stored = await repository.lockExpert(trx, expertId)
    if (!stored) throw new Error(`There is no expert ${expertId}`)
    const { content } = await askingFor(scope, trx, auditedOf(scope.keys, stored))
    const given = { ...verdict, by: actor.userId, content }
    const state = await scope.decisions.decide(trx, EXPERT_AUDIT, decisionId, given)
    if (state !== 'approved' && state !== 'refused') return state
    const auditStatus = auditStatusOf(state)
    await repository.updateExpert(trx, expertId, {})
    const account = approvedAccount(scope.clock, stored, auditStatus)
    await repository.setAudit(trx, expertId, {
      auditStatus,
      auditOpinion: verdict.opinion ?? null,
      ...account,
    })
    if (auditStatus === 'approved')
      await establish(scope, trx, { expertId, by: actor.userId, reason: reasonIn(verdict.opinion) })
    await scope.eventLog.record(trx, expertEvents.audited, {
      recordId: expertId,
      actorId: actor.userId,
      fields: { auditStatus },
    })
    await tellOfAccount(scope, trx, { expertId, actorId: actor.userId }, account)
    return state
  },
})
