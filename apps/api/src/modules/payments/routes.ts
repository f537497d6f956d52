import { paymentRoutes as routes } from '@consilium/contract/payments/payments.ts'
import { ownPaymentRoutes as own } from '@consilium/contract/payments/own-payments.ts'
import { taxFilingRoutes as filings } from '@consilium/contract/payments/tax-filings.ts'
import { cashDifferenceRoutes as differences } from '@consilium/contract/payments/cash-differences.ts'
import { laborFeeRoutes } from '@consilium/contract/fees/labor-fees.ts'
import { treatyReliefRoutes as reliefs } from '@consilium/contract/payments/treaty-reliefs.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Payments } from './service.ts'

export function bindPayments(on: Bind, payments: Payments): void {
  on(routes.list, ({ actor, query }) => payments.list(actor, query))
  on(routes.due, ({ actor, query }) => payments.due(actor, query))
  on(own.ofYear, ({ actor, query }) => payments.own(actor, query.year))
  on(own.statement, ({ actor, query }) => payments.ownStatement(actor, query.year))
  on(routes.month, ({ actor, query }) => payments.month(actor, query))
  on(routes.explain, ({ actor, params, language }) => payments.explain(actor, params.entryId, language))
  on(routes.preview, ({ actor, query, language }) => payments.preview(actor, query, language))
  on(routes.record, ({ actor, body }) => payments.record(actor, body))
  on(routes.reverse, ({ actor, body }) => payments.reverse(actor, body))
  on(laborFeeRoutes.calculate, ({ actor, body, language }) => payments.calculate(actor, body, language))
  on(routes.withholdingFile, ({ actor, body, language }) => payments.withholdingFile(actor, body, language))
  on(routes.nonResidentFile, ({ actor, body, language }) => payments.nonResidentFile(actor, body, language))
  on(routes.personnelFile, ({ actor, body, language }) => payments.personnelFile(actor, body, language))
  on(routes.foreignPersonnelFile, ({ actor, body, language }) =>
    payments.foreignPersonnelFile(actor, body, language),
  )
  on(routes.vatFile, ({ actor, body, language }) => payments.vatFile(actor, body, language))
  on(routes.file, ({ actor, body }) => payments.file(actor, body))
  on(differences.list, ({ actor, query }) => payments.differences(actor, query))
  on(differences.export, ({ actor, body, language }) => payments.exportDifferences(actor, body, language))
  on(differences.settle, ({ actor, body }) => payments.settleDifference(actor, body))
  on(reliefs.list, ({ actor, query }) => payments.reliefs.list(actor, query))
  on(reliefs.create, ({ actor, body }) => payments.reliefs.record(actor, body))
  on(reliefs.decide, ({ actor, body }) => payments.reliefs.decide(actor, body))
  on(reliefs.withdraw, ({ actor, body }) => payments.reliefs.withdraw(actor, body.reliefId))
  on(filings.changes, ({ actor, query }) => payments.changes(actor, query))
  on(filings.file, ({ actor, body }) => payments.filedFile(actor, body))
}
