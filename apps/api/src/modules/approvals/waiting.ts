import { WAITING_NAMES_MAX } from '@consilium/contract/approvals/waiting.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import * as lists from './list-repository.ts'
import { courseOf } from './opening.ts'
import * as people from './people-repository.ts'
import { mayKnowNames } from './policy.ts'
import { ownerKinds } from './reading.ts'
import * as repository from './request-repository.ts'
import type { Step } from './request-repository.ts'
import type { Scope } from './scope.ts'
import { awaited, standIns } from './stepping.ts'
import { accountNamesOf } from '../accounts/service.ts'
import {
  findRequest,
  pendingOn,
  type PendingRow,
  type Request,
  votesOf,
  type Waiting,
} from '../decisions/service.ts'

/** Who decides the open step, the delegates in place of those who are away. */
async function askedOf({ clock }: Scope, db: Db, request: Request, step: Step): Promise<number[]> {
  const votes = await votesOf(db, request.decisionId)
  const candidates = await people.candidatesOf(db, step.stepId, clock.wire())
  const course = courseOf(request, step.stepId, votes)
  return standIns(awaited(candidates, course), course)
}

async function waitingOf(
  scope: Scope,
  db: Db,
  actor: Actor,
  { decisionId, part }: PendingRow,
): Promise<Waiting | undefined> {
  const row = await lists.findApproval(db, decisionId, scope.clock.wire())
  const request = row && (await findRequest(db, decisionId))
  if (!row || !request) return undefined
  const steps = await repository.stepsOf(db, decisionId)
  const open = steps.find(({ state }) => state === 'open')
  const asked = open ? await askedOf(scope, db, request, open) : []
  const isKnown = open !== undefined && mayKnowNames(actor, open)
  const named = isKnown ? asked.slice(0, WAITING_NAMES_MAX) : []
  const names = await accountNamesOf(db, named)
  const { amount, stepNumber, stepCount, isSentBack, askedByName, askedTime, dueTime, isOverdue } = row
  return {
    decisionId,
    part,
    amount,
    stepNumber,
    stepCount,
    isSentBack,
    askedByName,
    askedTime,
    dueTime,
    isOverdue,
    ownerKind: open ? (await ownerKinds(db, steps))(open) : 'platform',
    names: named.map((id) => names.get(id) ?? '—'),
    others: isKnown ? asked.length - named.length : 0,
    need: open?.need ?? 'any',
    isAsked: asked.includes(actor.userId),
  }
}

/** What waits for a record step by step: for whom, since when and until when. */
export async function waitingFor(
  scope: Scope,
  db: Db,
  { name, recordId }: { name: string; recordId: number },
  actor: Actor,
): Promise<Waiting[]> {
  const found: Waiting[] = []
  for (const row of await pendingOn(db, name, recordId)) {
    const waiting = await waitingOf(scope, db, actor, row)
    if (waiting) found.push(waiting)
  }
  return found
}
