import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Contents } from '../src/documents/document.ts'
import type { Report, Task } from '../src/pool/messages.ts'
import { noFields } from '../src/fields/fields.ts'
import { fuse } from '../src/result.ts'

/**
 * A worker for tests of the pool. The document has one word per page, which says what to do with the page: `ok`, `slow`,
 * `hang` (it never yields), `code` (report the QR code, then hang), `crash`, `throw`, `abort` (end as after a library has
 * aborted), `spoil` (read, but the next page of another document aborts), `swell` (take ever more memory), `until:PATH` (wait for
 * the file at PATH). A document that begins with `list-hang` hangs while its pages are listed.
 */
const HANDLED = ['ok', 'slow', 'hang', 'code', 'crash', 'throw', 'abort', 'spoil', 'swell', 'list-hang']
const RUNTIME_DIED = 70
const SWELLING_BYTES = 4 * 1024 * 1024
const SLOW_MS = 300
const UNTIL = 'until:'
const POLL_MS = 20

/** Every page has an invoice of its own, told by its check code; its number is the process that read it. */
const readingOf = (page: number) => ({
  raw: 'scripted',
  invoice: {
    invoiceType: '32',
    invoiceCode: null,
    invoiceNumber: String(process.pid).padStart(20, '0'),
    issueDate: '2026-04-30',
    amount: '10.70',
    checkCode: String(page),
  },
})

const report = (message: Report) => void process.send?.(message, () => {})

/** Nothing else runs in this process any more, as in an endless loop, and it takes no processor time. */
function hang(): never {
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

function swell(): never {
  const taken: Buffer[] = []
  for (;;) taken.push(Buffer.alloc(SWELLING_BYTES, 1))
}

let held: string[] = []
/** The document after which this worker is spoilt. */
let spoiltAfter: number | null = null

async function perform({ document, work }: Task): Promise<void> {
  if (document.bytes) held = Buffer.from(document.bytes).toString().trim().split(/\s+/)
  if (work.kind === 'list') {
    if (held[0] === 'list-hang') hang()
    const pages = held.map((_, index) => ({
      file: document.name,
      page: index + 1,
      member: null,
      error: null,
    }))
    const outcome: Contents = { several: held.length > 1, pages, error: null }
    report({ done: { outcome, textRecognitions: 0, memory: 0 } })
    return
  }
  const word = held[work.page.page - 1] ?? ''
  const reading = readingOf(work.page.page)
  if (word === 'abort' || (spoiltAfter !== null && spoiltAfter !== document.key)) process.exit(RUNTIME_DIED)
  if (word === 'spoil') spoiltAfter = document.key
  if (word.startsWith(UNTIL)) while (!existsSync(word.slice(UNTIL.length))) await delay(POLL_MS)
  else if (!HANDLED.includes(word)) throw new Error(`unknown word: ${word}`)
  if (word === 'slow') await delay(SLOW_MS)
  if (word === 'code') report({ partial: fuse(reading, null) })
  if (word === 'swell') swell()
  if (word === 'hang' || word === 'code') setImmediate(hang)
  else if (word === 'crash') process.kill(process.pid, 'SIGSEGV')
  else if (word === 'throw') report({ failed: 'WORKER_FAILED', textRecognitions: 0, trace: 'scripted' })
  else report({ done: { outcome: fuse(reading, noFields()), textRecognitions: 1, memory: 0 } })
}

process.on('message', (task: Task) => void perform(task))
process.on('disconnect', () => process.exit())
report({ ready: true })
