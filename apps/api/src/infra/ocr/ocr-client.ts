import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  RECOGNITION_PATHS,
  RecognitionRefusalAnswer,
  RecognizedInvoice,
  RecognizedPage,
  RecognizedPages,
  RecognizedText,
  TOTAL_TIMEOUT_SECONDS,
  type RecognitionAnswer,
  type RecognitionError,
} from '@consilium/contract/recognition/recognition.ts'
import { NO_TRACING, type Tracing } from '@consilium/tracing/tracing.ts'
import { z } from 'zod'
import type { Log } from '../log.ts'

/** The service keeps its own time limit; an answer that takes longer means a broken connection. */
const ANSWER_MARGIN_SECONDS = 15
export const OCR_TIMEOUT_SECONDS = TOTAL_TIMEOUT_SECONDS + ANSWER_MARGIN_SECONDS

const SERVER_FAULT = 500
const BUSY = 503
const SECOND_MS = 1000
/** Whoever asks for a check waits for it. */
const CHECK_TIMEOUT_MS = 1400

/** Result of a request; only `answered` and `unreadable` say anything about the file. */
export type OcrOutcome =
  | { kind: 'answered'; answer: RecognitionAnswer }
  /** The service will never accept this file. */
  | { kind: 'unreadable'; errorCode: RecognitionError }
  | { kind: 'busy'; retryAfterSeconds: number }
  /** The service is running but refuses access: a wrong key, or another service at that address. */
  | { kind: 'refused' }
  | { kind: 'down' }

/** The text of a file, page by page; `down` says nothing about the file, and what `failed` may be read another time. */
export type TextOutcome =
  | { kind: 'read'; pages: string[] }
  | { kind: 'unreadable' }
  | { kind: 'failed' }
  | { kind: 'down' }

export interface OcrFile {
  bytes: Buffer
  name: string
  mediaType: string
}

export interface OcrClient {
  /** Throws only if the signal aborts. */
  recognize(file: OcrFile, signal: AbortSignal): Promise<OcrOutcome>
  /** The written or printed text of a file. Throws only if the signal aborts. */
  text(file: OcrFile, signal: AbortSignal): Promise<TextOutcome>
  /** Whether the service can take a file now; throws if it does not answer. */
  check(): Promise<'ok' | 'unavailable'>
}

const unreadable: Partial<Record<string, RecognitionError>> = {
  FILE_TOO_LARGE: 'FILE_TOO_LARGE',
  FILE_MISSING: 'FILE_EMPTY',
}

/** Results that are checked in one turn of the main thread: hundreds of invoices take it for too long. */
const CHECKED_AT_ONCE = 100
const Unchecked = RecognizedPages.extend({ results: z.array(z.unknown()) })

/** The answer to a file of one page or of several; null if it is none. */
async function answerOf(body: unknown): Promise<RecognitionAnswer | null> {
  const several = Unchecked.safeParse(body)
  if (!several.success) return RecognizedInvoice.safeParse(body).data ?? null
  const { results: unchecked, ...rest } = several.data
  const results: RecognizedPage[] = []
  for (let at = 0; at < unchecked.length; at += CHECKED_AT_ONCE) {
    const checked = z.array(RecognizedPage).safeParse(unchecked.slice(at, at + CHECKED_AT_ONCE))
    if (!checked.success) return null
    results.push(...checked.data)
    await nextTurn()
  }
  return { ...rest, results }
}

async function outcomeOf(response: Response): Promise<OcrOutcome> {
  const body: unknown = await response.json()
  if (response.ok) {
    const answer = await answerOf(body)
    return answer ? { kind: 'answered', answer } : { kind: 'refused' }
  }
  if (response.status === BUSY)
    return { kind: 'busy', retryAfterSeconds: Number(response.headers.get('retry-after')) || 0 }
  const refusal = RecognitionRefusalAnswer.safeParse(body)
  const errorCode = refusal.success ? unreadable[refusal.data.error_code] : undefined
  if (errorCode) return { kind: 'unreadable', errorCode }
  return { kind: response.status >= SERVER_FAULT ? 'down' : 'refused' }
}

/** Errors that may be gone when the same file is sent again. */
const PASSING: readonly RecognitionError[] = ['PAGE_TIMEOUT', 'TOTAL_TIMEOUT', 'WORKER_FAILED']

async function textOf(response: Response): Promise<TextOutcome> {
  const body: unknown = await response.json()
  const answer = RecognizedText.safeParse(body)
  if (!response.ok || !answer.success) return { kind: 'down' }
  const { error_code: error, pages } = answer.data
  const texts = pages.map(({ lines }) => lines.map(({ text }) => text).join('\n'))
  if (error === null || texts.some((text) => text !== '')) return { kind: 'read', pages: texts }
  return { kind: PASSING.includes(error) ? 'failed' : 'unreadable' }
}

/**
 * A file as a form, in one piece. `fetch` reads the parts of a form by itself while it sends them, and if the call is ended at that
 * moment, it goes on reading into a stream that is closed: a rejection that nobody can handle, which ends the process.
 */
async function formOf({ bytes, name, mediaType }: OcrFile): Promise<{ type: string; body: ArrayBuffer }> {
  const form = new FormData()
  form.append('file', new File([bytes], name, { type: mediaType }))
  const whole = new Response(form)
  return { type: whole.headers.get('content-type') ?? '', body: await whole.arrayBuffer() }
}

/** Client of the recognition service. Failures to answer are outcomes, not errors. */
export function createOcrClient(options: {
  url: string
  apiKey: string | null
  log: Log
  timeoutSeconds?: number
  tracing?: Tracing
}): OcrClient {
  const { url, apiKey, log, timeoutSeconds = OCR_TIMEOUT_SECONDS, tracing = NO_TRACING } = options
  const headers: Record<string, string> = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }

  async function send<Outcome>(
    path: string,
    file: OcrFile,
    { signal, read }: { signal: AbortSignal; read: (response: Response) => Promise<Outcome> },
  ): Promise<Outcome | { kind: 'down' }> {
    const { type, body } = await formOf(file)
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutSeconds * SECOND_MS)])
    try {
      const own = { ...headers, ...tracing.carrier(), 'content-type': type }
      const init: RequestInit = { method: 'POST', headers: own, body, signal: limit, redirect: 'error' }
      return await read(await fetch(url + path, init))
    } catch (error) {
      signal.throwIfAborted()
      log.warn({ err: error }, 'the recognition service does not answer')
      return { kind: 'down' }
    }
  }

  return {
    async check() {
      const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS)
      const response = await fetch(`${url}/health/ready`, { signal, redirect: 'error' })
      await response.body?.cancel()
      return response.ok ? 'ok' : 'unavailable'
    },
    recognize: (file, signal) =>
      tracing.inSpan('recognition', { kind: 'client' }, async (span) => {
        const outcome = await send(RECOGNITION_PATHS.invoice, file, { signal, read: outcomeOf })
        span.set({ 'consilium.outcome': outcome.kind, 'consilium.bytes': file.bytes.length })
        if (outcome.kind === 'down' || outcome.kind === 'refused') span.fail(outcome.kind)
        return outcome
      }),
    text: (file, signal) =>
      tracing.inSpan('text of a file', { kind: 'client' }, async (span) => {
        const outcome = await send(RECOGNITION_PATHS.text, file, { signal, read: textOf })
        span.set({ 'consilium.outcome': outcome.kind, 'consilium.bytes': file.bytes.length })
        if (outcome.kind === 'down') span.fail(outcome.kind)
        return outcome
      }),
  }
}
