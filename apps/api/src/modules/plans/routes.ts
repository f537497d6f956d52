import { planRoutes } from '@consilium/contract/plans/plans.ts'
import { specialPlanRoutes } from '@consilium/contract/plans/special-plans.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Plans } from './service.ts'

export function bindPlans(on: Bind, plans: Plans): void {
  on(planRoutes.list, ({ actor, query }) => plans.list(actor, query))
  on(planRoutes.export, ({ actor, body, language }) => plans.export(actor, body, language))
  on(planRoutes.get, ({ actor, params }) => plans.find(actor, params.planId))
  on(planRoutes.create, ({ actor, body }) => plans.create(actor, body))
  on(planRoutes.update, ({ actor, body }) => plans.update(actor, body))
  on(planRoutes.audit, ({ actor, body }) => plans.audit(actor, body))
  on(planRoutes.remove, ({ actor, params }) => plans.remove(actor, params.planId))

  const { special } = plans
  on(specialPlanRoutes.list, ({ actor, query }) => special.list(actor, query))
  on(specialPlanRoutes.export, ({ body, language }) => special.export(body, language))
  on(specialPlanRoutes.get, ({ actor, params }) => special.find(actor, params.specialPlanId))
  on(specialPlanRoutes.create, ({ actor, body }) => special.create(actor, body))
  on(specialPlanRoutes.update, ({ actor, body }) => special.update(actor, body))
  on(specialPlanRoutes.changeStatus, ({ actor, body }) =>
    special.changeStatus(actor, body.specialPlanId, body.status),
  )
  on(specialPlanRoutes.remove, ({ params }) => special.remove(params.specialPlanId))
}
