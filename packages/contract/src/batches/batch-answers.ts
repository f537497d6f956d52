import { z } from 'zod'
import * as f from '../fields.ts'
import { data, type RouteTable } from '../route.ts'
import { SHEET_ERRORS } from '../spreadsheet.ts'
import { choice } from '../words.ts'
import { BATCH_MAKERS } from './batch-access.ts'
import { PaymentBatch } from './batches.ts'

/** Rows of one answer of a bank, without its headings. */
export const ANSWER_ROWS_MAX = 10_000
/** Rows of an answer that are shown: those that need somebody to look at them. */
export const ANSWER_ROWS_SHOWN = 200

export const ANSWER_OUTCOMES = ['paid', 'returned'] as const
export const ANSWER_OUTCOME_LABELS = {
  paid: { 'zh-CN': '成功', en: 'Arrived' },
  returned: { 'zh-CN': '失败或退回', en: 'Sent back' },
} as const
export const AnswerOutcome = choice(ANSWER_OUTCOMES, ANSWER_OUTCOME_LABELS)
export type AnswerOutcome = z.infer<typeof AnswerOutcome>

export const ANSWER_PROBLEMS = [
  'amountDiffers',
  'amountUnreadable',
  'outcomeUnknown',
  'noSuchLine',
  'ambiguous',
  'twice',
  'contradicts',
] as const
export const ANSWER_PROBLEM_LABELS = {
  amountDiffers: { 'zh-CN': '金额与批次不一致', en: 'The amount is not that of the batch' },
  amountUnreadable: { 'zh-CN': '金额无法识别', en: 'The amount cannot be read' },
  outcomeUnknown: {
    'zh-CN': '处理结果无法识别或仍在处理中',
    en: 'The bank has not said yet what became of it',
  },
  noSuchLine: { 'zh-CN': '不属于该批次', en: 'Not of this batch' },
  ambiguous: { 'zh-CN': '有多笔相同的付款，无法确定是哪一笔', en: 'Several lines are alike' },
  twice: { 'zh-CN': '同一笔付款出现多次', en: 'The line is named before' },
  contradicts: { 'zh-CN': '该笔此前已登记退回', en: 'The line has been sent back before' },
} as const
export const AnswerProblem = choice(ANSWER_PROBLEMS, ANSWER_PROBLEM_LABELS)
export type AnswerProblem = z.infer<typeof AnswerProblem>

export const BatchAnswerRow = z
  .object({
    rowNumber: z.int().meta({ description: 'Row of the file' }),
    name: z.string().nullable(),
    amount: z.string().nullable().meta({ description: 'As the bank wrote it' }),
    outcome: AnswerOutcome.nullable(),
    problem: AnswerProblem.nullable().meta({ description: 'Why the row changes nothing; null if it counts' }),
    reason: z.string().nullable().meta({ description: 'What the bank says' }),
  })
  .meta({ id: 'BatchAnswerRow' })
export type BatchAnswerRow = z.infer<typeof BatchAnswerRow>

export const BatchAnswer = z
  .object({
    answerId: f.id.meta({ description: 'Answer of a bank to a batch' }),
    batchId: f.id,
    fileName: z.string().meta({ description: 'Name of the file' }),
    isApplied: z.boolean().meta({ description: 'The batch has been settled by it' }),
    answerRows: z.int().meta({ description: 'Rows of the file' }),
    paid: z.int().meta({ description: 'Lines that arrived' }),
    returned: z.int().meta({ description: 'Lines that were sent back' }),
    known: z.int().meta({ description: 'Lines of which the same was known before' }),
    problems: z.int().meta({ description: 'Rows that change nothing' }),
    unanswered: z.int().meta({ description: 'Lines at the bank that the file does not settle' }),
    shown: z
      .array(BatchAnswerRow)
      .meta({ description: `Rows with problems, then those sent back; at most ${ANSWER_ROWS_SHOWN}` }),
  })
  .meta({ id: 'BatchAnswer' })
export type BatchAnswer = z.infer<typeof BatchAnswer>

const tag = 'Payment batches'

export const batchAnswerRoutes = {
  read: {
    method: 'POST',
    path: '/business/paymentBatch/answer',
    access: BATCH_MAKERS,
    caller: 'person',
    tag,
    summary: `Read the answer of the bank, an XLSX or CSV file of at most ${ANSWER_ROWS_MAX} rows, and match it; nothing is settled yet`,
    query: z.strictObject({ batchId: f.queryId }),
    upload: true,
    keyless: 'each',
    answer: data(BatchAnswer),
    errors: [...SHEET_ERRORS, 'NOT_FOUND', 'BATCH_STATE', 'ANSWER_COLUMNS_MISSING', 'ANSWER_WITHOUT_MATCH'],
  },
  get: {
    method: 'GET',
    path: '/business/paymentBatch/answer/{answerId}',
    access: BATCH_MAKERS,
    tag,
    summary: 'What an answer of the bank would settle, and what is wrong with it',
    params: z.object({ answerId: f.queryId.meta({ description: 'Answer of a bank' }) }),
    answer: data(BatchAnswer),
  },
  apply: {
    method: 'PUT',
    path: '/business/paymentBatch/answer/apply',
    target: ['answerId'],
    access: BATCH_MAKERS,
    caller: 'person',
    tag,
    summary:
      'Settle a batch by an answer of the bank; lines that were sent back are due again; works on after the answer',
    body: z.strictObject({ answerId: f.id.meta({ description: 'Answer of a bank' }) }),
    accepted: true,
    answer: data(PaymentBatch),
    errors: ['NOT_FOUND', 'BATCH_STATE', 'BATCH_BUSY', 'AMOUNT_DIFFERS'],
  },
} as const satisfies RouteTable
