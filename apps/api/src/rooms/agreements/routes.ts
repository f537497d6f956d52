import { agreementRoutes as routes } from '@consilium/contract/agreements.ts'
import type { Bind } from '../../infra/http/bind.ts'
import type { Agreements } from './service.ts'

export function bindAgreements(on: Bind, agreements: Agreements): void {
  const { templates } = agreements
  on(routes.listTemplates, ({ query }) => templates.list(query))
  on(routes.getTemplate, ({ params }) => templates.find(params.templateId))
  on(routes.createTemplate, ({ body }) => templates.create(body))
  on(routes.updateTemplate, ({ body }) => templates.update(body))
  on(routes.removeTemplates, ({ params }) => templates.remove(params.templateId))

  on(routes.get, ({ actor, params }) => agreements.find(actor, params.attendeeId))
  on(routes.fill, ({ actor, body }) => agreements.fill(actor, body))
  on(routes.contract, ({ actor, body }) => agreements.drawUp(actor, body.attendeeId))
  on(routes.sign, ({ actor, body }) => agreements.sign(actor, body))
  on(routes.pdf, ({ actor, params }) => agreements.openDocument(actor, params.attendeeId))
}
