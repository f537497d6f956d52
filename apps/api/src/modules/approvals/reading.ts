import type {
  Approval,
  ApprovalDetail,
  ApprovalQuery,
  Opinion,
} from '@consilium/contract/approvals/approvals.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal } from '../../infra/refusal.ts'
import { servedOf, type Registry } from './kinds.ts'
import * as lists from './list-repository.ts'
import { courseOf } from './opening.ts'
import * as people from './people-repository.ts'
import { abilitiesOn, mayRead } from './policy.ts'
import * as repository from './request-repository.ts'
import type { Step } from './request-repository.ts'
import type { Scope } from './scope.ts'
import { numberOf, present } from './stepping.ts'
import { seatsOf } from './voting.ts'
import { organizationsOf } from '../organizations/service.ts'
import { accountNamesOf } from '../accounts/service.ts'
import { findRequest, type VoteRow, votesOf } from '../decisions/service.ts'

/** The names of what requests are about, one query for each kind. */
export async function titled(
  db: Db,
  registry: Registry,
  rows: readonly lists.ApprovalRow[],
): Promise<Approval[]> {
  const titles = new Map<number, string>()
  for (const [name, group] of Map.groupBy(rows, (row) => row.name)) {
    const ids = group.map(({ decisionId }) => decisionId)
    for (const [id, title] of await servedOf(registry, name).titles(db, ids)) titles.set(id, title)
  }
  return rows.map(({ name: _name, ...row }) => ({
    ...row,
    title: titles.get(row.decisionId) ?? row.projectName ?? '',
  }))
}

export async function list(scope: Scope, actor: Actor, query: ApprovalQuery): Promise<Page<Approval>> {
  const { db, clock, registry } = scope
  const now = clock.wire()
  const ids =
    query.tab === 'todo'
      ? await lists.todoIds(db, actor.userId, await people.identitiesOf(db, actor.userId, now))
      : []
  const page = await lists.listApprovals(db, actor, now, query, ids)
  return { ...page, rows: await titled(db, registry, page.rows) }
}

type Names = ReadonlyMap<number, string>
const called = (names: Names, ids: readonly number[]): string[] => ids.map((id) => names.get(id) ?? '—')

/** Owners are a sponsor or an executor; which one is for the title of the step. */
export async function ownerKinds(db: Db, steps: readonly Step[]) {
  const ids = steps.flatMap(({ ownerOrgId }) => (ownerOrgId === null ? [] : [ownerOrgId]))
  const owners = await organizationsOf(db, { orgIds: ids })
  const types = new Map(owners.map(({ orgId, orgType }) => [orgId, orgType]))
  return (step: Step) => (step.ownerOrgId === null ? 'platform' : (types.get(step.ownerOrgId) ?? 'platform'))
}

const opinionOf =
  (names: Names, steps: readonly Step[]) =>
  (vote: VoteRow): Opinion => ({
    name: vote.userId === null ? null : (names.get(vote.userId) ?? null),
    forNames: called(
      names,
      vote.forUserIds.filter((id) => id !== vote.userId),
    ),
    verdict: vote.verdict,
    opinion: vote.opinion,
    toName: vote.toUserId === null ? null : (names.get(vote.toUserId) ?? null),
    number: numberOf(steps.find(({ stepId }) => stepId === vote.stepId)?.place ?? 0),
    round: vote.round,
    time: vote.time,
  })

/** A request with the steps, as the caller stands to it. Throws NOT_FOUND for those whom it is no business of. */
async function findFor(scope: Scope, db: Db, actor: Actor, decisionId: number) {
  const { clock } = scope
  const row = await lists.findApproval(db, decisionId, clock.wire())
  const request = row && (await findRequest(db, decisionId))
  if (!row || !request) throw new Refusal('NOT_FOUND')
  const steps = await repository.stepsOf(db, decisionId)
  const votes = await votesOf(db, decisionId)
  const open = steps.find(({ state }) => state === 'open')
  const isFree =
    open !== undefined &&
    request.askedBy !== actor.userId &&
    !courseOf(request, open.stepId, votes).decidedEarlier.has(actor.userId)
  const seats = isFree ? await seatsOf(scope, db, { request, votes }, open.stepId, actor.userId) : []
  const standing = {
    askedBy: request.askedBy,
    isPending: request.state === 'pending',
    isSentBack: request.sentBackTime !== null,
    seats: seats.length,
    tookPart: votes.some(({ userId, toUserId }) => userId === actor.userId || toUserId === actor.userId),
    ownerOrgIds: steps.map(({ ownerOrgId }) => ownerOrgId),
  }
  const isKnown = !actor.isLimited || (await lists.isKnownTo(db, actor.userId, decisionId))
  if (!isKnown) throw new Refusal('NOT_FOUND')
  if (!mayRead(actor, standing)) {
    const identities = await people.identitiesOf(db, actor.userId, clock.wire())
    const ids = identities.map(({ userId }) => userId)
    if (!(await people.wasAsked(db, decisionId, ids))) throw new Refusal('NOT_FOUND')
  }
  return { row, request, steps, votes, seats, standing }
}

/** Throws NOT_FOUND for those whom a request is no business of. */
export async function requireReadable(scope: Scope, db: Db, actor: Actor, decisionId: number): Promise<void> {
  await findFor(scope, db, actor, decisionId)
}

/** A request as its dialog shows it. Throws NOT_FOUND for those whom it is no business of. */
export async function detail(
  scope: Scope,
  db: Db,
  actor: Actor,
  decisionId: number,
): Promise<ApprovalDetail> {
  const { registry } = scope
  const { row, request, steps, votes, seats, standing } = await findFor(scope, db, actor, decisionId)
  const named = votes.flatMap(({ userId, forUserIds, toUserId }) => [userId, ...forUserIds, toUserId])
  const ids = [...named, ...seats, ...steps.flatMap(({ persons }) => persons)]
  const names = await accountNamesOf(
    db,
    ids.filter((id) => id !== null),
  )
  const ownerOf = await ownerKinds(db, steps)
  const described = await servedOf(registry, request.name).describe(db, decisionId)
  return {
    ...(await titled(db, registry, [row]))[0]!,
    ...described,
    changes: request.changes ?? described.changes,
    // Later figures say nothing of what was decided.
    money: standing.isPending ? described.money : null,
    round: request.round,
    steps: steps.map((step) => ({
      stepId: step.stepId,
      number: numberOf(step.place),
      ownerKind: ownerOf(step),
      roles: step.roles,
      names: called(names, step.persons),
      lead: step.asksLead,
      need: step.need,
      state: step.state,
      openedTime: step.openedTime,
      dueTime: step.dueTime,
      isAdded: step.isAdded,
      isFallback: step.isFallback,
    })),
    opinions: votes.map(opinionOf(names, steps)),
    actsFor: called(
      names,
      seats.filter((id) => id !== actor.userId),
    ),
    abilities: abilitiesOn(actor, standing),
  }
}

/** Persons who are told of one step. */
const TOLD_MAX = 50

/** Whom an event of a request is for. */
export interface Told {
  kind: Approval['kind']
  title: string
  askedBy: number | null
  /** Whose decision the step waits for, and who decides in the place of those who are away. */
  awaited: number[]
  /** Who has decided a step of it. */
  decided: number[]
  isFallback: boolean
}

export async function told(scope: Scope, trx: Db, decisionId: number, stepId?: number): Promise<Told> {
  const now = scope.clock.wire()
  const row = await lists.findApproval(trx, decisionId, now)
  const request = row && (await findRequest(trx, decisionId))
  if (!row || !request) throw new Error(`There is no request ${decisionId}`)
  const votes = await votesOf(trx, decisionId)
  const step = (await repository.stepsOf(trx, decisionId)).find((each) => each.stepId === stepId)
  const candidates = step ? await people.candidatesOf(trx, step.stepId, now) : []
  const asked = step ? present(candidates, courseOf(request, step.stepId, votes)) : []
  return {
    kind: row.kind,
    title: (await titled(trx, scope.registry, [row]))[0]!.title,
    askedBy: request.askedBy,
    awaited: asked
      .map(({ userId, isAbsent, delegateUserId }) => (isAbsent ? (delegateUserId ?? userId) : userId))
      .slice(0, TOLD_MAX),
    decided: votes.flatMap(({ userId, verdict }) =>
      userId !== null && (verdict === 'approved' || verdict === 'refused') ? [userId] : [],
    ),
    isFallback: step?.isFallback ?? false,
  }
}
