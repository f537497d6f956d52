import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Upload } from '../../infra/http/upload.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { StagedFile } from '../files/service.ts'
import { lockOpenMeeting, requireMeeting, requireOpen } from '../meetings/service.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** Detects the type of each file. Throws FILE_TYPE_REFUSED naming the files that cannot contain an invoice. */
async function withMediaTypes(
  { files }: Scope,
  uploads: readonly Upload[],
): Promise<(Upload & { mediaType: string })[]> {
  const accepted: (Upload & { mediaType: string })[] = []
  const refused: string[] = []
  for (const upload of uploads) {
    const mediaType = await files.scanTypeOf(upload.bytes)
    if (mediaType === undefined) refused.push(upload.originalName)
    else accepted.push({ ...upload, mediaType })
  }
  if (refused.length > 0)
    throw new Refusal('FILE_TYPE_REFUSED', {
      details: refused.map((message) => ({ field: 'files', message })),
    })
  return accepted
}

/** Stages all files before any database row refers to them. */
async function stageAll(scope: Scope, actor: Actor, uploads: readonly Upload[]): Promise<StagedFile[]> {
  const { files } = scope
  const staged: StagedFile[] = []
  try {
    for (const { bytes, originalName, mediaType } of await withMediaTypes(scope, uploads))
      staged.push(await files.stage({ bytes, originalName, mediaType, userId: actor.userId }))
    return staged
  } catch (error) {
    await files.discard(staged)
    throw error
  }
}

/** Replaces the meeting's current batch and its recognized invoices by a batch of the staged files. */
async function replaceBatch(
  { files, invoices, queue }: Scope,
  trx: Db,
  actor: Actor,
  { meetingId, staged }: { meetingId: number; staged: readonly StagedFile[] },
): Promise<number> {
  await repository.lockMeetingAlone(trx, meetingId)
  await lockOpenMeeting(trx, actor, meetingId)
  await repository.replaceBatch(trx, meetingId)
  await invoices.recognized.clear(trx, meetingId)
  for (const file of staged) await files.commit(trx, file)
  const fileIds = staged.map(({ fileId }) => fileId)
  const batchId = await repository.insertBatch(trx, { meetingId, userId: actor.userId, fileIds })
  await queue.send(
    trx,
    fileIds.map((_fileId, index) => ({ batchId, fileNo: index + 1, run: 1 })),
  )
  return batchId
}

/** Submits files. Invoices recognized earlier for this meeting are deleted. */
export async function submitFiles(
  scope: Scope,
  actor: Actor,
  meetingId: number,
  uploads: readonly Upload[],
): Promise<{ batchId: number }> {
  // Check access before any archive is opened.
  requireOpen(actor, [await requireMeeting(scope.db, actor, meetingId)])
  const staged = await stageAll(scope, actor, uploads)
  try {
    return {
      batchId: await inTransaction(scope.db, (trx) => replaceBatch(scope, trx, actor, { meetingId, staged })),
    }
  } catch (error) {
    // Only a refusal proves that nothing was committed.
    if (error instanceof Refusal) await scope.files.discard(staged)
    throw error
  }
}
