import {
  RECEIPT_READING_SECONDS,
  type ReceiptImport,
  type ReceiptImportRow,
  type ReceiptOutcome,
  type WaitingReason,
} from '@consilium/contract/batches/batch-receipts.ts'
import type { Actor } from '../../../domain/actor.ts'
import type { Upload } from '../../../infra/http/uploads/upload.ts'
import type { JobQueue } from '../../../infra/jobs/jobs.ts'
import { Refusal } from '../../../infra/refusal.ts'
import { requireBatch } from '../locking.ts'
import { sentLines, type SentLine } from '../sent-lines.ts'
import { attach, byActor, isRefused, PDF } from './attaching.ts'
import { createFinder } from './matching.ts'
import { readingOf, toldBy, type ReadingJob, type Told } from './reading.ts'
import { faultOf, hashOf, unpackAll, type SentFile } from './receipt-files.ts'
import * as repository from './receipt-repository.ts'
import type { ReceiptScope } from './scope.ts'
import { keepWaiting } from './waiting.ts'
import { waitingFiles, type Waiting } from './waiting-repository.ts'

const SECOND_MS = 1000
const GOOD: readonly ReceiptOutcome[] = ['attached', 'known', 'unread']

type Found = Pick<ReceiptImportRow, 'outcome' | 'lineId'>
const without = (outcome: ReceiptOutcome): Found => ({ outcome, lineId: null })

/**
 * Reads the text of PDFs with the recognition service, whose workers have limits of their own, until the time of the import is
 * over. After the service did not answer once it is not asked again.
 */
function createReader({ ocr }: ReceiptScope) {
  const time = AbortSignal.timeout(RECEIPT_READING_SECONDS * SECOND_MS)
  let isDown = false
  return async ({ fileName, bytes }: { fileName: string; bytes: Buffer }) => {
    if (isDown || time.aborted) return { kind: 'down' as const }
    const read = await ocr.text({ bytes, name: fileName, mediaType: PDF }, time).catch((error: unknown) => {
      if (!time.aborted) throw error
      return { kind: 'down' as const }
    })
    isDown = read.kind === 'down'
    return read
  }
}

interface Importing {
  scope: ReceiptScope
  actor: Actor
  batchId: number
  known: Map<string, number>
  waiting: Map<string, WaitingReason>
  find: ReturnType<typeof createFinder>
  read: ReturnType<typeof createReader>
}

/** The line of a file by its name, or else by its text. A name that fits several lines may have a text that fits one. */
async function lineOf({ find, read }: Importing, fileName: string, bytes: Buffer): Promise<Told> {
  const byName = find(fileName.slice(fileName.lastIndexOf('/') + 1))
  if ('lineId' in byName) return byName
  const text = await read({ fileName, bytes })
  const isLater = text.kind === 'down' || text.kind === 'failed'
  return isLater ? { reason: 'unread', lineIds: [] } : toldBy(find, text)
}

/** Attaches one file or keeps it, as a step of its own, so that an import that ends early has kept what it did. */
async function importOne(importing: Importing, { fileName, bytes }: SentFile): Promise<Found> {
  const fault = faultOf(bytes)
  if (fault !== null || !bytes) return without(fault ?? 'damaged')
  const { scope, actor, batchId, known, waiting } = importing
  const sha256 = hashOf(bytes)
  const hash = sha256.toString('hex')
  const before = known.get(hash)
  if (before !== undefined) return { outcome: 'known', lineId: before }
  const waits = waiting.get(hash)
  if (waits !== undefined && waits !== 'unread') return without(waits)
  const told = await lineOf(importing, fileName, bytes)
  const keep = async (kept: Waiting) => {
    await keepWaiting(scope, actor, { ...kept, batchId, sha256, bytes, fileName })
    waiting.set(hash, kept.reason)
    return kept.reason
  }
  if (!('lineId' in told)) return without(await keep(told))
  const { lineId } = told
  try {
    await attach(scope, byActor(actor), { lineId, bytes, fileName, replaces: null })
    known.set(hash, lineId)
    return { outcome: 'attached', lineId }
  } catch (error) {
    if (isRefused(error, 'RECEIPT_KNOWN')) return { outcome: 'known', lineId }
    if (!isRefused(error, 'RECEIPT_CHANGED')) throw error
    return { outcome: await keep({ reason: 'taken', lineIds: [lineId] }), lineId }
  }
}

function resultOf(batchId: number, rows: ReceiptImportRow[]): ReceiptImport {
  const count = (outcome: ReceiptOutcome) => rows.filter((row) => row.outcome === outcome).length
  return {
    batchId,
    attached: count('attached'),
    known: count('known'),
    unread: count('unread'),
    problems: rows.filter(({ outcome }) => !GOOD.includes(outcome)).length,
    rows,
  }
}

/**
 * Attaches receipts of the bank to the lines of a batch, each on its own, and keeps those without a line. What was attached before
 * changes nothing.
 */
export async function importReceipts(
  scope: ReceiptScope,
  queue: JobQueue<ReadingJob>,
  actor: Actor,
  batchId: number,
  uploads: readonly Upload[],
): Promise<ReceiptImport> {
  const { state } = await requireBatch(scope, actor, batchId)
  if (state !== 'exported' && state !== 'settled') throw new Refusal('BATCH_STATE')
  const files = await unpackAll(scope.fileWork, uploads)
  const lines = await sentLines(scope, batchId)
  const names = new Map(lines.map(({ lineId, name }: SentLine) => [lineId, name]))
  const importing: Importing = {
    scope,
    actor,
    batchId,
    known: await repository.knownFiles(scope.db, batchId),
    waiting: await waitingFiles(scope.db, batchId),
    find: createFinder(lines),
    read: createReader(scope),
  }
  const rows: ReceiptImportRow[] = []
  for (const file of files) {
    const { outcome, lineId } = await importOne(importing, file)
    const name = lineId === null ? null : (names.get(lineId) ?? null)
    rows.push({ fileName: file.fileName, outcome, lineId, name })
  }
  if (rows.some(({ outcome }) => outcome === 'unread')) await queue.send(scope.db, [readingOf({ batchId })])
  return resultOf(batchId, rows)
}
