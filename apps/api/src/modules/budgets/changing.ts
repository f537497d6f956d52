import type { BudgetChange, BudgetChangeAsk, BudgetDecision } from '@consilium/contract/budgets/budgets.ts'
import { decisionEvents } from '@consilium/contract/events/decisions.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import type { Described, Served } from '../approvals/service.ts'
import { mayDecide, requireUndecided, type DecisionState, type Verdict } from '../decisions/service.ts'
import { Money } from '../fees/service.ts'
import { lineOf } from './money.ts'
import { requireAllotted, requirePlanned } from './planning.ts'
import { mayJudge, mayPlan } from './policy.ts'
import * as repository from './repository.ts'
import type { ChangeRow } from './repository.ts'
import type { Scope } from './scope.ts'
import { BUDGET_CHANGE } from './states.ts'

/** What is decided on. */
const contentOf = ({
  category,
  amountBefore,
  amount,
}: Pick<ChangeRow, 'category' | 'amountBefore' | 'amount'>) => ({
  category,
  amountBefore: Money(amountBefore).toFixed(2),
  amount: Money(amount).toFixed(2),
})

export const changeView = (actor: Actor, { isAsked, ...row }: ChangeRow): BudgetChange => ({
  ...row,
  abilities: { decide: mayJudge(actor) && isAsked && mayDecide(actor, row) },
})

async function findRow({ db, clock }: Scope, actor: Actor, changeId: number): Promise<ChangeRow> {
  const row = await repository.findChange(db, actor, changeId, clock.wire())
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

export const findChange = async (scope: Scope, actor: Actor, changeId: number): Promise<BudgetChange> =>
  changeView(actor, await findRow(scope, actor, changeId))

/** Asks for another amount of a line and returns the id of the change. */
export async function askChange(scope: Scope, actor: Actor, body: BudgetChangeAsk): Promise<number> {
  await requirePlanned(scope, actor, body.projectId)
  return inTransaction(scope.db, async (trx) => {
    const amountBefore = await repository.lockLine(trx, body.projectId, body.category)
    if (amountBefore === undefined) throw refuseField('BUDGET_LINE_MISSING', 'category')
    const { reason, ...change } = { ...body, amountBefore }
    const decisionId = await scope.decisions.ask(trx, BUDGET_CHANGE, {
      recordId: body.projectId,
      part: body.category,
      content: contentOf(change),
      askedBy: actor.userId,
      reason,
    })
    const recordId = await repository.insertChange(trx, { ...change, decisionId })
    await scope.eventLog.record(trx, decisionEvents.budgetAsked, {
      recordId,
      actorId: actor.userId,
      fields: {},
    })
    return recordId
  })
}

/** Decides a change, or a step of it, in the caller's transaction; an approved one becomes the line. */
async function settle(
  scope: Scope,
  trx: Db,
  actor: Actor,
  change: ChangeRow,
  verdict: Omit<Verdict, 'by' | 'content'>,
): Promise<DecisionState> {
  const { projectId, category, amount, decisionId, changeId } = change
  await repository.lockLine(trx, projectId, category)
  const given = { ...verdict, by: actor.userId, content: contentOf(change) }
  const state = await scope.decisions.decide(trx, BUDGET_CHANGE, decisionId, given)
  if (state !== 'approved' && state !== 'refused') return state
  await scope.eventLog.record(trx, decisionEvents.budgetDecided, {
    recordId: changeId,
    actorId: actor.userId,
    fields: { status: state },
  })
  if (state !== 'approved') return state
  await repository.setLine(trx, { projectId, category, amount })
  await requireAllotted(scope, trx, projectId, category)
  return state
}

/** Decides a change that somebody else has asked for. */
export async function decideChange(
  scope: Scope,
  actor: Actor,
  { changeId, version, status: to, opinion }: BudgetDecision,
): Promise<void> {
  const change = await findRow(scope, actor, changeId)
  if (!mayPlan(actor, await scope.projects.find(actor, change.projectId))) throw new Refusal('FORBIDDEN')
  requireUndecided(actor, change)
  await inTransaction(scope.db, (trx) => settle(scope, trx, actor, change, { to, opinion, version }))
}

/** The line as it is, and what would be free of it. */
async function moneyOf({ clock }: Scope, db: Db, change: ChangeRow): Promise<Described['money']> {
  const spending = await repository.spendingOf(db, change.projectId, clock.wire())
  const row = spending.find(({ category }) => category === change.category)
  if (!row) return null
  const { planned, committed, actual, free } = lineOf(row)
  const added = Money(change.amount).minus(planned)
  return { planned, committed, actual, freeBefore: free, freeAfter: Money(free).plus(added).toFixed(2) }
}

/** How changes of budgets are decided step by step. */
export const servedBy = (scope: Scope): Served => ({
  name: BUDGET_CHANGE.name,
  about: (_trx, { recordId, part = '', content }) =>
    Promise.resolve({
      kind: 'budgetChange',
      projectId: recordId,
      amount: String(content['amount']),
      category: part,
    }),
  titles: repository.titlesOf,
  async describe(db, decisionId) {
    const change = await repository.changeOfDecision(db, decisionId, scope.clock.wire())
    const { amountBefore: before, amount: after } = change
    return {
      changes: [{ field: 'amount', before, after }],
      money: await moneyOf(scope, db, change),
      openChecks: [],
      meetingId: null,
    }
  },
  async settle(trx, actor, decisionId, verdict) {
    return settle(
      scope,
      trx,
      actor,
      await repository.changeOfDecision(trx, decisionId, scope.clock.wire()),
      verdict,
    )
  },
})
