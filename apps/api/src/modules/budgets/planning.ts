import type { AllocationSet, ProjectMoney } from '@consilium/contract/budgets/budgets.ts'
import { EXPENSE_CATEGORIES, type ExpenseCategory } from '@consilium/contract/attendees/expenses.ts'
import type { Project } from '@consilium/contract/projects/projects.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { Money } from '../fees/service.ts'
import { lockOpenMeeting } from '../meetings/service.ts'
import { lineOf, totalOf } from './money.ts'
import { mayPlan } from './policy.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import { BUDGET_LINE } from './states.ts'

const placeOf = (category: ExpenseCategory) => EXPENSE_CATEGORIES.indexOf(category)

const hasEnded = ({ clock }: Scope, { endTime }: Project) => endTime !== null && endTime < clock.wire()

/** Lines that are asked for, with whom they wait for. */
async function linesWaiting(
  { db, decisions }: Scope,
  actor: Actor,
  projectId: number,
): Promise<ProjectMoney['waiting']> {
  const waiting = await decisions.waiting(db, BUDGET_LINE, projectId, actor)
  return waiting.map(({ part, ...each }) => ({ ...each, category: part as ExpenseCategory }))
}

/** What a project planned, committed and spent. Throws NOT_FOUND for a project out of reach. */
export async function moneyOf(scope: Scope, actor: Actor, projectId: number): Promise<ProjectMoney> {
  const project = await scope.projects.find(actor, projectId)
  const spending = await repository.spendingOf(scope.db, projectId, scope.clock.wire())
  const lines = spending.map(lineOf).toSorted((a, b) => placeOf(a.category) - placeOf(b.category))
  return {
    projectId,
    lines,
    total: totalOf(lines),
    allocations: await repository.allocationsOf(scope.db, projectId),
    waiting: await linesWaiting(scope, actor, projectId),
    abilities: { plan: mayPlan(actor, project) && !hasEnded(scope, project) },
  }
}

/** Refuses callers who do not plan the project's budget, and a project that has ended: it is planned no more. */
export async function requirePlanned(
  scope: Scope,
  actor: Actor,
  projectId: number,
  within: Db = scope.db,
): Promise<void> {
  const project = await scope.projects.find(actor, projectId, within)
  if (!mayPlan(actor, project)) throw new Refusal('FORBIDDEN')
  if (hasEnded(scope, project)) throw refuseField('PROJECT_ENDED', 'projectId')
}

/** Throws ALLOCATION_EXCEEDED if meetings were allocated more of a category than is planned. */
export async function requireAllotted(
  { clock }: Scope,
  trx: Db,
  projectId: number,
  category: ExpenseCategory,
): Promise<void> {
  const line = (await repository.spendingOf(trx, projectId, clock.wire())).find(
    (each) => each.category === category,
  )
  if (line && Money(line.allocated).gt(line.planned ?? '0'))
    throw refuseField('ALLOCATION_EXCEEDED', 'amount')
}

/** Allocates a part of a line to a meeting and returns the project. */
export const allocate = (scope: Scope, actor: Actor, body: AllocationSet): Promise<number> =>
  inTransaction(scope.db, async (trx) => {
    await lockOpenMeeting(trx, actor, body.meetingId)
    const projectId = await repository.projectIdOf(trx, body.meetingId)
    if (projectId === undefined) throw refuseField('NOT_FOUND', 'meetingId')
    await requirePlanned(scope, actor, projectId, trx)
    const planned = await repository.lockLine(trx, projectId, body.category)
    if (planned === undefined) throw refuseField('BUDGET_LINE_MISSING', 'category')
    await repository.setAllocation(trx, body)
    await requireAllotted(scope, trx, projectId, body.category)
    return projectId
  })
