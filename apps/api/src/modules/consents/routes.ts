import { consentRoutes as routes } from '@consilium/contract/consents/consents.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Consents } from './service.ts'

export function bindConsents(on: Bind, consents: Consents): void {
  on(routes.get, ({ actor, language }) => consents.read(actor, language))
  on(routes.give, ({ actor, body, ip, language }) => consents.give(actor, body, { address: ip, language }))
  on(routes.withdraw, ({ actor, language }) => consents.withdraw(actor, language))
}
