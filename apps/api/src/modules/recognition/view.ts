import type {
  RecognitionBatch,
  RecognitionBatchSummary,
  RecognitionFileStatus,
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

/** Batches of one meeting with their files and their results. */
export async function viewsOf(
  { db, files }: Pick<Scope, 'db' | 'files'>,
  actor: Actor,
  meetingId: number,
  batches: readonly repository.BatchRow[],
): Promise<RecognitionBatch[]> {
  if (batches.length === 0) return []
  const batchIds = batches.map(({ batchId }) => batchId)
  const rows = await repository.findFiles(db, batchIds)
  const links = await files.linksTo(rows.map(({ fileId }) => fileId))
  const read = await withSlips({ db, files }, meetingId, await repository.findResults(db, batchIds))
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

/** The batch with its files and their results. Throws NOT_FOUND. */
export async function requireView(
  scope: Pick<Scope, 'db' | 'files'>,
  actor: Actor,
  batchId: number,
): Promise<RecognitionBatch> {
  const batch = await requireBatch(scope, actor, batchId)
  const [view] = await viewsOf(scope, actor, batch.meetingId, [batch])
  return view!
}
