import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import {
  PAPER_STATES,
  type PaymentPaper,
  type PaymentPaperQuery,
  type PaymentPaperSums,
  type PaymentPaperSumsQuery,
  type ReceiptMaking,
} from '@consilium/contract/payments/payment-papers.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import type { Upload } from '../../infra/http/uploads/upload.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { BankFiles } from '../bank-files/service.ts'
import { Money } from '../fees/service.ts'
import { attachInvoice, releaseInvoice } from './attaching.ts'
import { exportPapers, type PaperFilters } from './exporting.ts'
import { findInvoice } from './invoice-repository.ts'
import { makeReceipt, queueMonth, queueReceipts } from './making.ts'
import { abilitiesOn, ownedBy } from './policy.ts'
import * as repository from './repository.ts'
import type { ReceiptJob, Scope } from './scope.ts'

/** Drawing and signing takes a part of a second each, so that requests take their turns between them. */
const QUEUE = { name: 'payment-papers', concurrency: 1, expireSeconds: 120 } as const
const CENTS = 2

type Modules = Pick<Scope, 'files' | 'invoices' | 'papers'> & { bankFiles: Pick<BankFiles, 'payerOf'> }

/** What proves payments for the tax of their payers: receipts that the service makes, and invoices of tax offices. */
export function createPaymentPapers(context: Context, { bankFiles, ...modules }: Modules) {
  const { db, clock, eventLog, keys, ocr, jobs } = context
  const queue = jobs.queue<ReceiptJob>({ ...QUEUE, handler: (job) => makeReceipt(scope, job) })
  const scope: Scope = { ...modules, db, clock, eventLog, keys, ocr, queue }
  const view = (actor: Actor, row: repository.PaperRow): PaymentPaper => ({
    ...row,
    abilities: abilitiesOn(actor, row),
  })

  async function find(actor: Actor, entryId: number): Promise<PaymentPaper> {
    const row = await repository.findPaper(db, ownedBy(actor), entryId)
    if (!row) throw new Refusal('NOT_FOUND')
    return view(actor, row)
  }

  return {
    async list(actor: Actor, query: PaymentPaperQuery): Promise<Page<PaymentPaper>> {
      const page = await repository.listPapers(db, ownedBy(actor), query)
      return { ...page, rows: page.rows.map((row) => view(actor, row)) }
    },

    async sums(actor: Actor, query: PaymentPaperSumsQuery): Promise<PaymentPaperSums> {
      const found = await repository.sumPapers(db, ownedBy(actor), query)
      const states = PAPER_STATES.flatMap((state) => found.filter((row) => row.state === state))
      return {
        count: states.reduce((sum, { count }) => sum + count, 0),
        amount: states.reduce((sum, { amount }) => sum.plus(amount), Money('0')).toFixed(CENTS),
        states,
      }
    },

    export: (actor: Actor, query: PaperFilters, language: Language): FileAnswer =>
      exportPapers(scope, actor, query, language),

    async receipt(actor: Actor, entryId: number): Promise<FileAnswer> {
      const fileId = await repository.receiptFile(db, ownedBy(actor), entryId)
      if (fileId === undefined) throw new Refusal('NOT_FOUND')
      return { ...(await modules.files.open(fileId)), inline: false }
    },

    async make(actor: Actor, { orgId, period }: ReceiptMaking): Promise<{ count: number }> {
      const payer = await bankFiles.payerOf(actor, orgId)
      return { count: await queueMonth(scope, { orgId: payer.orgId, period }) }
    },

    async attach(actor: Actor, entryId: number, upload: Upload): Promise<PaymentPaper> {
      await attachInvoice(scope, actor, entryId, upload)
      return find(actor, entryId)
    },

    release: async (actor: Actor, invoiceId: number): Promise<PaymentPaper> =>
      find(actor, await releaseInvoice(scope, actor, invoiceId)),

    async invoiceFile(actor: Actor, invoiceId: number): Promise<FileAnswer> {
      const found = await findInvoice(db, ownedBy(actor), invoiceId)
      if (!found) throw new Refusal('NOT_FOUND')
      return { ...(await modules.files.open(found.fileId)), inline: false }
    },

    /** Has receipts made for those of the payments that have arrived and need one. */
    settled: (trx: Db, entryIds: readonly number[]): Promise<void> => queueReceipts(scope, trx, entryIds),

    /** Withdraws the receipts of the payments that these entries reverse. */
    reversed: async (trx: Db, reversalIds: readonly number[]): Promise<void> =>
      modules.papers.withdraw(trx, await repository.receiptsOfReversed(trx, reversalIds)),
  }
}

export type PaymentPapers = ReturnType<typeof createPaymentPapers>
