import { hash } from 'node:crypto'
import type { ApprovalWaiting } from '@consilium/contract/approvals/waiting.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { Asking, Content, Verdict } from './asking.ts'
import type { Asked } from './policy.ts'
import * as repository from './repository.ts'
import type { Subject } from './repository.ts'
import type { DecisionKind, DecisionState } from './states.ts'

export type { Asking, Content, Verdict } from './asking.ts'
export {
  findRequest,
  lockRequest,
  pendingOn,
  votesOf,
  type PendingRow,
  type Request,
} from './asked-repository.ts'
export { auditStatusOf, describeAudit, verdictOf } from './audits.ts'
export { decisionFacts, recordOf, voteFacts } from './facts-repository.ts'
export { mayDecide } from './policy.ts'
export {
  changeRequest,
  describeRequest,
  endAsStale,
  insertVote,
  withdrawRequest,
  type About,
  type VoteRow,
} from './request-repository.ts'
export type { Described, Served, Settling } from './served.ts'
export type { DecisionKind, DecisionState } from './states.ts'
export {
  askedByName,
  DECISION_COLUMNS,
  DECISION_WORDS,
  decidedByName,
  decidedForNames,
  decidedForNamesOf,
  decidedForUserIds,
  forgetPeople,
  type Subject,
} from './repository.ts'

/** A decision of one person, as the steps of its request see it. */
export interface Vote extends Omit<Verdict, 'content'> {
  time: string
  contentHash: Buffer | undefined
}

type Asks = ReadonlyMap<number, boolean>

/** What waits for a part of a record, as the caller may know it. */
export type Waiting = ApprovalWaiting & { part: string }

/**
 * The steps of requests, which a module above sets up. A vote answers `none` if the request has no steps, `pending` if
 * others have to decide after it, and `last` if it decides the request.
 */
export interface Steps {
  /** Whether anybody's steps hold for what would be asked. */
  holds(trx: Db, kind: DecisionKind, asking: Asking): Promise<boolean>
  open(trx: Db, kind: DecisionKind, decisionId: number, asking: Asking): Promise<void>
  vote(trx: Db, decisionId: number, vote: Vote): Promise<'none' | 'pending' | 'last'>
  /** Of the records with open steps, whether these ask an account. */
  asks(db: Db, name: string, recordIds: readonly number[], userId: number): Promise<Asks>
  /** What waits for a record step by step, and for whom. */
  waiting(db: Db, name: string, recordId: number, actor: Actor): Promise<Waiting[]>
  /** A request has ended because what it asks for is another by now. */
  outdated(trx: Db, decisionId: number): Promise<void>
}

const sorted = (_name: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** SHA-256 of the content as JSON with sorted names. */
export const contentHash = (content: Content): Buffer =>
  hash('sha256', JSON.stringify(content, sorted), 'buffer')

/** Throws OWN_REQUEST and REQUEST_DECIDED. Of several who pass at once, `decide` lets one through. */
export function requireUndecided({ userId }: Pick<Actor, 'userId'>, { askedBy, status }: Asked): void {
  if (askedBy === userId) throw new Refusal('OWN_REQUEST')
  if (status !== 'pending') throw new Refusal('REQUEST_DECIDED')
}

interface Scope extends Pick<Context, 'clock'> {
  steps: Steps | null
}

async function ask({ clock, steps }: Scope, trx: Db, kind: DecisionKind, asking: Asking): Promise<number> {
  const { content, reason = null, ownerOrgId = null, ...asked } = asking
  if (kind.whilePending === 'replaces')
    await repository.movePending(trx, kind, asked, { to: 'superseded', by: null, time: clock.wire() })
  const given = { ...asked, reason, ownerOrgId, contentHash: contentHash(content) }
  const decisionId = await repository.insertDecision(trx, kind, given)
  await steps?.open(trx, kind, decisionId, asking)
  return decisionId
}

async function askIfSteps(scope: Scope, trx: Db, kind: DecisionKind, asking: Asking): Promise<number | null> {
  const waits = await repository.pendingOf(trx, kind, asking)
  if (waits !== undefined && kind.whilePending !== 'replaces') throw new Refusal(kind.whilePending)
  return (await scope.steps?.holds(trx, kind, asking)) ? ask(scope, trx, kind, asking) : null
}

async function outdate(
  { clock, steps }: Scope,
  trx: Db,
  kind: DecisionKind,
  subject: Subject,
): Promise<void> {
  const move = { to: 'stale' as const, by: null, time: clock.wire() }
  const decisionId = await repository.movePending(trx, kind, subject, move)
  if (decisionId !== undefined) await steps?.outdated(trx, decisionId)
}

async function decide(
  { clock, steps }: Scope,
  trx: Db,
  kind: DecisionKind,
  decisionId: number,
  { content, version, stepId, opinion = null, ...verdict }: Verdict,
): Promise<DecisionState> {
  const read = { decisionId, version, contentHash: content && contentHash(content) }
  const move = { ...verdict, opinion, time: clock.wire() }
  if ((await steps?.vote(trx, decisionId, { ...move, ...read, stepId })) === 'pending') return 'pending'
  if (await repository.moveDecision(trx, kind, read, move)) return verdict.to
  const isDecided = version === undefined && !(await repository.isBefore(trx, kind, decisionId, verdict.to))
  throw new Refusal(isDecided ? 'REQUEST_DECIDED' : 'STALE_RECORD')
}

async function askAudit(
  scope: Scope,
  trx: Db,
  kind: DecisionKind,
  asking: Asking,
  by: Pick<Actor, 'userId' | 'roleType'> | null,
): Promise<number> {
  const isStaff = by !== null && by.roleType !== 'doctor'
  const askedBy = isStaff && (await scope.steps?.holds(trx, kind, asking)) ? by.userId : null
  return ask(scope, trx, kind, { ...asking, askedBy })
}

async function audit(
  scope: Scope,
  trx: Db,
  kind: DecisionKind,
  asking: Asking,
  verdict: Omit<Verdict, 'content'>,
): Promise<DecisionState> {
  await renew(scope, trx, kind, asking)
  const waiting = await repository.pendingOf(trx, kind, asking)
  const decisionId = waiting ?? (await ask(scope, trx, kind, asking))
  return decide(scope, trx, kind, decisionId, { ...verdict, content: asking.content })
}

async function renew(scope: Scope, trx: Db, kind: DecisionKind, asking: Asking): Promise<void> {
  const waiting = await repository.waitingFor(trx, kind, asking)
  const hashed = contentHash(asking.content)
  if (!waiting || waiting.contentHash?.equals(hashed)) return
  const { askedBy } = waiting
  if (!waiting.hasSteps) return repository.restatePending(trx, kind, asking, { askedBy, contentHash: hashed })
  await outdate(scope, trx, kind, asking)
  await ask(scope, trx, kind, { ...asking, askedBy })
}

/**
 * What one person asks for and another one decides. The module that asks declares its kind, calls these functions in its
 * own transaction, and does what follows from the state that they return. So a rule with several steps can
 * return `pending` for every approval but the last.
 */
export function createDecisions({ clock }: Pick<Context, 'clock'>) {
  const scope: Scope = { clock, steps: null }
  return {
    /** Sets up steps; without them each request is decided by one person. */
    useSteps(given: Steps): void {
      scope.steps = given
    },

    /** While another request is pending, throws the error of the kind, or replaces that request if the kind says so. */
    ask: (trx: Db, kind: DecisionKind, asking: Asking): Promise<number> => ask(scope, trx, kind, asking),

    /** As `ask`, only where anybody's steps hold. Null: nobody has to decide, so that it takes effect at once. */
    askIfSteps: (trx: Db, kind: DecisionKind, asking: Asking): Promise<number | null> =>
      askIfSteps(scope, trx, kind, asking),

    /** Of the records whose requests have open steps, whether these ask an account; others are left out. */
    asks: async (
      db: Db,
      { name }: DecisionKind,
      recordIds: readonly number[],
      userId: number,
    ): Promise<Asks> => (await scope.steps?.asks(db, name, recordIds, userId)) ?? new Map(),

    /** What waits for a record step by step, and for whom; requests without steps name nobody. */
    waiting: async (db: Db, { name }: DecisionKind, recordId: number, actor: Actor): Promise<Waiting[]> =>
      (await scope.steps?.waiting(db, name, recordId, actor)) ?? [],

    /** Ends what waits for a part of a record, which is another by now, and tells whoever decided a step of it. */
    outdate: (trx: Db, kind: DecisionKind, subject: Subject): Promise<void> =>
      outdate(scope, trx, kind, subject),

    /**
     * What a record says has changed. A request without steps is about that from now on; one with steps ends as stale and is
     * asked for anew in the same name, so that nobody approves what was not read.
     */
    renew: (trx: Db, kind: DecisionKind, asking: Asking): Promise<void> => renew(scope, trx, kind, asking),

    /**
     * Decides a request, or a step of it, and returns its state, of which only `approved` takes effect. Of several at once
     * one counts. Throws OWN_REQUEST, STALE_RECORD and REQUEST_DECIDED, and what refuses a step.
     */
    decide: (trx: Db, kind: DecisionKind, decisionId: number, verdict: Verdict): Promise<DecisionState> =>
      decide(scope, trx, kind, decisionId, verdict),

    /**
     * Asks for an audit. Where steps hold, staff who entered the record decide none of them; without any, nobody is named as
     * asking, so that one manager enters and audits.
     */
    askAudit: (
      trx: Db,
      kind: DecisionKind,
      asking: Asking,
      by: Pick<Actor, 'userId' | 'roleType'> | null,
    ): Promise<number> => askAudit(scope, trx, kind, asking, by),

    /** As `decide`, what waits for a record as it is now; it is asked for first if nothing does. */
    audit: (
      trx: Db,
      kind: DecisionKind,
      asking: Asking,
      verdict: Omit<Verdict, 'content'>,
    ): Promise<DecisionState> => audit(scope, trx, kind, asking, verdict),

    /** Takes a request back. Throws REQUEST_DECIDED if its kind does not allow that from its state. */
    async withdraw(trx: Db, kind: DecisionKind, decisionId: number, by: number): Promise<void> {
      const move = { to: 'withdrawn' as const, by, time: clock.wire() }
      if (!(await repository.moveDecision(trx, kind, { decisionId }, move)))
        throw new Refusal('REQUEST_DECIDED')
    },
  }
}

export type Decisions = ReturnType<typeof createDecisions>
