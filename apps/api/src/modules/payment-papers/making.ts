import { createHash } from 'node:crypto'
import { paymentEvents } from '@consilium/contract/events/payments.ts'
import { DICTIONARY_LABELS, ID_TYPE_LABELS } from '@consilium/contract/labels.ts'
import { RECEIPTS_MADE_MAX } from '@consilium/contract/payments/payment-papers.ts'
import type { PdfBlock } from '@consilium/pdf-layout/document.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { agreementNumber } from '../agreements/service.ts'
import { inCapitals } from '../fees/service.ts'
import { paperFileName } from '../papers/service.ts'
import { numberOfEntry } from '../payments/service.ts'
import * as repository from './repository.ts'
import type { ReceiptFacts } from './repository.ts'
import type { ReceiptJob, Scope } from './scope.ts'

const PDF = 'application/pdf'
const LAW =
  '本凭证依据《企业所得税税前扣除凭证管理办法》（国家税务总局公告2018年第28号）第九条出具：收款人为从事小额零星经营业务的个人，当日收款未达到增值税起征点。'

/** What article 9 asks of a receipt: who paid, name and identity number of the person, what for, and how much. */
function blocksOf(facts: ReceiptFacts, idNumber: string): PdfBlock[] {
  const { orgName, creditCode, name, idType, meetingName, laborForm, paidDate, attendeeId } = facts
  const { payableAmount, vatAmount, surchargeAmount, incomeTax, netAmount } = facts
  const item = DICTIONARY_LABELS.labor_form[laborForm]['zh-CN']
  return [
    {
      kind: 'fields',
      rows: [
        { label: '付款单位', value: creditCode === null ? orgName : `${orgName}（${creditCode}）` },
        { label: '收款人', value: name },
        { label: ID_TYPE_LABELS[idType]['zh-CN'], value: idNumber },
        { label: '支出项目', value: `${item}劳务费 · ${meetingName}` },
        { label: '付款日期', value: paidDate },
        { label: '协议编号', value: agreementNumber(attendeeId) },
        { label: '收款金额', value: `¥${payableAmount}（${inCapitals(payableAmount)}）` },
      ],
    },
    {
      kind: 'table',
      columns: [
        { title: '收款金额（元）', align: 'right' },
        { title: '增值税', align: 'right' },
        { title: '附加税费', align: 'right' },
        { title: '代扣个人所得税', align: 'right' },
        { title: '实付（元）', align: 'right' },
      ],
      rows: [[payableAmount, vatAmount, surchargeAmount, incomeTax, netAmount]],
    },
    { kind: 'paragraph', text: LAW },
  ]
}

/** Makes the receipt of a payment, if it is due. Of several makers at once one keeps it. */
export async function makeReceipt(scope: Scope, { entryId }: ReceiptJob): Promise<void> {
  const { db, keys, files, papers, eventLog } = scope
  const facts = await repository.receiptFacts(db, entryId)
  if (!facts) return
  const { numberEntryId, idNumberCipher, name, paidDate, attendeeId } = facts
  const idNumber = numberOfEntry(keys, { entryId: numberEntryId, idNumberCipher })
  if (idNumber === null) return
  const by = { userId: facts.userId ?? facts.mainUserId }
  const paper = { kind: 'paymentReceipt', subject: `${name} ${paidDate}` } as const
  const bytes = await papers.issue(by, { ...paper, blocks: blocksOf(facts, idNumber) })
  const sha256 = createHash('sha256').update(bytes).digest()
  const staged = await files.stage({
    bytes,
    originalName: paperFileName(paper),
    mediaType: PDF,
    userId: null,
    personal: true,
  })
  const isKept = await inTransaction(db, async (trx) => {
    if ((await repository.dueReceipts(trx, { entryIds: [entryId] })).length === 0) return false
    await files.commit(trx, staged)
    if (!(await repository.insertReceipt(trx, { entryId, fileId: staged.fileId, sha256 })))
      throw new ReceiptExists()
    await eventLog.record(trx, paymentEvents.receiptIssued, {
      recordId: entryId,
      actorId: null,
      fields: { attendeeId },
    })
    return true
  }).catch((error: unknown) => {
    if (error instanceof ReceiptExists) return false
    throw error
  })
  if (!isKept) await files.discard([staged])
}

/** Another maker was quicker; what this one wrote is undone. */
class ReceiptExists extends Error {}

/** Has the receipts made that are due among these payments, after the transaction. */
export async function queueReceipts(
  { queue }: Pick<Scope, 'queue'>,
  trx: Db,
  entryIds: readonly number[],
): Promise<void> {
  const due = await repository.dueReceipts(trx, { entryIds })
  if (due.length > 0)
    await queue.send(
      trx,
      due.map((entryId) => ({ entryId })),
    )
}

/** Has the receipts of a month made that are not yet. Returns how many. */
export async function queueMonth(
  { db, queue }: Scope,
  { orgId, period }: { orgId: number; period: string },
): Promise<number> {
  return inTransaction(db, async (trx) => {
    const due = await repository.dueReceipts(trx, { orgId, period, max: RECEIPTS_MADE_MAX })
    if (due.length > 0)
      await queue.send(
        trx,
        due.map((entryId) => ({ entryId })),
      )
    return due.length
  })
}
