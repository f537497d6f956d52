import { z } from 'zod'
import * as f from '../fields.ts'
import { FileLink } from '../files/files.ts'
import { MEETING_READERS, MEETING_RUNNERS } from '../accounts/roles.ts'
import { INVOICE_READ_FIELDS } from '../invoices/invoice-reading.ts'
import { DRAFT_KINDS, nullableByName, RECOGNITION_ERRORS, RECOGNITION_FILE_MAX_BYTES } from './recognition.ts'
import { data, page, type RouteTable } from '../route.ts'
import { choice } from '../words.ts'

/** Limits of one submission: files, and their total size, since they are held in memory until they are stored. */
export const SUBMISSION_FILES_MAX = 20
export const SUBMISSION_MAX_BYTES = 2 * RECOGNITION_FILE_MAX_BYTES
/** Results of a submitted file that are kept; what the service has read beyond them is left out, and the file says so. */
export const FILE_RESULTS_MAX = 500
/** Results in one answer, no fewer than a file may have. A submission may have thousands. */
export const ANSWERED_RESULTS_MAX = 500
/**
 * Attempts to read a file while the service is down or busy. After them the file has failed until somebody retries it.
 */
export const RECOGNITION_ATTEMPTS_MAX = 20

/** What a submission does with the invoices that were recognized for the meeting before. */
export const EarlierInvoices = choice(['replace', 'keep'], {
  replace: { 'zh-CN': '全部替换', en: 'Replace all' },
  keep: { 'zh-CN': '保留，只替换相同的文件', en: 'Keep, except those of the same files' },
})
export type EarlierInvoices = z.infer<typeof EarlierInvoices>

/** `replaced`: a later submission has replaced the file. */
export const RecognitionFileStatus = z.enum(['waiting', 'running', 'done', 'failed', 'replaced'])
export type RecognitionFileStatus = z.infer<typeof RecognitionFileStatus>

/**
 * Why a file was not read: an error of the recognition service, or a reason why the platform did not ask it or
 * discarded its answer.
 */
export const RecognitionFault = z.enum([
  ...RECOGNITION_ERRORS,
  'SERVICE_DOWN',
  'SERVICE_BUSY',
  'SERVICE_REFUSED',
  'PLATFORM_ERROR',
  'MEETING_CLOSED',
])
export type RecognitionFault = z.infer<typeof RecognitionFault>

const errorCode = RecognitionFault.nullable()

/** Slips that people send with their invoices and that have no code of one. */
export const SLIP_LABELS = {
  taxi: { 'zh-CN': '出租车票', en: 'Taxi receipt' },
  rail: { 'zh-CN': '纸质火车票', en: 'Paper rail ticket' },
  medical: { 'zh-CN': '医疗票据', en: 'Medical receipt' },
  toll: { 'zh-CN': '通行费票据', en: 'Toll slip' },
  machine: { 'zh-CN': '机打或定额发票', en: 'Machine-printed slip' },
  overseas: { 'zh-CN': '境外票据', en: 'Overseas invoice' },
} as const
export const SlipKind = choice(DRAFT_KINDS, SLIP_LABELS)
export type SlipKind = z.infer<typeof SlipKind>

export const RecognizedSlip = z
  .object({
    kind: SlipKind,
    currency: z.string().meta({ description: 'ISO 4217' }),
    file: FileLink,
    values: nullableByName(INVOICE_READ_FIELDS, z.string()).meta({
      description: 'A proposal; the total is in the currency',
    }),
    recordId: f.id.nullable().meta({
      description: 'The invoice record that somebody has entered with this file; null if there is none',
    }),
  })
  .meta({
    id: 'RecognizedSlip',
    description: 'What was read of a slip that proves no invoice, for a person to confirm',
  })
export type RecognizedSlip = z.infer<typeof RecognizedSlip>

export const RecognitionResult = z
  .object({
    file: z.string().nullable().meta({ description: 'Path in the archive' }),
    page: z.int().min(1),
    isInvoice: z.boolean(),
    errorCode,
    recordId: f.id
      .nullable()
      .meta({ description: 'Invoice record; null if none was created or it was deleted' }),
    slip: RecognizedSlip.nullable().meta({ description: 'Of a page that is a slip' }),
  })
  .meta({ id: 'RecognitionResult' })
export type RecognitionResult = z.infer<typeof RecognitionResult>

export const RecognitionFile = z
  .object({
    fileNo: z.int().min(1),
    file: FileLink,
    status: RecognitionFileStatus,
    errorCode: errorCode.meta({
      description: 'Why it failed, waits for another attempt, or has incomplete results',
    }),
    attempts: z.int().min(0),
    nextAttemptTime: z
      .string()
      .nullable()
      .meta({ description: 'Time of the next attempt of a waiting file' }),
    results: z.array(RecognitionResult).meta({
      description: `All results of the file, or none where the answer would hold more than ${ANSWERED_RESULTS_MAX} together: then they are asked for by its \`fileNo\``,
    }),
    resultCount: z.int().min(0).meta({ description: 'How many results the file has' }),
  })
  .meta({ id: 'RecognitionFile' })
export type RecognitionFile = z.infer<typeof RecognitionFile>

const summary = {
  batchId: f.id,
  meetingId: f.id,
  meetingName: z.string(),
  isCurrent: z.boolean().meta({ description: 'False once later submissions have replaced all of its files' }),
  isFinished: z.boolean().meta({ description: 'Whether no file is waiting or running' }),
  total: z.int(),
  waiting: z.int(),
  running: z.int(),
  done: z.int(),
  failed: z.int(),
  createUserId: f.id,
  createUserName: z.string(),
  createTime: z.string(),
  abilities: f.abilities('retry'),
}
export const RecognitionBatchSummary = z.object(summary).meta({ id: 'RecognitionBatchSummary' })
export type RecognitionBatchSummary = z.infer<typeof RecognitionBatchSummary>
export const RecognitionBatch = z
  .object({ ...summary, files: z.array(RecognitionFile) })
  .meta({ id: 'RecognitionBatch' })
export type RecognitionBatch = z.infer<typeof RecognitionBatch>

/** The latest submissions of a meeting that one request reads with their files. */
export const LATEST_SUBMISSIONS_MAX = 5

export const RecognitionQuery = f.listQuery({ meetingId: f.queryId }, ['batchId', 'createTime'])
export type RecognitionQuery = z.output<typeof RecognitionQuery>

const tag = 'Invoice recognition'
const params = z.object({ batchId: f.queryId })

export const recognitionRoutes = {
  submit: {
    method: 'POST',
    path: '/business/meetingInvoice/recognize',
    target: ['meetingId', 'batchId'],
    access: MEETING_RUNNERS,
    tag,
    summary:
      'Submit pictures (PNG, JPEG, WebP, GIF, TIFF, BMP, HEIC, AVIF), PDF, OFD, XML or ZIP files of invoices for recognition in the background. Invoices recognized for the meeting before are deleted, even if corrected, or with earlier=keep only those of files with the same content; manually entered ones are kept',
    body: z.strictObject({
      meetingId: f.queryId,
      earlier: EarlierInvoices.default('replace').meta({
        description: 'What happens to the invoices recognized for the meeting before',
      }),
    }),
    uploads: {
      max: SUBMISSION_FILES_MAX,
      fileBytes: RECOGNITION_FILE_MAX_BYTES,
      bytes: SUBMISSION_MAX_BYTES,
    },
    answer: data(z.object({ batchId: f.id }).meta({ id: 'RecognitionSubmitted' })),
    accepted: true,
    errors: ['FILE_MISSING', 'TOO_MANY_FILES', 'FILE_TYPE_REFUSED', 'NOT_FOUND', 'MEETING_CLOSED'],
    creates: true,
  },
  list: {
    method: 'GET',
    path: '/business/meetingInvoice/recognition/list',
    access: MEETING_READERS,
    tag,
    summary: 'List the submissions of a meeting',
    query: RecognitionQuery,
    answer: page(RecognitionBatchSummary),
  },
  latest: {
    method: 'GET',
    path: '/business/meetingInvoice/recognition/latest',
    access: MEETING_READERS,
    tag,
    summary: `The last ${LATEST_SUBMISSIONS_MAX} submissions of a meeting, the latest one first, with their files and results; fewer if they have more than ${ANSWERED_RESULTS_MAX} results together`,
    query: z.strictObject({ meetingId: f.queryId }),
    answer: data(z.array(RecognitionBatch)),
  },
  get: {
    method: 'GET',
    path: '/business/meetingInvoice/recognition/{batchId}',
    access: MEETING_READERS,
    tag,
    summary: `Progress of a submission, file by file, with the results of its first files, ${ANSWERED_RESULTS_MAX} at most, or of one file`,
    params,
    query: z.strictObject({
      fileNo: f.queryId.optional().meta({ description: 'The file whose results are answered' }),
    }),
    answer: data(RecognitionBatch),
  },
  retry: {
    method: 'PUT',
    path: '/business/meetingInvoice/recognition/{batchId}/retry',
    target: ['batchId'],
    access: MEETING_RUNNERS,
    tag,
    summary: 'Retry files that have failed or whose results are incomplete',
    params,
    answer: data(RecognitionBatch),
    errors: ['BATCH_REPLACED', 'MEETING_CLOSED'],
  },
} as const satisfies RouteTable
