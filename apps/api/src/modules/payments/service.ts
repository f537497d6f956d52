import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { FeeCalculation, FeeQuestion } from '@consilium/contract/labor-fees.ts'
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
} from '@consilium/contract/payments.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { Refusal } from '../../infra/refusal.ts'
import { explainPayment } from './explaining.ts'
import { calculateWithMonth } from './calculating.ts'
import { fileMonth, findMonth } from './month.ts'
import { obstaclesOf } from './payable.ts'
import { abilitiesOn, ownedBy } from './policy.ts'
import { previewPayment } from './previewing.ts'
import { recordPayment, reversePayment } from './recording.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import { personnelFile, vatFile, withholdingFile } from './tax-exports.ts'

type Modules = Pick<Scope, 'agreements' | 'experts' | 'organizations' | 'fees'>

/** The ledger of what payers paid for labor, and of the taxes that they withheld. */
export function createPayments({ db, clock, keys }: Context, modules: Modules) {
  const scope: Scope = { ...modules, db, clock, keys }
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

    async due(actor: Actor, query: DuePaymentQuery): Promise<Page<DuePayment>> {
      const page = await repository.listDue(db, ownedBy(actor), query)
      const obstacles = await obstaclesOf(
        db,
        page.rows.map(({ attendeeId }) => attendeeId),
      )
      const rows = page.rows.map((row) => ({ ...row, obstacles: obstacles.get(row.attendeeId) ?? [] }))
      return { ...page, rows }
    },

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

    withholdingFile: (actor: Actor, body: TaxMonthQuery, language: Language): Promise<FileAnswer> =>
      withholdingFile(scope, actor, body, language),
    personnelFile: (actor: Actor, body: TaxMonthQuery, language: Language): Promise<FileAnswer> =>
      personnelFile(scope, actor, body, language),
    vatFile: (actor: Actor, body: TaxMonthQuery, language: Language): Promise<FileAnswer> =>
      vatFile(scope, actor, body, language),

    file: (actor: Actor, body: TaxMonthQuery): Promise<TaxMonth> => fileMonth(scope, actor, body),
  }
}

export type Payments = ReturnType<typeof createPayments>
