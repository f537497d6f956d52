import { bankFileRoutes as routes } from '@consilium/contract/bank-files/bank-files.ts'
import { bankPresetRoutes as own } from '@consilium/contract/bank-files/bank-presets.ts'
import type { Bind } from '../../domain/bind.ts'
import type { BankFiles } from './service.ts'

export function bindBankFiles(on: Bind, bankFiles: BankFiles): void {
  on(routes.presets, ({ actor }) => bankFiles.presets(actor))
  on(routes.account, ({ actor, query }) => bankFiles.account(actor, query.orgId))
  on(routes.changeAccount, ({ actor, body }) => bankFiles.changeAccount(actor, body))
  on(own.list, ({ actor }) => bankFiles.own.list(actor))
  on(own.get, ({ actor, params }) => bankFiles.own.find(actor, params.presetId))
  on(own.create, ({ actor, body }) => bankFiles.own.create(actor, body))
  on(own.update, ({ actor, body }) => bankFiles.own.update(actor, body))
  on(own.ask, ({ actor, body }) => bankFiles.own.ask(actor, body))
  on(own.retire, ({ actor, body }) => bankFiles.own.retire(actor, body.presetId))
  on(own.confirm, ({ actor, body }) => bankFiles.own.confirm(actor, body))
  on(own.remove, ({ actor, params }) => bankFiles.own.remove(actor, params.presetId))
}
