import { approvalEvents } from '@consilium/contract/events/approvals.ts'
import type { Db } from '../../infra/db/db.ts'
import { inTransaction } from '../../infra/db/database.ts'
import { leaving } from '../../infra/db/transactions/left-behind.ts'
import { Refusal } from '../../infra/refusal.ts'
import {
  changeRequest,
  endAsStale,
  insertVote,
  lockRequest,
  type Request,
  type Vote,
  type VoteRow,
  votesOf,
} from '../decisions/service.ts'
import { courseOf, openStep } from './opening.ts'
import * as people from './people-repository.ts'
import * as repository from './request-repository.ts'
import type { Step } from './request-repository.ts'
import type { Scope } from './scope.ts'
import { isPassed } from './stepping.ts'
import { accountNamesOf } from '../accounts/service.ts'

/** Says who decided the step that somebody else has read, and when. */
export async function decidedBy(
  trx: Db,
  request: Request,
  stepId: number | undefined,
  votes: readonly VoteRow[],
): Promise<Refusal> {
  const last = votes.findLast((each) => each.stepId === stepId && each.verdict !== 'added')
  const by = last?.userId ?? request.decidedBy
  const name = by === null ? undefined : (await accountNamesOf(trx, [by])).get(by)
  const time = last?.time ?? request.decidedTime ?? ''
  return new Refusal('APPROVAL_DECIDED', { params: { name: name ?? '—', time } })
}

/** Tells whoever asked or has decided that what was asked for is another by now. */
export const tellStale = (
  { eventLog }: Pick<Scope, 'eventLog'>,
  trx: Db,
  recordId: number,
  actorId: number | null,
): Promise<void> =>
  eventLog.record(trx, approvalEvents.ended, { recordId, actorId, fields: { status: 'stale' } })

/** The request ends, although the call that found it is refused. */
export const staleRefusal = (scope: Scope, { decisionId, askedBy }: Request): Refusal =>
  leaving(new Refusal('APPROVAL_STALE'), () =>
    inTransaction(scope.db, async (trx) => {
      if (!(await endAsStale(trx, decisionId, scope.clock.wire()))) return
      await tellStale(scope, trx, decisionId, askedBy)
    }),
  )

export interface Loaded {
  request: Request
  steps: Step[]
  votes: VoteRow[]
}

/** Locks a request and reads its steps. Undefined if it is of a kind without any. */
export async function load(trx: Db, decisionId: number): Promise<Loaded | undefined> {
  const request = await lockRequest(trx, decisionId)
  if (!request) return undefined
  const steps = await repository.stepsOf(trx, decisionId)
  return steps.length === 0 ? undefined : { request, steps, votes: await votesOf(trx, decisionId) }
}

/** Everybody whose decision of the open step the caller makes: the own, and that of absent ones. */
export async function seatsOf(
  { clock }: Pick<Scope, 'clock'>,
  db: Db,
  { request, votes }: Pick<Loaded, 'request' | 'votes'>,
  stepId: number,
  userId: number,
): Promise<number[]> {
  const identities = await people.identitiesOf(db, userId, clock.wire())
  const { askedBy, settledHere } = courseOf(request, stepId, votes)
  const isOpen = (id: number) => id !== askedBy && !settledHere.has(id) && !request.barred.includes(id)
  const ids = identities.map((each) => each.userId).filter(isOpen)
  return people.seatedAmong(db, stepId, ids)
}

/** Throws unless the caller may decide the open step now, and returns for whom. */
export async function requireSeat(
  scope: Scope,
  trx: Db,
  loaded: Loaded,
  step: Step,
  by: number,
): Promise<number[]> {
  const { request, votes } = loaded
  if (request.askedBy === by) throw new Refusal('OWN_REQUEST')
  if (request.barred.includes(by)) throw new Refusal('SAME_PERSON')
  if (request.sentBackTime !== null) throw new Refusal('APPROVAL_SENT_BACK')
  if (courseOf(request, step.stepId, votes).decidedEarlier.has(by)) throw new Refusal('APPROVAL_ONE_STEP')
  const seats = await seatsOf(scope, trx, loaded, step.stepId, by)
  if (seats.length > 0) return seats
  const hasDecided = votes.some(
    ({ round, stepId, userId }) => round === request.round && stepId === step.stepId && userId === by,
  )
  throw hasDecided ? await decidedBy(trx, request, step.stepId, votes) : new Refusal('APPROVAL_NOT_YOURS')
}

/** The open step; throws APPROVAL_DECIDED if it is not the one that was read. */
export async function openStepOf(trx: Db, { request, steps, votes }: Loaded, stepId?: number): Promise<Step> {
  const open = steps.find(({ state }) => state === 'open')
  if (request.sentBackTime !== null && request.state === 'pending') throw new Refusal('APPROVAL_SENT_BACK')
  if (request.state === 'stale') throw new Refusal('APPROVAL_STALE')
  if (!open || request.state !== 'pending' || (stepId !== undefined && open.stepId !== stepId))
    throw await decidedBy(trx, request, stepId, votes)
  return open
}

/** After an approval: whether others have to decide after it. */
async function advance(
  scope: Scope,
  trx: Db,
  { request, steps, votes }: Loaded,
  { open, by }: { open: Step; by: number },
): Promise<'pending' | 'last'> {
  const candidates =
    open.need === 'all' ? await people.candidatesOf(trx, open.stepId, scope.clock.wire()) : []
  // Of the platform's people, who decide where nobody else is left, one is enough.
  const isSettled = open.isFallback && (await people.isLastResort(trx, open.stepId, by))
  if (!isSettled && !isPassed(open, candidates, courseOf(request, open.stepId, votes))) {
    await changeRequest(trx, request.decisionId, {})
    return 'pending'
  }
  await repository.closeStep(trx, open.stepId, 'passed')
  const next = steps.find(({ state }) => state === 'waiting')
  if (!next) return 'last'
  await changeRequest(trx, request.decisionId, {})
  await openStep(scope, trx, request, next, votes)
  return 'pending'
}

/**
 * One person's decision of the open step. The lock of the request puts decisions, withdrawals and what is passed on in an order;
 * what is too late finds another step open, or none.
 */
export async function vote(
  scope: Scope,
  trx: Db,
  decisionId: number,
  { to, by, opinion = null, time, version, contentHash, stepId }: Vote,
): Promise<'none' | 'pending' | 'last'> {
  const loaded = await load(trx, decisionId)
  if (!loaded) return 'none'
  const { request } = loaded
  // Whoever has read the record itself is answered as where there are no steps.
  const isStale = contentHash && request.contentHash && !contentHash.equals(request.contentHash)
  const isLate = request.state !== 'pending' || isStale || (version ?? request.version) !== request.version
  if (stepId === undefined && isLate) return 'none'
  const open = await openStepOf(trx, loaded, stepId)
  if (isStale) throw staleRefusal(scope, request)
  const forUserIds = await requireSeat(scope, trx, loaded, open, by)
  const made = {
    stepId: open.stepId,
    round: request.round,
    userId: by,
    forUserIds,
    verdict: to,
    toUserId: null,
    opinion,
    time,
  }
  await insertVote(trx, decisionId, made)
  const withThis = { ...loaded, votes: [...loaded.votes, made] }
  const outcome = to === 'refused' ? 'last' : await advance(scope, trx, withThis, { open, by })
  if (outcome === 'last' && open.policyId !== null)
    await scope.eventLog.record(trx, approvalEvents.ended, {
      recordId: decisionId,
      actorId: by,
      fields: { status: to },
    })
  return outcome
}
