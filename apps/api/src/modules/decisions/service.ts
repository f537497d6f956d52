import { hash } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { Asked } from './policy.ts'
import * as repository from './repository.ts'
import type { Subject } from './repository.ts'
import type { DecisionKind, DecisionState } from './states.ts'

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
export type { DecisionKind, DecisionState } from './states.ts'
export {
  askedByName,
  DECISION_COLUMNS,
  DECISION_WORDS,
  decidedByName,
  forgetPeople,
  type Subject,
} from './repository.ts'

/** What is decided on. Names are sorted before hashing, so their order does not matter. */
export type Content = Readonly<Record<string, unknown>>

export interface Asking extends Subject {
  content: Content
  /** Null if the platform itself asks. */
  askedBy: number | null
  reason?: string | null
  /** The organization whose people decide; the platform by default. */
  ownerOrgId?: number | null
}

export interface Verdict {
  to: 'approved' | 'refused'
  by: number
  opinion?: string | null | undefined
  /** The version that the person has read; a later one refuses with STALE_RECORD. */
  version?: number | undefined
  /** What the record says now; if it is not what was asked for, the decision is refused with STALE_RECORD. */
  content?: Content | undefined
  /** The step that the person has read, if the request is decided as a list of what is to do shows it. */
  stepId?: number | undefined
}

/** A decision of one person, as the steps of its request see it. */
export interface Vote extends Omit<Verdict, 'content'> {
  time: string
  contentHash: Buffer | undefined
}

/**
 * The steps of requests, which a module above sets up. A vote answers `none` if the request has no steps, `pending` if
 * others have to decide after it, and `last` if it decides the request.
 */
export interface Steps {
  open(trx: Db, kind: DecisionKind, decisionId: number, asking: Asking): Promise<void>
  vote(trx: Db, decisionId: number, vote: Vote): Promise<'none' | 'pending' | 'last'>
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

/**
 * What one person asks for and another one decides. The module that asks declares its kind, calls these functions in its
 * own transaction, and does what follows from the state that they return. So a rule with several steps can
 * return `pending` for every approval but the last.
 */
export function createDecisions({ clock }: Pick<Context, 'clock'>) {
  let steps: Steps | null = null
  return {
    /** Sets up steps; without them each request is decided by one person. */
    useSteps(given: Steps): void {
      steps = given
    },

    /** While another request is pending, throws the error of the kind, or replaces that request if the kind says so. */
    async ask(trx: Db, kind: DecisionKind, asking: Asking): Promise<number> {
      const { content, reason = null, ownerOrgId = null, ...asked } = asking
      if (kind.whilePending === 'replaces')
        await repository.movePending(trx, kind, asked, { to: 'superseded', by: null, time: clock.wire() })
      const hashed = contentHash(content)
      const given = { ...asked, reason, ownerOrgId, contentHash: hashed }
      const decisionId = await repository.insertDecision(trx, kind, given)
      await steps?.open(trx, kind, decisionId, asking)
      return decisionId
    },

    /** Changes the content of the pending request, if there is one. */
    restate: (trx: Db, kind: DecisionKind, { content, ...asked }: Asking): Promise<void> =>
      repository.restatePending(trx, kind, asked, { ...asked, contentHash: contentHash(content) }),

    /**
     * Decides a request, or a step of it, and returns its state, of which only `approved` takes effect. Of several at once
     * one counts. Throws OWN_REQUEST, STALE_RECORD and REQUEST_DECIDED, and what refuses a step.
     */
    async decide(
      trx: Db,
      kind: DecisionKind,
      decisionId: number,
      { content, version, stepId, opinion = null, ...verdict }: Verdict,
    ): Promise<DecisionState> {
      const read = { decisionId, version, contentHash: content && contentHash(content) }
      const move = { ...verdict, opinion, time: clock.wire() }
      if ((await steps?.vote(trx, decisionId, { ...move, ...read, stepId })) === 'pending') return 'pending'
      if (await repository.moveDecision(trx, kind, read, move)) return verdict.to
      const isDecided =
        version === undefined && !(await repository.isBefore(trx, kind, decisionId, verdict.to))
      throw new Refusal(isDecided ? 'REQUEST_DECIDED' : 'STALE_RECORD')
    },

    /** Decides what waits for a part of a record. Throws OWN_REQUEST, and REQUEST_DECIDED if nothing waits. */
    async decidePending(
      trx: Db,
      kind: DecisionKind,
      subject: Subject,
      verdict: Omit<Verdict, 'version' | 'content'>,
    ): Promise<DecisionState> {
      const move = { ...verdict, opinion: verdict.opinion ?? null, time: clock.wire() }
      if ((await repository.movePending(trx, kind, subject, move)) === undefined)
        throw new Refusal('REQUEST_DECIDED')
      return verdict.to
    },

    /** Takes a request back. Throws REQUEST_DECIDED if its kind does not allow that from its state. */
    async withdraw(trx: Db, kind: DecisionKind, decisionId: number, by: number): Promise<void> {
      const move = { to: 'withdrawn' as const, by, time: clock.wire() }
      if (!(await repository.moveDecision(trx, kind, { decisionId }, move)))
        throw new Refusal('REQUEST_DECIDED')
    },

    /** Takes back what waits for a part of a record. Returns false if nothing waits. */
    async withdrawPending(
      trx: Db,
      kind: DecisionKind,
      subject: Subject,
      by: number | null,
    ): Promise<boolean> {
      const move = { to: 'withdrawn' as const, by, time: clock.wire() }
      return (await repository.movePending(trx, kind, subject, move)) !== undefined
    },
  }
}

export type Decisions = ReturnType<typeof createDecisions>
