import type { Page } from '@consilium/contract/envelope.ts'
import {
  ANSWERED_RESULTS_MAX,
  type RecognitionBatchSummary,
  type RecognitionFault,
  type RecognitionFileStatus,
  type RecognitionQuery,
  type RecognitionResult,
} from '@consilium/contract/recognition/invoice-recognition.ts'
import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { sql } from 'kysely'
import { accountName } from '../../domain/account-name.ts'
import type { Db } from '../../infra/db/db.ts'
import type { StoredSlip } from '../../infra/db/recognition-tables.ts'
import { withinReach } from '../../domain/reach.ts'
import { selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import type { Actor } from '../../domain/actor.ts'
import { meetingFacts } from '../meetings/service.ts'
import { fileFacts } from '../files/service.ts'
import { invoiceFacts } from '../invoices/service.ts'

export type BatchRow = Omit<RecognitionBatchSummary, 'abilities' | 'isFinished'> & {
  currentStage: MeetingStage
  /** The number of files that can be retried. */
  repeatable: number
}

export interface FileRow {
  batchId: number
  fileNo: number
  fileId: number
  status: RecognitionFileStatus
  errorCode: RecognitionFault | null
  attempts: number
  nextAttemptTime: string | null
  resultCount: number
}

const countOf = (status: RecognitionFileStatus) =>
  sql<number>`(count(*) filter (where f.status = ${status}))::int`

/** A file that failed or whose results are incomplete; the same condition as `isRepeatable`. */
const REPEATABLE = sql<boolean>`(f.status = 'failed' or (f.status = 'done' and f.error_code is not null))`

const counts = (db: Db) =>
  db
    .selectFrom('recognition_file as f')
    .whereRef('f.batch_id', '=', 'b.batch_id' as never)
    .select((eb) => [
      eb.cast<number>(eb.fn.countAll(), 'integer').as('total'),
      countOf('waiting').as('waiting'),
      countOf('running').as('running'),
      countOf('done').as('done'),
      countOf('failed').as('failed'),
      sql<number>`(count(*) filter (where ${REPEATABLE}))::int`.as('repeatable'),
    ])

const batches = (db: Db, actor: Actor) =>
  db
    .selectFrom('recognition_batch as b')
    .innerJoin(meetingFacts('m'), 'm.meeting_id', 'b.meeting_id')
    .innerJoinLateral(counts(db).as('c'), (join) => join.onTrue())
    .where(withinReach(actor, 'meeting', 'b.meeting_id'))
    .select([
      'b.batch_id as batchId',
      'b.meeting_id as meetingId',
      'm.meeting_name as meetingName',
      'm.current_stage as currentStage',
      'b.is_current as isCurrent',
      'c.total',
      'c.waiting',
      'c.running',
      'c.done',
      'c.failed',
      'c.repeatable',
      'b.create_user_id as createUserId',
      accountName('b.create_user_id').as('createUserName'),
      'b.create_time as createTime',
    ])

export const findBatch = (db: Db, actor: Actor, batchId: number): Promise<BatchRow | undefined> =>
  batches(db, actor).where('b.batch_id', '=', batchId).executeTakeFirst()

const SORTING = {
  columns: { batchId: 'b.batch_id', createTime: 'b.create_time' },
  key: 'b.batch_id',
} as const

export const listBatches = (db: Db, actor: Actor, query: RecognitionQuery): Promise<Page<BatchRow>> =>
  selectPage(
    db,
    batches(db, actor)
      .where('b.meeting_id', '=', query.meetingId)
      .where(inTimeRange('b.create_time', query['params[beginTime]'], query['params[endTime]'])),
    query,
    SORTING,
  )

/** The last submissions of a meeting, the latest one first. */
export const findLatest = (db: Db, actor: Actor, meetingId: number, max: number): Promise<BatchRow[]> =>
  batches(db, actor).where('b.meeting_id', '=', meetingId).orderBy('b.batch_id', 'desc').limit(max).execute()

export const findFiles = (db: Db, batchIds: readonly number[]): Promise<FileRow[]> =>
  db
    .selectFrom('recognition_file as f')
    .select([
      'f.batch_id as batchId',
      'f.file_no as fileNo',
      'f.file_id as fileId',
      'f.status',
      'f.error_code as errorCode',
      'f.attempts',
      'f.next_attempt_time as nextAttemptTime',
      sql<number>`(select count(*)::int from recognition_result r
        where r.batch_id = f.batch_id and r.file_no = f.file_no)`.as('resultCount'),
    ])
    .where('f.batch_id', 'in', batchIds)
    .orderBy('f.file_no')
    .execute()

export type ResultRow = Omit<RecognitionResult, 'slip'> & {
  batchId: number
  fileNo: number
  slip: StoredSlip | null
  slipFileId: number | null
}

/** The results of files, as many as one answer holds. */
export const findResults = (
  db: Db,
  files: readonly Pick<FileRow, 'batchId' | 'fileNo'>[],
): Promise<ResultRow[]> =>
  db
    .selectFrom('recognition_result')
    .select([
      'batch_id as batchId',
      'file_no as fileNo',
      'entry_name as file',
      'page',
      'is_invoice as isInvoice',
      'error_code as errorCode',
      'record_id as recordId',
      'slip',
      'slip_file_id as slipFileId',
    ])
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('batch_id', 'file_no'),
        'in',
        files.map(({ batchId, fileNo }) => tuple(batchId, fileNo)),
      ),
    )
    .orderBy('file_no')
    .orderBy('result_no')
    .limit(ANSWERED_RESULTS_MAX)
    .execute()

/** The invoices of a meeting that were entered with one of these files. */
export const findEntered = (
  db: Db,
  meetingId: number,
  fileIds: readonly number[],
): Promise<{ recordId: number; fileId: number | null }[]> =>
  db
    .selectFrom(invoiceFacts('i'))
    .select(['i.record_id as recordId', 'i.file_id as fileId'])
    .where('i.meeting_id', '=', meetingId)
    .where('i.file_id', 'in', fileIds)
    .execute()

/** Marks the meeting's current batches as replaced. Answers that their jobs still receive are ignored. */
export async function replaceBatches(db: Db, meetingId: number): Promise<void> {
  const former = await db
    .updateTable('recognition_batch')
    .set({ is_current: false })
    .where('meeting_id', '=', meetingId)
    .where('is_current', '=', true)
    .returning('batch_id')
    .execute()
  if (former.length === 0) return
  await db
    .updateTable('recognition_file')
    .set({ status: 'replaced', next_attempt_time: null })
    .where(
      'batch_id',
      'in',
      former.map((row) => row.batch_id),
    )
    .where('status', 'in', ['waiting', 'running'])
    .execute()
}

/**
 * Marks files of the meeting's other submissions as replaced if this submission has a file with the same content. Their run number
 * changes, so that answers to their old jobs are ignored. A submission whose files are all replaced is no longer current.
 */
export async function replaceSameFiles(
  db: Db,
  batchId: number,
): Promise<{ batchId: number; fileNo: number; run: number }[]> {
  const replaced = await db
    .updateTable('recognition_file as f')
    .from('recognition_batch as b')
    .innerJoin('recognition_batch as mine', 'mine.meeting_id', 'b.meeting_id')
    .innerJoin('recognition_file as again', 'again.batch_id', 'mine.batch_id')
    .innerJoin(fileFacts('now'), 'now.file_id', 'again.file_id')
    .innerJoin(fileFacts('former'), 'former.sha256', 'now.sha256')
    .set((eb) => ({ status: 'replaced', next_attempt_time: null, run: eb('f.run', '+', 1) }))
    .whereRef('f.batch_id', '=', 'b.batch_id')
    .whereRef('f.file_id', '=', 'former.file_id')
    .where('mine.batch_id', '=', batchId)
    .where('b.batch_id', '!=', batchId)
    .where('f.status', '!=', 'replaced')
    .returning(['f.batch_id as batchId', 'f.file_no as fileNo', 'f.run'])
    .execute()
  if (replaced.length === 0) return []
  await db
    .updateTable('recognition_batch as b')
    .set({ is_current: false })
    .where('b.batch_id', 'in', [...new Set(replaced.map((file) => file.batchId))])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('recognition_file as f')
            .select('f.file_no')
            .whereRef('f.batch_id', '=', 'b.batch_id')
            .where('f.status', '!=', 'replaced'),
        ),
      ),
    )
    .execute()
  return replaced
}

export async function insertBatch(
  db: Db,
  batch: { meetingId: number; userId: number; fileIds: readonly number[] },
): Promise<number> {
  const { batch_id } = await db
    .insertInto('recognition_batch')
    .values({ meeting_id: batch.meetingId, create_user_id: batch.userId })
    .returning('batch_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('recognition_file')
    .values(batch.fileIds.map((file_id, index) => ({ batch_id, file_no: index + 1, file_id })))
    .execute()
  return batch_id
}

/** Resets repeatable files to waiting and returns them with their new run numbers. */
export async function reviveFiles(db: Db, batchId: number): Promise<{ fileNo: number; run: number }[]> {
  return db
    .updateTable('recognition_file as f')
    .set((eb) => ({
      status: 'waiting',
      error_code: null,
      attempts: 0,
      run: eb('f.run', '+', 1),
      next_attempt_time: sql<string>`now()`,
    }))
    .where('f.batch_id', '=', batchId)
    .where(REPEATABLE)
    .returning(['f.file_no as fileNo', 'f.run'])
    .execute()
}

export async function isCurrent(db: Db, batchId: number): Promise<boolean> {
  const row = await db
    .selectFrom('recognition_batch')
    .select('batch_id')
    .where('batch_id', '=', batchId)
    .where('is_current', '=', true)
    .executeTakeFirst()
  return row !== undefined
}
