import { paymentEvents } from '@consilium/contract/events/payments.ts'
import type { Words } from '@consilium/contract/errors.ts'
import { INVOICE_READING_SECONDS } from '@consilium/contract/payments/payment-papers.ts'
import type { RecognitionAnswer, RecognizedInvoice } from '@consilium/contract/recognition/recognition.ts'
import { createHash } from 'node:crypto'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Upload } from '../../infra/http/uploads/upload.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { type InvoiceValues, isOfMeeting, plainName } from '../invoices/service.ts'
import * as invoices from './invoice-repository.ts'
import { ownedBy } from './policy.ts'
import * as repository from './repository.ts'
import type { PaperRow } from './repository.ts'
import type { Scope } from './scope.ts'

const SECOND_MS = 1000
const ZIP = 'application/zip'
/** What tax offices print behind the name of a person for whom they issue an invoice. */
const ISSUED_FOR = /\((?:个人|自然人|代开|个人代开|税务代开)\)$/u

const personOf = (name: string): string => plainName(name).replace(ISSUED_FOR, '')

/** The only invoice of a file. Throws PAPER_INVOICE_UNREADABLE. */
function invoiceIn(answer: RecognitionAnswer): RecognizedInvoice {
  const read = 'results' in answer ? answer.results : [answer]
  const [only, ...others] = read.filter(({ is_invoice: isInvoice }) => isInvoice)
  if (!only || others.length > 0) throw new Refusal('PAPER_INVOICE_UNREADABLE')
  return only
}

async function recognize(scope: Scope, { originalName, use }: Upload) {
  return use(async (bytes) => {
    const mediaType = await scope.files.scanTypeOf(bytes)
    if (mediaType === undefined || mediaType === ZIP) throw refuseField('FILE_TYPE_REFUSED', 'file')
    const copy = Buffer.from(bytes)
    const signal = AbortSignal.timeout(INVOICE_READING_SECONDS * SECOND_MS)
    const outcome = await scope.ocr
      .recognize({ bytes: copy, name: originalName, mediaType }, signal)
      .catch((error: unknown) => {
        if (!signal.aborted) throw error
        return { kind: 'down' } as const
      })
    if (outcome.kind === 'unreadable') throw new Refusal('PAPER_INVOICE_UNREADABLE')
    if (outcome.kind !== 'answered') throw new Refusal('RECOGNITION_AWAY')
    const sha256 = createHash('sha256').update(copy).digest()
    const values = scope.invoices.recognized.valuesOf(invoiceIn(outcome.answer))
    return { bytes: copy, mediaType, originalName, sha256, values }
  })
}

const said = (read: string | null): Words => ({
  'zh-CN': read === null ? '未能识别' : `“${read}”`,
  en: read === null ? 'not read' : `“${read}”`,
})

/** In words, what an invoice says otherwise than its payment. */
function differencesOf(values: InvoiceValues, { name, orgName, payableAmount }: PaperRow): Words[] {
  const { invoiceNumber, sellerName, buyerName, totalAmount } = values
  const words: Words[] = []
  const differs = (zh: string, en: string, read: string | null, wanted: string) =>
    words.push({
      'zh-CN': `${zh}${said(read)['zh-CN']}，应为“${wanted}”`,
      en: `${en}: ${said(read).en} instead of “${wanted}”`,
    })
  if (invoiceNumber === null)
    words.push({ 'zh-CN': '发票号码未能识别', en: 'The number of the invoice was not read' })
  if (sellerName === null || personOf(sellerName) !== personOf(name))
    differs('销售方', 'Seller', sellerName, name)
  if (buyerName !== null && plainName(buyerName) !== plainName(orgName))
    differs('购买方', 'Buyer', buyerName, orgName)
  if (totalAmount !== payableAmount) differs('价税合计', 'Total', totalAmount, payableAmount)
  return words
}

/**
 * Reads an uploaded invoice and keeps it for a payment if seller, buyer and amount are its own. An invoice serves one payment, and
 * none that is an invoice of a meeting.
 */
export async function attachInvoice(
  scope: Scope,
  actor: Actor,
  entryId: number,
  upload: Upload,
): Promise<void> {
  const { db, files, eventLog, clock } = scope
  const payment = await repository.findPaper(db, ownedBy(actor), entryId)
  if (!payment) throw refuseField('NOT_FOUND', 'entryId')
  if (payment.invoice) throw new Refusal('PAPER_INVOICE_EXISTS')
  const { bytes, mediaType, originalName, sha256, values } = await recognize(scope, upload)
  const differences = differencesOf(values, payment)
  if (differences.length > 0)
    throw new Refusal('PAPER_INVOICE_DIFFERS', {
      details: differences.map((words) => ({ field: 'file', words })),
    })
  const { invoiceCode, issueDate, buyerName } = values
  const staged = await files.stage({ bytes, originalName, mediaType, userId: null, personal: true })
  const { userId, userName } = actor
  const invoice = {
    entryId,
    fileId: staged.fileId,
    sha256,
    invoiceCode,
    invoiceNumber: values.invoiceNumber ?? '',
    issueDate,
    sellerName: values.sellerName ?? '',
    buyerName,
    totalAmount: payment.payableAmount,
    userId,
    userName,
  }
  try {
    await inTransaction(db, async (trx) => {
      await invoices.freeOfReversed(trx, { ...invoice, time: clock.wire() })
      if (await isOfMeeting(trx, invoice)) throw new Refusal('PAPER_INVOICE_USED')
      await files.commit(trx, staged)
      const invoiceId = await invoices.insertInvoice(trx, invoice)
      if (invoiceId === undefined)
        throw new Refusal(
          (await invoices.hasInvoice(trx, entryId)) ? 'PAPER_INVOICE_EXISTS' : 'PAPER_INVOICE_USED',
        )
      await eventLog.record(trx, paymentEvents.invoiceAttached, {
        recordId: entryId,
        actorId: userId,
        fields: { attendeeId: payment.attendeeId, invoiceId },
      })
    })
  } catch (error) {
    // Only a refusal proves that nothing was committed.
    if (error instanceof Refusal) await files.discard([staged])
    throw error
  }
}

/** Takes an invoice away from its payment; it is kept, and free for another one. Returns the payment. */
export async function releaseInvoice(scope: Scope, actor: Actor, invoiceId: number): Promise<number> {
  const { db, eventLog, clock } = scope
  const found = await invoices.findInvoice(db, ownedBy(actor), invoiceId)
  if (!found) throw new Refusal('NOT_FOUND')
  const { entryId, attendeeId } = found
  await inTransaction(db, async (trx) => {
    if (!(await invoices.releaseInvoice(trx, invoiceId, clock.wire()))) throw new Refusal('NOT_FOUND')
    await eventLog.record(trx, paymentEvents.invoiceReleased, {
      recordId: entryId,
      actorId: actor.userId,
      fields: { attendeeId, invoiceId },
    })
  })
  return entryId
}
