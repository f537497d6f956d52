import {
  PAGE_TIMEOUT_SECONDS,
  TOTAL_TIMEOUT_SECONDS,
  type RecognitionAnswer,
  type RecognitionError,
  type RecognizedInvoice,
  type RecognizedText,
  type TextLine,
} from '@consilium/contract/recognition/recognition.ts'
import { NO_TRACING, type Attributes, type Tracing } from '@consilium/tracing/tracing.ts'
import type { Contents, PageAddress } from './documents/document.ts'
import type { Outcome, Work } from './pool/messages.ts'
import { TaskFailed, type HeldDocument } from './pool/job.ts'
import type { Pool } from './pool/pool.ts'
import { joinPages } from './documents/join-pages.ts'
import { Refusal } from './refusal.ts'
import { notAnInvoice } from './result.ts'
import type { Step } from './steps.ts'

const SECOND_MS = 1000
const RETRY_SECONDS = 10
/** After these errors the other pages are not tried any more. */
const ENDS_THE_DOCUMENT: readonly RecognitionError[] = ['TOTAL_TIMEOUT']

export interface RecognitionLimits {
  pageMs: number
  totalMs: number
}

export const DEFAULT_LIMITS: RecognitionLimits = {
  pageMs: PAGE_TIMEOUT_SECONDS * SECOND_MS,
  totalMs: TOTAL_TIMEOUT_SECONDS * SECOND_MS,
}

export interface SentFile {
  name: string
  bytes: Buffer
}

/** Both methods throw Refusal BUSY if no worker was free in time, and the reason of `signal` if it was aborted. */
export interface Recognition {
  invoice(file: SentFile, full: boolean, signal: AbortSignal): Promise<RecognitionAnswer>
  text(file: SentFile, signal: AbortSignal): Promise<RecognizedText>
}

export interface RecognitionOptions {
  pool: Pool
  workers: number
  limits?: RecognitionLimits
  tracing?: Tracing
}

interface PageResult<T> {
  address: PageAddress
  value: T
}

interface DocumentResults<T> {
  results: PageResult<T>[]
  /** Why results are missing; null if every page has one. */
  error: RecognitionError | null
}

interface PageWork<T> {
  recognize(address: PageAddress): Promise<T>
  /** The result of a page that failed; `partial` is what was known before. */
  failed(error: RecognitionError, partial: RecognizedInvoice | null): T
}

/** Spans of the work of workers; the time until a worker is free is a part of them. */
const SPANS: Record<Work['kind'], string> = {
  list: 'pages of the file',
  invoice: 'page',
  text: 'text of a page',
}

let lastKey = 0

/** One request: a document, and the workers of the pool that read its pages until the deadline. */
class RecognitionRequest {
  readonly #options: Required<RecognitionOptions>
  readonly #document: HeldDocument
  readonly #deadline: number
  readonly #signal: AbortSignal

  constructor(options: Required<RecognitionOptions>, { name, bytes }: SentFile, signal: AbortSignal) {
    lastKey += 1
    this.#options = options
    this.#document = { key: lastKey, name, bytes }
    this.#deadline = performance.now() + options.limits.totalMs
    this.#signal = signal
  }

  run<T extends Outcome>(work: Work): Promise<T> {
    const { pool, limits, tracing } = this.#options
    const attributes: Attributes = work.kind === 'list' ? {} : { 'consilium.page': work.page.page }
    return tracing.inSpan(SPANS[work.kind], { attributes }, async () => {
      let steps: readonly Step[] = []
      try {
        return await pool.run<T>(this.#document, work, {
          limitMs: limits.pageMs,
          deadline: this.#deadline,
          signal: this.#signal,
          onSteps: (taken) => {
            steps = taken
          },
        })
      } finally {
        tracing.add(steps)
      }
    })
  }

  async listPages(): Promise<Contents> {
    try {
      return await this.run<Contents>({ kind: 'list' })
    } catch (error) {
      if (!(error instanceof TaskFailed)) throw error
      // No worker has tried the file, so the sender should try again instead of giving it up as too slow.
      if (!error.begun) throw new Refusal('BUSY', RETRY_SECONDS)
      const page = { file: this.#document.name, page: 1, member: null, error: error.code }
      return { several: false, pages: [page], error: null }
    }
  }

  /** Works on as many pages at once as there are workers, so that the documents of other requests get their turn. */
  async eachPage<T>(contents: Contents, work: PageWork<T>): Promise<DocumentResults<T>> {
    let { error } = contents
    let begun = 0
    const results: (PageResult<T> | undefined)[] = contents.pages.map(() => undefined)
    const pages = contents.pages.entries()
    const next = async () => {
      for (const [index, { error: refused, ...address }] of pages) {
        if (error !== null && ENDS_THE_DOCUMENT.includes(error)) return
        this.#signal.throwIfAborted()
        try {
          const value = refused === null ? await work.recognize(address) : work.failed(refused, null)
          results[index] = { address, value }
          if (refused === null) begun += 1
        } catch (reason) {
          if (!(reason instanceof TaskFailed)) throw reason
          if (ENDS_THE_DOCUMENT.includes(reason.code)) error = reason.code
          if (!reason.begun) continue
          results[index] = { address, value: work.failed(reason.code, reason.partial) }
          begun += 1
        }
      }
    }
    await Promise.all(Array.from({ length: this.#options.workers }, next))
    // No worker has tried any page, so the sender should try again instead of giving the file up as too slow.
    if (begun === 0 && error === 'TOTAL_TIMEOUT') throw new Refusal('BUSY', RETRY_SECONDS)
    return { results: results.filter((result) => result !== undefined), error }
  }
}

async function recognizeInvoice(request: RecognitionRequest, full: boolean): Promise<RecognitionAnswer> {
  const contents = await request.listPages()
  const { results, error } = await request.eachPage<RecognizedInvoice>(contents, {
    recognize: (page) => request.run<RecognizedInvoice>({ kind: 'invoice', page, full }),
    failed: (code, partial) => (partial ? { ...partial, error_code: code } : notAnInvoice(code)),
  })
  if (!contents.several) return results[0]?.value ?? notAnInvoice(error ?? 'TOTAL_TIMEOUT')
  const pages = results.map(({ address, value }) => ({
    file: address.file,
    page: address.page,
    pages: [],
    entry: address.member,
    ...value,
  }))
  return { error_code: error, results: joinPages(pages) }
}

async function recognizeText(request: RecognitionRequest): Promise<RecognizedText> {
  const contents = await request.listPages()
  const failures: RecognitionError[] = contents.pages.flatMap(({ error }) => error ?? [])
  const { results, error } = await request.eachPage<TextLine[]>(contents, {
    recognize: (page) => request.run<TextLine[]>({ kind: 'text', page }),
    failed: (code) => {
      failures.push(code)
      return []
    },
  })
  return {
    error_code: error ?? failures[0] ?? null,
    pages: results.map(({ address, value }) => ({ file: address.file, page: address.page, lines: value })),
  }
}

export function createRecognition(options: RecognitionOptions): Recognition {
  const complete = { limits: DEFAULT_LIMITS, tracing: NO_TRACING, ...options }
  return {
    invoice: (file, full, signal) => recognizeInvoice(new RecognitionRequest(complete, file, signal), full),
    text: (file, signal) => recognizeText(new RecognitionRequest(complete, file, signal)),
  }
}
