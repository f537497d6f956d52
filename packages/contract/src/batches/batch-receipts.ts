import { z } from 'zod'
import * as f from '../fields.ts'
import { data, file, type RouteTable } from '../route.ts'
import { choice } from '../words.ts'
import { BANK_FILE_READERS } from './batch-access.ts'

const MIB = 1024 * 1024

/** PDFs of one import, single ones and those in ZIPs together. */
export const RECEIPTS_MAX = 500
/** Files of one import: PDFs, or ZIPs of PDFs. */
export const RECEIPT_UPLOADS_MAX = 50
export const RECEIPT_UPLOAD_MAX_MIB = 20
export const RECEIPT_UPLOADS_MAX_MIB = 40
/** One PDF, and all of an import after unpacking. */
export const RECEIPT_MAX_MIB = 5
export const RECEIPTS_MAX_MIB = 60
/** So long whoever imports waits for texts to be read; what is left by then is read afterwards. */
export const RECEIPT_READING_SECONDS = 20
/** Lines that are proposed for a receipt. */
export const RECEIPT_LINES_MAX = 10
/** Receipts without a line that are shown at once; others follow as these are dealt with. */
export const WAITING_SHOWN_MAX = 200

export const RECEIPT_OUTCOMES = [
  'attached',
  'known',
  'taken',
  'noLine',
  'several',
  'unread',
  'notPdf',
  'damaged',
] as const
export const RECEIPT_OUTCOME_LABELS = {
  attached: { 'zh-CN': '已关联', en: 'Attached' },
  known: { 'zh-CN': '此前已关联', en: 'Attached before' },
  taken: { 'zh-CN': '该笔已有其他电子回单', en: 'The line has another receipt' },
  noLine: { 'zh-CN': '没有对应的付款', en: 'No line found' },
  several: { 'zh-CN': '对应多笔付款', en: 'Several lines fit' },
  unread: { 'zh-CN': '正在识别文字', en: 'Its text is being read' },
  notPdf: { 'zh-CN': '不是 PDF', en: 'Not a PDF' },
  damaged: { 'zh-CN': '文件损坏或已加密', en: 'Damaged or encrypted' },
} as const
export const ReceiptOutcome = choice(RECEIPT_OUTCOMES, RECEIPT_OUTCOME_LABELS)
export type ReceiptOutcome = z.infer<typeof ReceiptOutcome>
/** Why a receipt is kept without a line. */
export const WAITING_REASONS = ['unread', 'noLine', 'several', 'taken', 'damaged'] as const
export const WaitingReason = choice(WAITING_REASONS, RECEIPT_OUTCOME_LABELS)
export type WaitingReason = z.infer<typeof WaitingReason>

export const ReceiptImportRow = z
  .object({
    fileName: z.string().meta({ description: 'Name of the file, with its path in the ZIP' }),
    outcome: ReceiptOutcome,
    lineId: f.id.nullable().meta({ description: 'Line that it belongs to; null if none was found' }),
    name: z.string().nullable().meta({ description: 'The payee of the line' }),
  })
  .meta({ id: 'ReceiptImportRow' })
export type ReceiptImportRow = z.infer<typeof ReceiptImportRow>

export const ReceiptImport = z
  .object({
    batchId: f.id,
    attached: z.int().meta({ description: 'Receipts that were attached by this import' }),
    known: z.int().meta({ description: 'Receipts that were attached before' }),
    unread: z.int().meta({ description: 'Receipts that are kept and read after the answer' }),
    problems: z.int().meta({
      description:
        'Files that are attached to no line: those that are no PDF, and receipts that wait for a person',
    }),
    rows: z.array(ReceiptImportRow).meta({ description: 'Each file, in its order' }),
  })
  .meta({ id: 'ReceiptImport' })
export type ReceiptImport = z.infer<typeof ReceiptImport>

const receiptId = f.id.meta({ description: 'Receipt of the bank' })

/** What lines of batches say of their receipts, and how they are filtered by them. */
export const lineReceiptId = f.id
  .nullable()
  .meta({ description: 'Its receipt of the bank, which finance of the payer may download' })
export const hasReceipt = f.queryFlag
  .optional()
  .meta({ description: 'Only lines with a receipt of the bank, or only those sent to it without one' })

export const LineReceipt = z
  .object({
    receiptId,
    lineId: f.id,
    fileName: z.string(),
    sha256: z.string().meta({ description: 'SHA-256 of the file, in hex' }),
    userName: z.string().meta({ description: 'Who attached it' }),
    createTime: z.string(),
    replacedTime: z
      .string()
      .nullable()
      .meta({ description: 'When another one took its place; null if it is the current one' }),
  })
  .meta({ id: 'LineReceipt' })
export type LineReceipt = z.infer<typeof LineReceipt>

export const ReceiptSums = z
  .object({
    lines: z.int().meta({ description: 'Lines that are at the bank or paid' }),
    attached: z.int().meta({ description: 'Of these, with a receipt' }),
    missing: z.int().meta({ description: 'Of these, without a receipt' }),
    unread: z.int().meta({ description: 'Imported receipts whose text is still being read' }),
    waiting: z.int().meta({ description: 'Imported receipts for which a person has to say the line' }),
  })
  .meta({ id: 'ReceiptSums' })
export type ReceiptSums = z.infer<typeof ReceiptSums>

const waitingId = f.id.meta({ description: 'Receipt without a line' })

export const WaitingReceipt = z
  .object({
    waitingId,
    batchId: f.id,
    fileName: z.string(),
    reason: WaitingReason,
    lines: z
      .array(
        z.object({
          lineId: f.id,
          name: z.string().meta({ description: 'The payee of the line' }),
          netAmount: f.decimal,
          receiptId: lineReceiptId,
        }),
      )
      .meta({ description: `Lines that it may be of, at most ${RECEIPT_LINES_MAX}` }),
    userName: z.string().meta({ description: 'Who imported it' }),
    createTime: z.string(),
  })
  .meta({ id: 'WaitingReceipt' })
export type WaitingReceipt = z.infer<typeof WaitingReceipt>

export const ReceiptAssignment = z.strictObject({
  waitingId,
  lineId: f.id.meta({ description: 'A line of its batch' }),
  replaces: f.id.optional().meta({ description: 'The current receipt of the line, if there is one' }),
})
export type ReceiptAssignment = z.output<typeof ReceiptAssignment>

const tag = 'Payment batches'
const oneWaiting = z.object({ waitingId: f.queryId.meta({ description: 'Receipt without a line' }) })

export const batchReceiptRoutes = {
  import: {
    method: 'POST',
    path: '/business/paymentBatch/receipt',
    target: ['batchId'],
    access: BANK_FILE_READERS,
    caller: 'person',
    tag,
    summary: `Attach receipts of the bank to the lines of a batch: PDFs, or ZIPs of PDFs, at most ${RECEIPTS_MAX} together. A receipt is matched by the reference in its name, or else in its text, or else by the end of the account and the amount if only one line has both. What fits no line or several is kept and waits for a person`,
    body: z.strictObject({ batchId: f.queryId }),
    uploads: {
      max: RECEIPT_UPLOADS_MAX,
      fileBytes: RECEIPT_UPLOAD_MAX_MIB * MIB,
      bytes: RECEIPT_UPLOADS_MAX_MIB * MIB,
    },
    keyless: 'each',
    answer: data(ReceiptImport),
    errors: [
      'FILE_MISSING',
      'TOO_MANY_FILES',
      'BODY_TOO_LARGE',
      'NOT_FOUND',
      'BATCH_STATE',
      'RECEIPTS_TOO_MANY',
      'RECEIPTS_TOO_LARGE',
    ],
  },
  attach: {
    method: 'POST',
    path: '/business/paymentBatch/receipt/line',
    target: ['lineId', 'receiptId'],
    access: BANK_FILE_READERS,
    caller: 'person',
    tag,
    summary: 'Attach a PDF to a line, or replace its receipt, which stays beside the new one',
    query: z.strictObject({
      lineId: f.queryId,
      replaces: f.queryId.optional().meta({ description: 'The current receipt, if there is one' }),
    }),
    upload: true,
    answer: data(LineReceipt),
    creates: true,
    errors: [
      'FILE_MISSING',
      'FILE_TYPE_REFUSED',
      'BODY_TOO_LARGE',
      'NOT_FOUND',
      'BATCH_STATE',
      'RECEIPT_DAMAGED',
      'RECEIPTS_TOO_LARGE',
      'RECEIPT_CHANGED',
      'RECEIPT_KNOWN',
    ],
  },
  ofLine: {
    method: 'GET',
    path: '/business/paymentBatch/receipt/ofLine/{lineId}',
    access: BANK_FILE_READERS,
    tag,
    summary: 'The receipts of a line: the current one, then those that it replaced',
    params: z.object({ lineId: f.queryId }),
    answer: data(z.array(LineReceipt)),
  },
  sums: {
    method: 'GET',
    path: '/business/paymentBatch/receipt/sums/{batchId}',
    access: BANK_FILE_READERS,
    tag,
    summary: 'How many lines of a batch have a receipt, and how many lack one',
    params: z.object({ batchId: f.queryId }),
    answer: data(ReceiptSums),
  },
  waiting: {
    method: 'GET',
    path: '/business/paymentBatch/waitingReceipt/ofBatch/{batchId}',
    access: BANK_FILE_READERS,
    tag,
    summary: `The imported receipts of a batch that are attached to no line yet, with the lines that each may be of: those for a person first, at most ${WAITING_SHOWN_MAX}`,
    params: z.object({ batchId: f.queryId }),
    answer: data(z.array(WaitingReceipt)),
  },
  assign: {
    method: 'POST',
    path: '/business/paymentBatch/waitingReceipt/assign',
    target: ['waitingId', 'lineId'],
    access: BANK_FILE_READERS,
    caller: 'person',
    tag,
    summary:
      'Attach a receipt that waits to the line that a person says, in place of its current receipt if that is named',
    body: ReceiptAssignment,
    answer: data(LineReceipt),
    errors: ['NOT_FOUND', 'BATCH_STATE', 'RECEIPT_CHANGED', 'RECEIPT_KNOWN'],
  },
  discard: {
    method: 'DELETE',
    path: '/business/paymentBatch/waitingReceipt/{waitingId}',
    target: ['waitingId'],
    access: BANK_FILE_READERS,
    caller: 'person',
    tag,
    summary: 'Delete a receipt that waits, such as one of another batch',
    params: oneWaiting,
    answer: data(z.null()),
    errors: ['NOT_FOUND'],
  },
  waitingFile: {
    method: 'GET',
    path: '/business/paymentBatch/waitingReceipt/{waitingId}',
    target: ['waitingId'],
    access: BANK_FILE_READERS,
    caller: 'person',
    tag,
    summary: 'Download a receipt that waits; logged with the person',
    logged: true,
    params: oneWaiting,
    answer: file('application/pdf'),
  },
  file: {
    method: 'GET',
    path: '/business/paymentBatch/receipt/{receiptId}',
    target: ['receiptId'],
    access: BANK_FILE_READERS,
    caller: 'person',
    tag,
    summary: 'Download a receipt; logged with the person',
    logged: true,
    params: z.object({ receiptId: f.queryId.meta({ description: 'Receipt of the bank' }) }),
    answer: file('application/pdf'),
  },
} as const satisfies RouteTable
