import { botRoutes as routes } from '@consilium/contract/bots/bots.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Bots } from './service.ts'

export function bindBots(on: Bind, bots: Bots): void {
  on(routes.list, ({ actor }) => bots.list(actor))
  on(routes.create, ({ actor, body }) => bots.create(actor, body))
  on(routes.change, ({ actor, body }) => bots.update(actor, body))
  on(routes.test, ({ actor, body }) => bots.test(actor, body.botId))
  on(routes.remove, ({ actor, params }) => bots.remove(actor, params.botId))
}
