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

/** The batch with its files and their results. */
export async function requireView(
  { db, files }: Pick<Scope, 'db' | 'files'>,
  actor: Actor,
  batchId: number,
): Promise<RecognitionBatch> {
  const row = await requireBatch({ db }, actor, batchId)
  const rows = await repository.findFiles(db, batchId)
  const links = await files.linksTo(rows.map(({ fileId }) => fileId))
  const read = await withSlips({ db, files }, row.meetingId, await repository.findResults(db, batchId))
  const results = Map.groupBy(read, ({ fileNo }) => fileNo)
  // Count the files that are returned: the counts in `row` were read earlier and may differ.
  const counts = countsOf(rows)
  return {
    ...summaryOf(actor, { ...row, ...counts }),
    files: rows.map(({ fileId, ...file }) => ({
      ...file,
      file: links.get(fileId)!,
      results: (results.get(file.fileNo) ?? []).map(({ fileNo: _of, ...result }) => result),
    })),
  }
}
