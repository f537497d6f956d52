import type { Words } from '@consilium/contract/errors.ts'
import { FILE_NAME_MAX } from '@consilium/contract/files/files.ts'
import type { EarlierInvoices } from '@consilium/contract/recognition/invoice-recognition.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Upload } from '../../infra/http/uploads/upload.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { StagedFile } from '../files/service.ts'
import { lockMeetingAlone, lockOpenMeeting, requireMeeting, requireOpen } from '../meetings/service.ts'
import { announceProgress } from './current-run.ts'
import * as repository from './repository.ts'
import { takeResults } from './run-repository.ts'
import type { Scope } from './scope.ts'

const notAnInvoice = (name: string): Words => ({
  'zh-CN': `不支持的文件类型：${name}`,
  en: `This file type is not supported: ${name}`,
})

/** Detects the type of each file. Throws FILE_TYPE_REFUSED naming the files that cannot contain an invoice. */
async function withMediaTypes(
  { files }: Scope,
  uploads: readonly Upload[],
): Promise<(Upload & { mediaType: string })[]> {
  const accepted: (Upload & { mediaType: string })[] = []
  const refused: string[] = []
  for (const upload of uploads) {
    const mediaType = await upload.use((bytes) => files.scanTypeOf(bytes))
    if (mediaType === undefined) refused.push(upload.originalName)
    else accepted.push({ ...upload, mediaType })
  }
  if (refused.length > 0)
    throw new Refusal('FILE_TYPE_REFUSED', {
      details: refused.map((name) => ({ field: 'files', words: notAnInvoice(name.slice(0, FILE_NAME_MAX)) })),
    })
  return accepted
}

/** Stages all files before any database row refers to them. */
async function stageAll(scope: Scope, actor: Actor, uploads: readonly Upload[]): Promise<StagedFile[]> {
  const { files } = scope
  const staged: StagedFile[] = []
  try {
    for (const { use, originalName, mediaType } of await withMediaTypes(scope, uploads))
      staged.push(await use((bytes) => files.stage({ bytes, originalName, mediaType, userId: actor.userId })))
    return staged
  } catch (error) {
    await files.discard(staged)
    throw error
  }
}

export interface Submission {
  meetingId: number
  earlier: EarlierInvoices
}

/** Ends the files of earlier submissions that were submitted again in this one, and deletes their invoices. */
async function replaceSameFiles({ invoices }: Scope, trx: Db, batchId: number): Promise<void> {
  const replaced = await repository.replaceSameFiles(trx, batchId)
  for (const file of replaced) await invoices.recognized.remove(trx, await takeResults(trx, file))
  for (const former of new Set(replaced.map((file) => file.batchId))) await announceProgress(trx, former)
}

/** Adds a batch of the staged files, and replaces what was recognized before as the submission says. */
async function addBatch(
  scope: Scope,
  trx: Db,
  actor: Actor,
  { meetingId, earlier, staged }: Submission & { staged: readonly StagedFile[] },
): Promise<number> {
  const { files, invoices, queue } = scope
  await lockMeetingAlone(trx, meetingId)
  await lockOpenMeeting(trx, actor, meetingId)
  if (earlier === 'replace') {
    await repository.replaceBatches(trx, meetingId)
    await invoices.recognized.clear(trx, meetingId)
  }
  for (const file of staged) await files.commit(trx, file)
  const fileIds = staged.map(({ fileId }) => fileId)
  const batchId = await repository.insertBatch(trx, { meetingId, userId: actor.userId, fileIds })
  if (earlier === 'keep') await replaceSameFiles(scope, trx, batchId)
  await queue.send(
    trx,
    fileIds.map((_fileId, index) => ({ batchId, fileNo: index + 1, run: 1 })),
  )
  return batchId
}

/** Submits files. Invoices recognized earlier for this meeting are deleted, or only those of the same files. */
export async function submitFiles(
  scope: Scope,
  actor: Actor,
  submission: Submission,
  uploads: readonly Upload[],
): Promise<{ batchId: number }> {
  // Check access before any archive is opened.
  requireOpen(actor, [await requireMeeting(scope.db, actor, submission.meetingId)])
  const staged = await stageAll(scope, actor, uploads)
  try {
    return {
      batchId: await inTransaction(scope.db, (trx) => addBatch(scope, trx, actor, { ...submission, staged })),
    }
  } catch (error) {
    // Only a refusal proves that nothing was committed.
    if (error instanceof Refusal) await scope.files.discard(staged)
    throw error
  }
}
