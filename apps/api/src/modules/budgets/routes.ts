import { budgetRoutes as routes } from '@consilium/contract/budgets/budgets.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Budgets } from './service.ts'

export function bindBudgets(on: Bind, budgets: Budgets): void {
  on(routes.money, ({ actor, params }) => budgets.money(actor, params.projectId))
  on(routes.plan, ({ actor, body }) => budgets.plan(actor, body))
  on(routes.listChanges, ({ actor, query }) => budgets.listChanges(actor, query))
  on(routes.askChange, ({ actor, body }) => budgets.askChange(actor, body))
  on(routes.decideChange, ({ actor, body }) => budgets.decideChange(actor, body))
  on(routes.allocate, ({ actor, body }) => budgets.allocate(actor, body))
}
