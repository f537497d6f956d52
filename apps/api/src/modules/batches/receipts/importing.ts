import {
  RECEIPT_READING_SECONDS,
  type ReceiptImport,
  type ReceiptImportRow,
  type ReceiptOutcome,
} from '@consilium/contract/batches/batch-receipts.ts'
import type { Actor } from '../../../domain/actor.ts'
import type { Upload } from '../../../infra/http/uploads/upload.ts'
import { Refusal } from '../../../infra/refusal.ts'
import { requireBatch } from '../locking.ts'
import { sentLines, type SentLine } from '../sent-lines.ts'
import { attach } from './attaching.ts'
import { createFinder } from './matching.ts'
import { faultOf, hashOf, unpackAll, type SentFile } from './receipt-files.ts'
import * as repository from './receipt-repository.ts'
import type { ReceiptScope } from './scope.ts'

const SECOND_MS = 1000
const PDF = 'application/pdf'
/** A receipt is one page; what belongs to it may stand on the next. */
const PAGES_READ = 2
const GOOD: readonly ReceiptOutcome[] = ['attached', 'known']

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

const isRefused = (error: unknown, name: 'RECEIPT_KNOWN' | 'RECEIPT_CHANGED' | 'BATCH_STATE') =>
  error instanceof Refusal && error.error === name

interface Importing {
  scope: ReceiptScope
  actor: Actor
  known: Map<string, number>
  find: ReturnType<typeof createFinder>
  read: ReturnType<typeof createReader>
}

/** The line of a file by its name, or else by its text. A name that fits several lines may have a text that fits one. */
async function lineOf({ find, read }: Importing, fileName: string, bytes: Buffer): Promise<Found> {
  const byName = find(fileName.slice(fileName.lastIndexOf('/') + 1))
  if ('lineId' in byName) return { outcome: 'attached', lineId: byName.lineId }
  const text = await read({ fileName, bytes })
  if (text.kind === 'unreadable') return without('damaged')
  if (text.kind === 'down') return without('unread')
  const byText = find(text.pages.slice(0, PAGES_READ).join('\n'))
  return 'lineId' in byText ? { outcome: 'attached', lineId: byText.lineId } : without(byText.problem)
}

/** Attaches one file, as a step of its own, so that an import that ends early has kept what it did. */
async function importOne(importing: Importing, { fileName, bytes }: SentFile): Promise<Found> {
  const fault = faultOf(bytes)
  if (fault !== null || !bytes) return without(fault ?? 'damaged')
  const { scope, actor, known } = importing
  const hash = hashOf(bytes).toString('hex')
  const before = known.get(hash)
  if (before !== undefined) return { outcome: 'known', lineId: before }
  const found = await lineOf(importing, fileName, bytes)
  const { lineId } = found
  if (lineId === null) return found
  try {
    await attach(scope, actor, { lineId, bytes, fileName, replaces: null })
    known.set(hash, lineId)
    return found
  } catch (error) {
    if (isRefused(error, 'RECEIPT_KNOWN')) return { outcome: 'known', lineId }
    if (isRefused(error, 'RECEIPT_CHANGED')) return { outcome: 'taken', lineId }
    throw error
  }
}

function resultOf(batchId: number, rows: ReceiptImportRow[]): ReceiptImport {
  const count = (outcome: ReceiptOutcome) => rows.filter((row) => row.outcome === outcome).length
  return {
    batchId,
    attached: count('attached'),
    known: count('known'),
    problems: rows.filter(({ outcome }) => !GOOD.includes(outcome)).length,
    rows,
  }
}

/** Attaches receipts of the bank to the lines of a batch, each on its own. What was attached before changes nothing. */
export async function importReceipts(
  scope: ReceiptScope,
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
    known: await repository.knownFiles(scope.db, batchId),
    find: createFinder(lines),
    read: createReader(scope),
  }
  const rows: ReceiptImportRow[] = []
  for (const file of files) {
    const { outcome, lineId } = await importOne(importing, file)
    const name = lineId === null ? null : (names.get(lineId) ?? null)
    rows.push({ fileName: file.fileName, outcome, lineId, name })
  }
  return resultOf(batchId, rows)
}
