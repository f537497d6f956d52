import { bankBranchRoutes as routes } from '@consilium/contract/bank-branches/bank-branches.ts'
import type { Bind } from '../../domain/bind.ts'
import type { BankBranches } from './service.ts'

export function bindBankBranches(on: Bind, branches: BankBranches): void {
  on(routes.list, ({ query }) => branches.list(query))
  on(routes.lookup, ({ query }) => branches.lookup(query))
  on(routes.importTemplate, ({ language }) => branches.template(language))
  on(routes.import, ({ actor, upload, language }) => branches.import(actor, upload, language))
  on(routes.importProgress, ({ params }) => branches.findImport(params.importId))
  on(routes.remove, ({ params }) => branches.remove(params.branchId))
}
