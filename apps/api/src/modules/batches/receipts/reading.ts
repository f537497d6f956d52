import type { JobQueue, JobRun } from '../../../infra/jobs/jobs.ts'
import type { TextOutcome } from '../../../infra/ocr/ocr-client.ts'
import { sentLines } from '../sent-lines.ts'
import { attach, isRefused, PDF } from './attaching.ts'
import { createFinder, type Match } from './matching.ts'
import type { ReceiptScope } from './scope.ts'
import * as repository from './waiting-repository.ts'
import type { UnreadReceipt, Waiting } from './waiting-repository.ts'

/** A batch with receipts whose text is to be read, and how often the recognition service did not answer in turn. */
export interface ReadingJob {
  batchId: number
  attempts: number
}

/** A receipt is one page; what belongs to it may stand on the next. */
const PAGES_READ = 2
const FIRST_PAUSE_SECONDS = 5
const PAUSE_MAX_SECONDS = 600

const pauseAfter = (attempts: number): number =>
  Math.min(FIRST_PAUSE_SECONDS * 2 ** attempts, PAUSE_MAX_SECONDS)

/** What is known of a receipt once its text is read: its line, or why it waits. */
export type Told = { lineId: number } | Waiting

export function toldBy(find: (text: string) => Match, text: Exclude<TextOutcome, { kind: 'down' }>): Told {
  if (text.kind !== 'read') return { reason: 'damaged', lineIds: [] }
  const match = find(text.pages.slice(0, PAGES_READ).join('\n'))
  return 'lineId' in match ? match : { reason: match.problem, lineIds: match.lineIds }
}

/** Returns false if the recognition service did not answer. */
async function readOne(
  scope: ReceiptScope,
  { waitingId, fileId, userId, userName }: UnreadReceipt,
  find: (text: string) => Match,
  signal: AbortSignal,
): Promise<boolean> {
  const { bytes, name: fileName } = await scope.files.readAll(fileId)
  const read = () => scope.ocr.text({ bytes, name: fileName, mediaType: PDF }, signal)
  const first = await read()
  // A second failure is the file's own, so that no file keeps the others waiting.
  const text = first.kind === 'failed' ? await read() : first
  if (text.kind === 'down') return false
  const told = toldBy(find, text)
  if (!('lineId' in told)) {
    await repository.settleUnread(scope.db, waitingId, told)
    return true
  }
  const { lineId } = told
  await attach(scope, { owner: {}, userId, userName }, { lineId, bytes, fileName, replaces: null }).catch(
    async (error: unknown) => {
      if (!isRefused(error, 'RECEIPT_KNOWN') && !isRefused(error, 'RECEIPT_CHANGED')) throw error
      await repository.settleUnread(scope.db, waitingId, { reason: 'taken', lineIds: [lineId] })
    },
  )
  return true
}

/** Reads the receipts of a batch that are to be read, one after another; without the service it goes on later. */
export async function readUnread(
  scope: ReceiptScope,
  queue: JobQueue<ReadingJob>,
  { batchId, attempts }: ReadingJob,
  { signal }: JobRun,
): Promise<void> {
  const { db } = scope
  let find: ReturnType<typeof createFinder> | undefined
  let failures = attempts
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const next = await repository.nextUnread(db, batchId, after)
    if (!next) return
    after = next.waitingId
    find ??= createFinder(await sentLines(scope, batchId))
    if (await readOne(scope, next, find, signal)) failures = 0
    else {
      await queue.send(db, [{ batchId, attempts: failures + 1 }], pauseAfter(failures))
      return
    }
  }
}

export const readingOf = ({ batchId }: { batchId: number }): ReadingJob => ({ batchId, attempts: 0 })
