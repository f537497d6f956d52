import { portfolioRoutes } from '@consilium/contract/accounts/portfolios.ts'
import { organizationRoutes as routes } from '@consilium/contract/organizations/organizations.ts'
import { sealRoutes } from '@consilium/contract/signing/seals.ts'
import { taxSettingsRoutes } from '@consilium/contract/organizations/tax-settings.ts'
import type { Bind } from '../../domain/bind.ts'
import { requesterOf } from '../../infra/http/origin.ts'
import type { Organizations } from './service.ts'

export function bindOrganizations(on: Bind, organizations: Organizations): void {
  on(routes.registerSponsor, ({ body, actor, origin }) =>
    organizations.register(requesterOf(actor, origin), 'sponsor', body),
  )
  on(routes.registerExecutor, ({ body, actor, origin }) =>
    organizations.register(requesterOf(actor, origin), 'executor', body),
  )

  on(routes.list, ({ actor, query }) => organizations.list(actor, query))
  on(routes.export, ({ actor, body, language }) => organizations.export(actor, body, language))
  on(routes.sponsorOptions, ({ actor, query }) => organizations.options(actor, 'sponsor', query.keyword))
  on(routes.executorOptions, ({ actor, query }) => organizations.options(actor, 'executor', query.keyword))
  on(routes.get, ({ actor, params }) => organizations.find(actor, params.orgId))
  on(routes.create, ({ actor, body }) => organizations.create(actor, body))
  on(routes.update, ({ actor, body }) => organizations.update(actor, body))
  on(routes.changeStatus, ({ actor, body }) => organizations.changeStatus(actor, body.orgId, body.status))
  on(routes.archive, ({ actor, body }) => organizations.archive(actor, body.orgId, body.archived))
  on(routes.remove, ({ actor, params }) => organizations.remove(actor, params.orgId))

  on(sealRoutes.get, ({ actor, params }) => organizations.findSeal(actor, params.orgId))
  on(sealRoutes.change, ({ actor, body }) => organizations.changeSeal(actor, body))
  on(sealRoutes.remove, ({ actor, params }) => organizations.removeSeal(actor, params.orgId))

  on(portfolioRoutes.get, ({ params }) => organizations.portfolioOf(params.userId))
  on(portfolioRoutes.change, ({ actor, body }) => organizations.changePortfolio(actor, body))

  on(taxSettingsRoutes.get, ({ actor, params }) => organizations.findTax(actor, params.orgId))
  on(taxSettingsRoutes.change, ({ actor, body }) => organizations.changeTax(actor, body))
}
