import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import type { RecognitionFault } from '@consilium/contract/recognition/invoice-recognition.ts'
import type { RecognitionProgress } from '@consilium/contract/messages/messages.ts'
import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import type { StoredSlip } from '../../infra/db/recognition-tables.ts'
import { accountFacts } from '../accounts/service.ts'
import { meetingFacts } from '../meetings/service.ts'

/** One attempt to recognize a file. A later attempt has a higher `run`. */
export interface FileRun {
  batchId: number
  fileNo: number
  run: number
}

export interface ClaimedFile {
  fileId: number
  attempts: number
}

const own = (db: Db, { batchId, fileNo, run }: FileRun) =>
  db
    .updateTable('recognition_file')
    .where('batch_id', '=', batchId)
    .where('file_no', '=', fileNo)
    .where('run', '=', run)

/**
 * Marks the file as running. It may be running already, if the process of an earlier job died. Returns undefined if the
 * run has ended or was replaced.
 */
export const claimFile = (db: Db, run: FileRun): Promise<ClaimedFile | undefined> =>
  own(db, run)
    .where('status', 'in', ['waiting', 'running'])
    .set({
      status: 'running',
      attempts: sql<number>`attempts + (status = 'waiting')::int`,
      next_attempt_time: null,
    })
    .returning(['file_id as fileId', 'attempts'])
    .executeTakeFirst()

export interface LockedBatch {
  meetingId: number
  userId: number
  roleType: RoleType
  currentStage: MeetingStage
}

/**
 * Locks the meeting, the batch and the file of this run until the transaction ends, so that answers for one batch are
 * stored one after another. Returns undefined if the run or the batch has been replaced.
 */
export async function lockForAnswer(db: Db, run: FileRun): Promise<LockedBatch | undefined> {
  // Lock the meeting first: a submission locks in the same order, which avoids deadlocks.
  const locked = await db
    .selectFrom(meetingFacts('m'))
    .innerJoin('recognition_batch as b', 'b.meeting_id', 'm.meeting_id')
    .innerJoin(accountFacts('u'), 'u.user_id', 'b.create_user_id')
    .where('b.batch_id', '=', run.batchId)
    .select([
      'm.meeting_id as meetingId',
      'm.current_stage as currentStage',
      'b.create_user_id as userId',
      'u.role_type as roleType',
    ])
    .forShare('m')
    .executeTakeFirst()
  if (!locked) return undefined
  const [current, file] = [await lockCurrent(db, run.batchId), await lockRunning(db, run)]
  return current && file ? locked : undefined
}

const lockCurrent = (db: Db, batchId: number) =>
  db
    .selectFrom('recognition_batch')
    .select('batch_id')
    .where('batch_id', '=', batchId)
    .where('is_current', '=', true)
    .forUpdate()
    .executeTakeFirst()

const lockRunning = (db: Db, { batchId, fileNo, run }: FileRun) =>
  db
    .selectFrom('recognition_file')
    .select('file_no')
    .where('batch_id', '=', batchId)
    .where('file_no', '=', fileNo)
    .where('run', '=', run)
    .where('status', '=', 'running')
    .forUpdate()
    .executeTakeFirst()

export async function endFile(
  db: Db,
  run: FileRun,
  ended: { status: 'done' | 'failed'; errorCode: RecognitionFault | null },
): Promise<void> {
  await own(db, run).set({ status: ended.status, error_code: ended.errorCode }).execute()
}

/** Sets the file to waiting under a new run number. */
export async function deferFile(
  db: Db,
  run: FileRun,
  { errorCode, seconds }: { errorCode: RecognitionFault | null; seconds: number },
): Promise<FileRun> {
  const next = run.run + 1
  await own(db, run)
    .set({
      status: 'waiting',
      error_code: errorCode,
      run: next,
      next_attempt_time: sql<string>`now() + make_interval(secs => ${seconds})`,
    })
    .execute()
  return { ...run, run: next }
}

/** Deletes the results of an earlier run and returns the ids of the records it created. */
export async function takeResults(db: Db, { batchId, fileNo }: FileRun): Promise<number[]> {
  const rows = await db
    .deleteFrom('recognition_result')
    .where('batch_id', '=', batchId)
    .where('file_no', '=', fileNo)
    .returning('record_id')
    .execute()
  return rows.flatMap(({ record_id }) => record_id ?? [])
}

export interface NewResult {
  file: string | null
  page: number
  isInvoice: boolean
  errorCode: RecognitionFault | null
  recordId: number | null
  slip: StoredSlip | null
  slipFileId: number | null
}

/** Results of one statement: composing one of hundreds takes the main thread for too long. */
const RESULTS_AT_ONCE = 100

export async function insertResults(
  db: Db,
  { batchId, fileNo }: FileRun,
  results: readonly NewResult[],
): Promise<void> {
  const rows = results.map(({ file, slip, ...result }, index) => ({
    batch_id: batchId,
    file_no: fileNo,
    result_no: index + 1,
    entry_name: file?.replaceAll('\0', '').toWellFormed() ?? null,
    page: result.page,
    is_invoice: result.isInvoice,
    error_code: result.errorCode,
    record_id: result.recordId,
    slip: slip && JSON.stringify(slip),
    slip_file_id: result.slipFileId,
  }))
  for (let at = 0; at < rows.length; at += RESULTS_AT_ONCE)
    await db
      .insertInto('recognition_result')
      .values(rows.slice(at, at + RESULTS_AT_ONCE))
      .execute()
}

/** The batch's progress and its submitter. */
export const readProgress = (db: Db, batchId: number): Promise<RecognitionProgress & { userId: number }> =>
  db
    .selectFrom('recognition_batch as b')
    .innerJoin('recognition_file as f', 'f.batch_id', 'b.batch_id')
    .where('b.batch_id', '=', batchId)
    .groupBy('b.batch_id')
    .select((eb) => [
      'b.batch_id as batchId',
      'b.meeting_id as meetingId',
      'b.create_user_id as userId',
      sql<number>`(count(*) filter (where f.status = 'done'))::int`.as('done'),
      sql<number>`(count(*) filter (where f.status = 'failed'))::int`.as('failed'),
      eb.cast<number>(eb.fn.countAll(), 'integer').as('total'),
    ])
    .executeTakeFirstOrThrow()

/** The submitter of the batch, or undefined if the batch is deleted. */
export async function findSubmitter(db: Db, { batchId }: FileRun): Promise<number | undefined> {
  const row = await db
    .selectFrom('recognition_batch')
    .select('create_user_id')
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  return row?.create_user_id
}

/** The files of current batches that wait for recognition or are being recognized. */
export const openRuns = (db: Db): Promise<FileRun[]> =>
  db
    .selectFrom('recognition_file as f')
    .innerJoin('recognition_batch as b', 'b.batch_id', 'f.batch_id')
    .where('b.is_current', '=', true)
    .where('f.status', 'in', ['waiting', 'running'])
    .select(['f.batch_id as batchId', 'f.file_no as fileNo', 'f.run'])
    .orderBy('f.batch_id')
    .orderBy('f.file_no')
    .execute()
