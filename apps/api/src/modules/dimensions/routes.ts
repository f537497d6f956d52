import { dimensionRoutes as routes } from '@consilium/contract/dimensions/dimensions.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Dimensions } from './service.ts'

export function bindDimensions(on: Bind, dimensions: Dimensions): void {
  on(routes.list, ({ actor, query }) => dimensions.list(actor, query))
  on(routes.export, ({ actor, body, language }) => dimensions.export(actor, body, language))
  on(routes.options, ({ actor, query }) => dimensions.options(actor, query))
  on(routes.importTemplate, ({ language }) => dimensions.template(language))
  on(routes.import, ({ actor, upload, query, language }) => dimensions.import(actor, upload, query, language))
  on(routes.get, ({ actor, params }) => dimensions.find(actor, params.dimensionId))
  on(routes.create, ({ actor, body }) => dimensions.create(actor, body))
  on(routes.update, ({ actor, body }) => dimensions.update(actor, body))
  on(routes.remove, ({ actor, params }) => dimensions.remove(actor, params.dimensionId))
}
