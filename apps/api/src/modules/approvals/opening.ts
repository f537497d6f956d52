import { approvalEvents } from '@consilium/contract/events/approvals.ts'
import type { Db } from '../../infra/db/db.ts'
import {
  type About,
  type Asking,
  type DecisionKind,
  describeRequest,
  findRequest,
  type Request,
  type VoteRow,
} from '../decisions/service.ts'
import { deadlineAfter, workingDaysAfter, type Calendar } from '../notices/service.ts'
import * as people from './people-repository.ts'
import { policiesFor } from './policy-repository.ts'
import * as repository from './request-repository.ts'
import type { Step } from './request-repository.ts'
import type { Scope } from './scope.ts'
import { PLACES_APART, present, stepsFor, type ChosenStep, type Course } from './stepping.ts'

const DECIDES: readonly string[] = ['approved', 'refused', 'sentBack']

/** What has happened in the present round, as one step sees it. */
export function courseOf(request: Request, stepId: number, votes: readonly VoteRow[]): Course {
  const own = votes.filter(({ round }) => round === request.round)
  const decided = own.filter(({ verdict }) => DECIDES.includes(verdict))
  const ids = (rows: readonly VoteRow[]) => rows.flatMap(({ userId }) => (userId === null ? [] : [userId]))
  const settles = [...DECIDES, 'transferred']
  const here = own.filter((vote) => vote.stepId === stepId && settles.includes(vote.verdict))
  return {
    askedBy: request.askedBy,
    decidedEarlier: new Set([...request.barred, ...ids(decided.filter((vote) => vote.stepId !== stepId))]),
    settledHere: new Set(here.flatMap(({ forUserIds }) => forUserIds)),
  }
}

/** Who is asked where nobody of the owner of a step is left, in this order. */
const LAST_RESORTS = [
  { role: 'admin', orgKey: 0 },
  { role: 'manager', orgKey: 0 },
] as const satisfies readonly repository.Seat[]

const HALF = 2
const MINUTE_MS = 60_000
const inMs = (time: string) => Date.parse(`${time.replace(' ', 'T')}Z`)
const WIRE_LENGTH = 'yyyy-MM-dd HH:mm:ss'.length

/** The moment between two times, on a working day. */
export function halfway(from: string, to: string, calendar: Calendar): string {
  const half = new Date(Math.round((inMs(from) + inMs(to)) / HALF / MINUTE_MS) * MINUTE_MS)
  return workingDaysAfter(half.toISOString().slice(0, WIRE_LENGTH).replace('T', ' '), 0, calendar)
}

/**
 * Asks the main account of the step's owner; the administrators if that is the platform or cannot decide, and the managers if
 * no administrator can. Returns whether anybody is asked who was not before.
 */
export async function fallBack(
  { clock }: Pick<Scope, 'clock'>,
  trx: Db,
  request: Request,
  step: Step,
  course: Course,
): Promise<boolean> {
  const { stepId } = step
  const { decisionId } = request
  const main = step.ownerOrgId === null ? undefined : await people.mainAccountOf(trx, step.ownerOrgId)
  const isFit = main !== undefined && main !== request.askedBy && !course.decidedEarlier.has(main)
  let isNew = false
  for (const seat of [...(isFit ? [{ userId: main }] : []), ...LAST_RESORTS]) {
    if (await repository.insertSeat(trx, { stepId, decisionId }, seat)) isNew = true
    if (present(await people.candidatesOf(trx, stepId, clock.wire()), course).length > 0) break
  }
  if (!step.isFallback) await repository.markFallback(trx, stepId)
  return isNew
}

/** Opens a step. Is nobody there who may decide it, the main account of its owner is asked and told so. */
export async function openStep(
  scope: Scope,
  trx: Db,
  request: Request,
  step: Step,
  votes: readonly VoteRow[],
): Promise<void> {
  const { clock, eventLog, notices } = scope
  const now = clock.wire()
  const calendar = step.dueDays === null ? null : await notices.calendar(trx)
  const dueTime = calendar && deadlineAfter(now, step.dueDays!, calendar)
  const remindTime = calendar && halfway(now, dueTime!, calendar)
  await repository.openStep(trx, step, request, { openedTime: now, dueTime, remindTime })
  const course = courseOf(request, step.stepId, votes)
  const isLeft = present(await people.candidatesOf(trx, step.stepId, now), course).length > 0
  if (!isLeft) await fallBack(scope, trx, request, { ...step, isFallback: false }, course)
  // What was shipped for the platform tells nobody, as before there were steps.
  const isSilent = step.policyId === null && step.ownerOrgId === null
  if (isLeft && isSilent && !step.isAdded && request.round === 1) return
  await eventLog.record(trx, approvalEvents.opened, {
    recordId: request.decisionId,
    actorId: request.askedBy,
    fields: { stepId: step.stepId },
  })
}

/** The steps that the policies of the day ask for. */
async function chooseSteps(
  { clock, registry }: Scope,
  trx: Db,
  { name }: DecisionKind,
  asking: Asking,
): Promise<{ about: About; chosen: ChosenStep[] } | undefined> {
  const about = await registry.get(name)?.about(trx, asking)
  if (!about) return undefined
  const { kind, projectId, execUserId = null } = about
  const given = { today: clock.today(), projectId, execUserId, askedBy: asking.askedBy }
  return { about, chosen: stepsFor(about, await policiesFor(trx, kind, given), asking.ownerOrgId ?? null) }
}

export async function hasSteps(scope: Scope, trx: Db, kind: DecisionKind, asking: Asking): Promise<boolean> {
  return ((await chooseSteps(scope, trx, kind, asking))?.chosen.length ?? 0) > 0
}

/** Sets up the steps of a new request, and opens the first one. One without steps is decided on the page of its record. */
export async function openRequest(
  scope: Scope,
  trx: Db,
  kind: DecisionKind,
  decisionId: number,
  asking: Asking,
): Promise<void> {
  const found = await chooseSteps(scope, trx, kind, asking)
  if (!found || found.chosen.length === 0) return
  const { about, chosen } = found
  await describeRequest(trx, decisionId, about)
  await repository.insertSteps(
    trx,
    decisionId,
    chosen.map((step, index) => ({ ...step, place: (index + 1) * PLACES_APART })),
  )
  const [first] = await repository.stepsOf(trx, decisionId)
  const request = await findRequest(trx, decisionId)
  if (first && request) await openStep(scope, trx, request, first, [])
}
