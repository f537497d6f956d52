import {
  ANSWERED_RESULTS_MAX,
  type RecognitionBatch,
  type RecognitionBatchSummary,
  type RecognitionFileStatus,
} from '@consilium/contract/recognition/invoice-recognition.ts'
import type { Actor } from '../../domain/actor.ts'
import { Refusal } from '../../infra/refusal.ts'
import { abilitiesOn, isRepeatable } from './policy.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import { withSlips } from './slips.ts'

export const summaryOf = (
  actor: Actor,
  { currentStage, repeatable, ...row }: repository.BatchRow,
): RecognitionBatchSummary => ({
  ...row,
  isFinished: row.waiting + row.running === 0,
  abilities: abilitiesOn(actor.roleType, { currentStage, repeatable, isCurrent: row.isCurrent }),
})

const countsOf = (files: readonly repository.FileRow[]) => {
  const count = (status: RecognitionFileStatus) => files.filter((file) => file.status === status).length
  return {
    waiting: count('waiting'),
    running: count('running'),
    done: count('done'),
    failed: count('failed'),
    repeatable: files.filter(isRepeatable).length,
  }
}

/** Finds a batch within the caller's reach. Throws NOT_FOUND. */
export async function requireBatch(
  { db }: Pick<Scope, 'db'>,
  actor: Actor,
  batchId: number,
): Promise<repository.BatchRow> {
  const row = await repository.findBatch(db, actor, batchId)
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

type View = Pick<Scope, 'db' | 'files'>

interface Answered {
  batches: readonly repository.BatchRow[]
  files: readonly repository.FileRow[]
}

/** Of these files those whose results one answer holds, each as a whole. */
function withinOneAnswer(files: readonly repository.FileRow[]): repository.FileRow[] {
  let results = 0
  return files.filter(({ resultCount }) => {
    const fits = resultCount > 0 && results + resultCount <= ANSWERED_RESULTS_MAX
    if (fits) results += resultCount
    return fits
  })
}

/** Batches of one meeting with their files, of which the opened ones have their results. */
async function viewsOf(
  { db, files }: View,
  actor: Actor,
  meetingId: number,
  { batches, files: rows }: Answered,
  opened: readonly repository.FileRow[],
): Promise<RecognitionBatch[]> {
  const links = await files.linksTo(rows.map(({ fileId }) => fileId))
  const found = opened.length === 0 ? [] : await repository.findResults(db, opened)
  const read = await withSlips({ db, files }, meetingId, found)
  const results = Map.groupBy(read, ({ batchId, fileNo }) => `${batchId} ${fileNo}`)
  return batches.map((batch) => {
    const own = rows.filter(({ batchId }) => batchId === batch.batchId)
    return {
      // Count the files that are returned: the counts of the batch were read earlier and may differ.
      ...summaryOf(actor, { ...batch, ...countsOf(own) }),
      files: own.map(({ batchId, fileId, ...file }) => ({
        ...file,
        file: links.get(fileId)!,
        results: (results.get(`${batchId} ${file.fileNo}`) ?? []).map(
          ({ batchId: _in, fileNo: _of, ...result }) => result,
        ),
      })),
    }
  })
}

/** The first of these batches, and those after it as long as one answer holds the results of all. */
export async function latestViews(
  scope: View,
  actor: Actor,
  meetingId: number,
  batches: readonly repository.BatchRow[],
): Promise<RecognitionBatch[]> {
  if (batches.length === 0) return []
  const rows = await repository.findFiles(
    scope.db,
    batches.map(({ batchId }) => batchId),
  )
  let results = 0
  const shown = batches.filter(({ batchId }, place) => {
    for (const file of rows) if (file.batchId === batchId) results += file.resultCount
    return place === 0 || results <= ANSWERED_RESULTS_MAX
  })
  const files = shown.flatMap(({ batchId }) => rows.filter((file) => file.batchId === batchId))
  return viewsOf(scope, actor, meetingId, { batches: shown, files }, withinOneAnswer(files))
}

/** The batch with its files and the results of the first, or of one of them. Throws NOT_FOUND. */
export async function requireView(
  scope: View,
  actor: Actor,
  batchId: number,
  fileNo?: number,
): Promise<RecognitionBatch> {
  const batch = await requireBatch(scope, actor, batchId)
  const files = await repository.findFiles(scope.db, [batchId])
  const asked = files.filter((file) => file.fileNo === fileNo)
  if (fileNo !== undefined && asked.length === 0) throw new Refusal('NOT_FOUND')
  const opened = fileNo === undefined ? withinOneAnswer(files) : asked
  const [view] = await viewsOf(scope, actor, batch.meetingId, { batches: [batch], files }, opened)
  return view!
}
