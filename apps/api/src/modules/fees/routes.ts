import { laborFeeRoutes as routes } from '@consilium/contract/labor-fees.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Fees } from './service.ts'

export function bindFees(on: Bind, fees: Fees): void {
  on(routes.calculate, ({ actor, body, language }) => fees.calculate(actor, body, language))
}
