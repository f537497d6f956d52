import type { ApprovalAct, ApprovalSigner } from '@consilium/contract/approvals/approvals.ts'
import { SIGNERS_MAX } from '@consilium/contract/approvals/approvals.ts'
import { approvalEvents } from '@consilium/contract/events/approvals.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { changeRequest, insertVote, type Request, withdrawRequest } from '../decisions/service.ts'
import { courseOf, openStep } from './opening.ts'
import { servedOf } from './kinds.ts'
import * as people from './people-repository.ts'
import * as repository from './request-repository.ts'
import type { Scope } from './scope.ts'
import { placeFor } from './stepping.ts'
import { decidedBy, load, openStepOf, requireSeat, type Loaded } from './voting.ts'

async function loaded(trx: Db, decisionId: number): Promise<Loaded> {
  const found = await load(trx, decisionId)
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}

/** Gives a request back to whoever asked, with the reason. */
async function sendBack(
  scope: Scope,
  trx: Db,
  actor: Actor,
  { decisionId, stepId, opinion }: ApprovalAct,
): Promise<void> {
  const found = await loaded(trx, decisionId)
  const { request } = found
  if (request.askedBy === null) throw new Refusal('APPROVAL_NO_ASKER')
  const open = await openStepOf(trx, found, stepId)
  const forUserIds = await requireSeat(scope, trx, found, open, actor.userId)
  const time = scope.clock.wire()
  await insertVote(trx, decisionId, {
    stepId: open.stepId,
    round: request.round,
    userId: actor.userId,
    forUserIds,
    verdict: 'sentBack',
    toUserId: null,
    opinion: opinion ?? null,
    time,
  })
  await repository.closeStep(trx, open.stepId, 'waiting')
  await changeRequest(trx, decisionId, { sent_back_time: time })
  await scope.eventLog.record(trx, approvalEvents.sentBack, {
    recordId: decisionId,
    actorId: actor.userId,
    fields: {},
  })
}

async function requireAsker(trx: Db, actor: Actor, decisionId: number): Promise<Loaded> {
  const found = await loaded(trx, decisionId)
  const { request, votes } = found
  if (request.askedBy !== actor.userId) throw new Refusal('APPROVAL_NOT_YOURS')
  if (request.state === 'pending') return found
  if (request.state === 'stale') throw new Refusal('APPROVAL_STALE')
  throw await decidedBy(trx, request, votes.at(-1)?.stepId ?? undefined, votes)
}

/** Whoever asked takes the request back; of a withdrawal and the last approval at once, one wins. */
async function withdraw(
  scope: Scope,
  trx: Db,
  actor: Actor,
  { decisionId, opinion }: ApprovalAct,
): Promise<void> {
  await requireAsker(trx, actor, decisionId)
  const move = { by: actor.userId, time: scope.clock.wire(), opinion: opinion ?? null }
  await withdrawRequest(trx, decisionId, move)
}

/** Whoever asked answers what was asked back: all steps begin anew, with their due times. */
async function answer(
  scope: Scope,
  trx: Db,
  actor: Actor,
  { decisionId, opinion }: ApprovalAct,
): Promise<void> {
  const { request, votes } = await requireAsker(trx, actor, decisionId)
  if (request.sentBackTime === null) throw new Refusal('APPROVAL_NOT_SENT_BACK')
  const last = votes.findLast(({ verdict }) => verdict === 'sentBack')
  await insertVote(trx, decisionId, {
    stepId: last?.stepId ?? null,
    round: request.round,
    userId: actor.userId,
    forUserIds: [],
    verdict: 'answered',
    toUserId: null,
    opinion: opinion ?? null,
    time: scope.clock.wire(),
  })
  const round = request.round + 1
  await repository.beginRound(trx, decisionId)
  await changeRequest(trx, decisionId, { round, sent_back_time: null })
  const [first] = await repository.stepsOf(trx, decisionId)
  if (first) await openStep(scope, trx, { ...request, round, sentBackTime: null }, first, votes)
}

/** What a request is of, which never changes. */
export type Named = Pick<Request, 'name' | 'kind'>

/** Throws what refuses the caller before a transaction begins, as a second factor that is not fresh. */
export async function checkBefore(
  scope: Scope,
  actor: Actor,
  body: ApprovalAct,
  request: Named | undefined,
): Promise<void> {
  if (!request || (body.action !== 'approve' && body.action !== 'refuse')) return
  const to = body.action === 'approve' ? 'approved' : 'refused'
  await scope.registry.get(request.name)?.before?.(actor, body.decisionId, to)
}

/** One action on one request, in a transaction of its own or of the call. */
export async function act(
  scope: Scope,
  trx: Db,
  actor: Actor,
  body: ApprovalAct,
  request: Named | undefined,
): Promise<void> {
  const { decisionId, stepId, action, opinion } = body
  if (action === 'sendBack') return sendBack(scope, trx, actor, body)
  if (action === 'withdraw') return withdraw(scope, trx, actor, body)
  if (action === 'answer') return answer(scope, trx, actor, body)
  if (!request) throw new Refusal('NOT_FOUND')
  if (request.kind === null) throw new Refusal('APPROVAL_NO_STEPS')
  const to = action === 'approve' ? 'approved' : 'refused'
  await servedOf(scope.registry, request.name).settle(trx, actor, decisionId, { to, opinion, stepId })
}

/** Throws APPROVAL_PERSON_UNFIT unless the person may decide in the place of the caller, or beside it. */
export async function requireFit(
  trx: Db,
  actor: Actor,
  userId: number,
  { sameRight, field = 'userId' }: { sameRight: boolean; field?: string },
): Promise<void> {
  const [own, other] = [await people.colleagueOf(trx, actor.userId), await people.colleagueOf(trx, userId)]
  const isFit =
    own !== undefined &&
    other !== undefined &&
    own.userId !== other.userId &&
    own.orgKey === other.orgKey &&
    (!sameRight || own.role === other.role || other.isMain || (own.isMain && other.orgKey === 0))
  if (!isFit) throw refuseField('APPROVAL_PERSON_UNFIT', field)
}

/** Passes the open step on to one person, or adds a signer before or after it. */
export async function changeSigners(
  scope: Scope,
  trx: Db,
  actor: Actor,
  body: ApprovalSigner,
): Promise<void> {
  const { decisionId, stepId, userId, place: where } = body
  const found = await loaded(trx, decisionId)
  const { request, steps, votes } = found
  const open = await openStepOf(trx, found, stepId)
  const forUserIds = await requireSeat(scope, trx, found, open, actor.userId)
  await requireFit(trx, actor, userId, { sameRight: where === 'instead' })
  const { decidedEarlier, settledHere } = courseOf(request, stepId, votes)
  if (userId === request.askedBy || decidedEarlier.has(userId) || settledHere.has(userId))
    throw refuseField('APPROVAL_PERSON_UNFIT', 'userId')
  await insertVote(trx, decisionId, {
    stepId,
    round: request.round,
    userId: actor.userId,
    forUserIds,
    verdict: where === 'instead' ? 'transferred' : 'added',
    toUserId: userId,
    opinion: body.opinion ?? null,
    time: scope.clock.wire(),
  })
  await changeRequest(trx, decisionId, {})
  if (where === 'instead') {
    await repository.insertSeat(trx, { stepId, decisionId }, { userId })
    await scope.eventLog.record(trx, approvalEvents.opened, {
      recordId: decisionId,
      actorId: actor.userId,
      fields: { stepId },
    })
    return
  }
  const taken = steps.map(({ place }) => place)
  const place = placeFor(taken, open.place, where)
  if (place === null) throw new Refusal('APPROVAL_SIGNERS_SPENT', { params: { max: SIGNERS_MAX } })
  const { policyId, ownerOrgId, dueDays } = open
  const signer = { roles: [], persons: [userId], lead: false, need: 'any' as const, escalateTo: [] }
  await repository.insertSteps(trx, decisionId, [
    { ...signer, policyId, ownerOrgId, dueDays, place, addedBy: actor.userId },
  ])
  if (where === 'after') return
  await repository.closeStep(trx, stepId, 'waiting')
  const added = (await repository.stepsOf(trx, decisionId)).find((step) => step.place === place)!
  await openStep(scope, trx, request, added, votes)
}
