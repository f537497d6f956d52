import {
  RECOGNITION_FILE_MAX_BYTES,
  type RecognizedInvoice,
} from '@consilium/contract/recognition/recognition.ts'
import { bytesOf, listPages, openDocument, type Document, type PageAddress } from '../documents/document.ts'
import { loadPdfium } from '../documents/pdf.ts'
import { loadQrReaders } from '../qr/qr.ts'
import { readPageText, type RecognizeText } from '../recognize-page.ts'
import { recognizeSigned } from '../recognize-signed.ts'
import { noticeRuntimeDeath, onRuntimeDeath } from '../runtime-death.ts'
import { readIssuers, trustIssuers } from '../signature/trust.ts'
import { step, takeSteps } from '../steps.ts'
import { loadTextEngine } from '../text/recognize.ts'
import { Unreadable } from '../documents/unreadable.ts'
import { RUNTIME_DIED, type Done, type Outcome, type Report, type Task } from './messages.ts'

/**
 * A worker process: it does one task at a time and keeps the document it worked on last. It is a process and not a thread,
 * because a thread cannot be ended while native code runs in it, and a crash of that code would end the service.
 */
const [engine] = await Promise.all([loadTextEngine(), loadQrReaders(), loadPdfium()])

const [, , issuers] = process.argv
if (issuers !== undefined) trustIssuers(readIssuers(issuers))

let held: { key: number; name: string; bytes: Buffer } | undefined
let opened: { member: number | null; document: Document } | undefined
let textRecognitions = 0

const recognizeText: RecognizeText = (raster, scope) => {
  textRecognitions += 1
  return step('text', () => engine.recognize(raster, scope))
}

async function closeOpened(): Promise<void> {
  const last = opened
  opened = undefined
  await last?.document.close()
}

async function receive({ key, name, bytes }: Task['document']): Promise<Buffer> {
  if (bytes) {
    await closeOpened()
    held = { key, name, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
  }
  if (held?.key !== key) throw new Error('The document was not sent')
  return held.bytes
}

async function pageOf(bytes: Buffer, address: PageAddress) {
  if (opened?.member !== address.member) {
    await closeOpened()
    opened = await step('open', async () => {
      const file = await bytesOf(bytes, address, RECOGNITION_FILE_MAX_BYTES)
      return { member: address.member, document: await openDocument(file) }
    })
  }
  if (!opened) throw new Unreadable('FILE_DAMAGED')
  const { document } = opened
  return { document, page: document.page(address.page - 1) }
}

async function perform({ document, work }: Task): Promise<Outcome> {
  const bytes = await receive(document)
  if (work.kind === 'list') return listPages(bytes, document.name)
  const opening = await pageOf(bytes, work.page)
  if (work.kind === 'text') return readPageText(opening.page, recognizeText)
  const onPartial = (partial: RecognizedInvoice) => report({ partial })
  return recognizeSigned(opening.document, opening.page, work.full, recognizeText, onPartial)
}

const traceOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : 'no error')
/** The empty callback ignores the error of sending to a service that has just ended. */
const report = (message: Report) => process.send?.(message, () => {})

async function answer(task: Task): Promise<void> {
  textRecognitions = 0
  try {
    const outcome = await perform(task)
    const done: Done = { outcome, textRecognitions, memory: process.memoryUsage.rss(), steps: takeSteps() }
    report({ done })
  } catch (error) {
    noticeRuntimeDeath(error)
    const failed = error instanceof Unreadable ? error.code : 'WORKER_FAILED'
    const trace = error instanceof Unreadable ? null : traceOf(error)
    report({ failed, textRecognitions, trace, steps: takeSteps() })
  }
}

onRuntimeDeath(() => process.exit(RUNTIME_DIED))
process.on('message', (task: Task) => void answer(task))
// The service has ended.
process.on('disconnect', () => process.exit())
// A terminal sends Ctrl-C to the whole process group; the worker waits until the service ends it.
process.on('SIGINT', () => {})
report({ ready: true })
