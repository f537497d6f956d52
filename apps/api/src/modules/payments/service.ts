import type { Page } from '@consilium/contract/envelope.ts'
import type {
  CashDifference,
  CashDifferenceQuery,
  CashSettlement,
} from '@consilium/contract/payments/cash-differences.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { FeeCalculation, FeeQuestion } from '@consilium/contract/fees/labor-fees.ts'
import type {
  DuePayment,
  DuePaymentQuery,
  LaborPayment,
  LaborPaymentQuery,
  PaymentPreview,
  PaymentPreviewQuery,
  PaymentRecord,
  PaymentReversal,
  SettlementExplanation,
  TaxMonth,
  TaxMonthQuery,
} from '@consilium/contract/payments/payments.ts'
import type { OwnPayments } from '@consilium/contract/payments/own-payments.ts'
import type {
  FiledFile,
  FilingChanges,
  FilingChangesQuery,
  MonthFiling,
} from '@consilium/contract/payments/tax-filings.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { Refusal } from '../../infra/refusal.ts'
import { exportLines, listLines, settleLine, type CashDifferenceFilters } from './cash/cash.ts'
import { explainPayment } from './settlement/explaining.ts'
import { calculateWithMonth } from './settlement/calculating.ts'
import { fileMonth, openFiledFile } from './filing/filing.ts'
import { findChanges } from './filing/filing-changes.ts'
import { createDownloads } from './downloads.ts'
import { listDue } from './due.ts'
import { findMonth } from './filing/month.ts'
import { abilitiesOn, ownedBy } from './policy.ts'
import { ownPayments, ownStatement } from './own/own-payments.ts'
import { previewPayment } from './previewing.ts'
import { createReliefs } from './reliefs/reliefs.ts'
import { createForBatches } from './for-batches.ts'
import { recordPayment, reversePayment } from './recording.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

export type { Quote, Quotes } from './quoting.ts'
export { numberOf as numberOfEntry } from './recording.ts'
export { openOfLine, sealOfLine, type PayeeAccount } from './payees/accounts.ts'
export type { DueSum } from './repository.ts'

type Modules = Omit<Scope, 'db' | 'clock' | 'eventLog' | 'keys'>

/** The ledger of what payers paid for labor, and of the taxes that they withheld. */
export function createPayments({ db, clock, eventLog, keys }: Context, modules: Modules) {
  const scope: Scope = { ...modules, db, clock, eventLog, keys }
  const view = (row: repository.PaymentRow): LaborPayment => ({ ...row, abilities: abilitiesOn(row) })

  async function find(actor: Actor, entryId: number): Promise<LaborPayment> {
    const row = await repository.findPayment(db, ownedBy(actor), entryId)
    if (!row) throw new Refusal('NOT_FOUND')
    return view(row)
  }

  return {
    async list(actor: Actor, query: LaborPaymentQuery): Promise<Page<LaborPayment>> {
      const page = await repository.listPayments(db, ownedBy(actor), query)
      return { ...page, rows: page.rows.map(view) }
    },

    due: (actor: Actor, query: DuePaymentQuery): Promise<Page<DuePayment>> => listDue(scope, actor, query),

    own: (actor: Actor, year: number): Promise<OwnPayments> => ownPayments(scope, actor, year),
    ownStatement: (actor: Actor, year: number): Promise<FileAnswer> => ownStatement(scope, actor, year),

    preview: (actor: Actor, query: PaymentPreviewQuery, language: Language): Promise<PaymentPreview> =>
      previewPayment(scope, actor, query, language),

    calculate: (actor: Actor, question: FeeQuestion, language: Language): Promise<FeeCalculation> =>
      calculateWithMonth(scope, actor, question, language),

    month: (actor: Actor, query: TaxMonthQuery): Promise<TaxMonth> => findMonth(scope, actor, query),

    explain: (actor: Actor, entryId: number, language: Language): Promise<SettlementExplanation> =>
      explainPayment(scope, actor, entryId, language),

    async record(actor: Actor, body: PaymentRecord): Promise<LaborPayment> {
      return find(actor, await recordPayment(scope, actor, body))
    },

    async reverse(actor: Actor, body: PaymentReversal): Promise<LaborPayment> {
      return find(actor, await reversePayment(scope, actor, body))
    },

    /** For batches, which record many payments, each in a transaction of its own. */
    ofBatches: createForBatches(scope),

    ...createDownloads(scope),
    reliefs: createReliefs(scope),

    file: (actor: Actor, body: MonthFiling): Promise<TaxMonth> => fileMonth(scope, actor, body),
    differences: (actor: Actor, query: CashDifferenceQuery): Promise<Page<CashDifference>> =>
      listLines(scope, actor, query),
    exportDifferences: (actor: Actor, query: CashDifferenceFilters, language: Language): FileAnswer =>
      exportLines(scope, actor, query, language),
    settleDifference: (actor: Actor, body: CashSettlement): Promise<CashDifference> =>
      settleLine(scope, actor, body),
    changes: (actor: Actor, query: FilingChangesQuery): Promise<FilingChanges> =>
      findChanges(scope, actor, query),
    filedFile: (actor: Actor, body: FiledFile): Promise<FileAnswer> => openFiledFile(scope, actor, body),
  }
}

export { awaitsFiling, entryFacts, ledger, monthOfPayment, RECEIVED } from './facts-repository.ts'

export type Payments = ReturnType<typeof createPayments>
