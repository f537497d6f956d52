import { z } from 'zod'
import * as f from './fields.ts'
import { FileLink } from './files.ts'
import { MEETING_READERS, MEETING_RUNNERS } from './roles.ts'
import { RECOGNITION_ERRORS, RECOGNITION_FILE_MAX_BYTES } from './recognition.ts'
import { data, page, type RouteTable } from './route.ts'

/** Files of one submission, and their bytes in all: they are held in memory until they are stored. */
export const SUBMISSION_FILES_MAX = 20
export const SUBMISSION_MAX_BYTES = 2 * RECOGNITION_FILE_MAX_BYTES
/** Tries of a file while the service is down or busy; then it has failed, until somebody asks for it again. */
export const RECOGNITION_ATTEMPTS_MAX = 20

/** `replaced`: the meeting's files were submitted again before this one was done. */
export const RecognitionFileStatus = z.enum(['waiting', 'running', 'done', 'failed', 'replaced'])
export type RecognitionFileStatus = z.infer<typeof RecognitionFileStatus>

/** What the service says of a file, and what keeps the platform from asking it or from keeping the answer. */
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

export const RecognitionResult = z
  .object({
    file: z.string().nullable().meta({ description: 'Its path in the archive' }),
    page: z.int().min(1),
    isInvoice: z.boolean(),
    errorCode,
    recordId: f.id
      .nullable()
      .meta({ description: 'The invoice record; null where none was made, or it is deleted' }),
  })
  .meta({ id: 'RecognitionResult' })
export type RecognitionResult = z.infer<typeof RecognitionResult>

export const RecognitionFile = z
  .object({
    fileNo: z.int().min(1),
    file: FileLink,
    status: RecognitionFileStatus,
    errorCode: errorCode.meta({
      description: 'Why it failed, why it waits for another try, or why its results are not complete',
    }),
    attempts: z.int().min(0),
    nextAttemptTime: z.string().nullable().meta({ description: 'Of a file that waits' }),
    results: z.array(RecognitionResult),
  })
  .meta({ id: 'RecognitionFile' })
export type RecognitionFile = z.infer<typeof RecognitionFile>

const summary = {
  batchId: f.id,
  meetingId: f.id,
  meetingName: z.string(),
  isCurrent: z.boolean().meta({ description: 'Whether no later submission has replaced it' }),
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
      'Submit images, PDF, OFD or ZIP files of invoices, to be recognised in the background; all that was recognised of the meeting before is deleted, corrected or not, while invoices entered by hand stay',
    body: z.strictObject({ meetingId: f.queryId }),
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
    summary: 'The submissions of a meeting',
    query: RecognitionQuery,
    answer: page(RecognitionBatchSummary),
  },
  get: {
    method: 'GET',
    path: '/business/meetingInvoice/recognition/{batchId}',
    access: MEETING_READERS,
    tag,
    summary: 'How far a submission has come, file by file, with its results',
    params,
    answer: data(RecognitionBatch),
  },
  retry: {
    method: 'PUT',
    path: '/business/meetingInvoice/recognition/{batchId}/retry',
    target: ['batchId'],
    access: MEETING_RUNNERS,
    tag,
    summary: 'Try the files again that have failed, or whose results are not complete',
    params,
    answer: data(RecognitionBatch),
    errors: ['BATCH_REPLACED', 'MEETING_CLOSED'],
  },
} as const satisfies RouteTable
