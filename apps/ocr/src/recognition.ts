import {
  PAGE_TIMEOUT_SECONDS,
  TOTAL_TIMEOUT_SECONDS,
  type RecognitionAnswer,
  type RecognitionError,
  type RecognizedInvoice,
  type RecognizedPage,
  type RecognizedText,
  type TextLine,
} from '@consilium/contract/recognition.ts'
import type { Contents, PageAddress } from './document.ts'
import type { Outcome, Work } from './pool/messages.ts'
import { TaskFailed, type HeldDocument, type Pool } from './pool/pool.ts'
import { Refusal } from './refusal.ts'
import { notAnInvoice } from './result.ts'

const SECOND_MS = 1000
const RETRY_SECONDS = 10
/** Work that cannot be told for a page alone: the rest of the document would only wait for it in vain. */
const ENDS_THE_WHOLE: readonly RecognitionError[] = ['TOTAL_TIMEOUT']

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

export interface Recognition {
  /** Throws Refusal BUSY where no worker got to it in time, and what `signal` was aborted with. */
  invoice(file: SentFile, full: boolean, signal: AbortSignal): Promise<RecognitionAnswer>
  text(file: SentFile, signal: AbortSignal): Promise<RecognizedText>
}

interface Attempt {
  document: HeldDocument
  deadline: number
  signal: AbortSignal
}

interface PageResult<T> {
  address: PageAddress
  value: T
}

export function createRecognition(options: {
  pool: Pool
  workers: number
  limits?: RecognitionLimits
}): Recognition {
  const { pool, workers, limits = DEFAULT_LIMITS } = options
  let lastKey = 0

  const attempt = (file: SentFile, signal: AbortSignal): Attempt => {
    lastKey += 1
    const document = { key: lastKey, name: file.name, bytes: file.bytes }
    return { document, deadline: performance.now() + limits.totalMs, signal }
  }

  const run = <T extends Outcome>({ document, deadline, signal }: Attempt, work: Work): Promise<T> =>
    pool.run<T>(document, work, { limitMs: limits.pageMs, deadline, signal })

  async function look(on: Attempt): Promise<Contents> {
    try {
      return await run<Contents>(on, { kind: 'look' })
    } catch (error) {
      if (!(error instanceof TaskFailed)) throw error
      // Nothing has been tried: the sender should come again, and not take the file for one that takes too long.
      if (!error.begun) throw new Refusal('BUSY', RETRY_SECONDS)
      const page = { file: on.document.name, page: 1, member: null, error: error.code }
      return { several: false, pages: [page], error: null }
    }
  }

  /** Every page of the document, as many at once as there are workers, so that documents take turns. */
  async function eachPage<T>(
    on: Attempt,
    contents: Contents,
    recognize: (address: PageAddress) => Promise<T>,
    failed: (error: RecognitionError, partial: RecognizedInvoice | null) => T,
  ): Promise<{ results: PageResult<T>[]; error: RecognitionError | null }> {
    let { error } = contents
    const results: (PageResult<T> | undefined)[] = contents.pages.map(() => undefined)
    const pages = contents.pages.entries()
    const work = async () => {
      for (const [index, { error: refused, ...address }] of pages) {
        if (error !== null && ENDS_THE_WHOLE.includes(error)) return
        on.signal.throwIfAborted()
        try {
          const value = refused === null ? await recognize(address) : failed(refused, null)
          results[index] = { address, value }
        } catch (reason) {
          if (!(reason instanceof TaskFailed)) throw reason
          if (ENDS_THE_WHOLE.includes(reason.code)) error = reason.code
          if (reason.begun) results[index] = { address, value: failed(reason.code, reason.partial) }
        }
      }
    }
    await Promise.all(Array.from({ length: workers }, work))
    return { results: results.filter((result) => result !== undefined), error }
  }

  return {
    async invoice(file, full, signal) {
      const on = attempt(file, signal)
      const contents = await look(on)
      const { results, error } = await eachPage<RecognizedInvoice>(
        on,
        contents,
        (page) => run<RecognizedInvoice>(on, { kind: 'invoice', page, full }),
        (code, partial) => (partial ? { ...partial, error_code: code } : notAnInvoice(code)),
      )
      const [only] = results
      if (!contents.several) return only?.value ?? notAnInvoice(error ?? 'TOTAL_TIMEOUT')
      const pages: RecognizedPage[] = results.map(({ address, value }) => ({
        file: address.file,
        page: address.page,
        entry: address.member,
        ...value,
      }))
      return { error_code: error, results: pages }
    },

    async text(file, signal) {
      const on = attempt(file, signal)
      const contents = await look(on)
      const failures: RecognitionError[] = contents.pages.flatMap(({ error }) => error ?? [])
      const { results, error } = await eachPage<TextLine[]>(
        on,
        contents,
        (page) => run<TextLine[]>(on, { kind: 'text', page }),
        (code) => {
          failures.push(code)
          return []
        },
      )
      const pages = results.map(({ address, value }) => ({
        file: address.file,
        page: address.page,
        lines: value,
      }))
      return { error_code: error ?? failures[0] ?? null, pages }
    },
  }
}
