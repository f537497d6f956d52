import { bankFileRoutes as routes } from '@consilium/contract/bank-files/bank-files.ts'
import type { Bind } from '../../domain/bind.ts'
import type { BankFiles } from './service.ts'

export function bindBankFiles(on: Bind, bankFiles: BankFiles): void {
  on(routes.presets, () => [...bankFiles.presets()])
  on(routes.account, ({ actor, query }) => bankFiles.account(actor, query.orgId))
  on(routes.changeAccount, ({ actor, body }) => bankFiles.changeAccount(actor, body))
}
