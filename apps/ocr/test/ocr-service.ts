import { setTimeout as delay } from 'node:timers/promises'
import {
  RECOGNITION_PATHS,
  type RecognitionAnswer,
  type RecognizedText,
} from '@consilium/contract/recognition/recognition.ts'
import { pino } from 'pino'
import { startApp, type AppOptions } from '../src/app.ts'
import { loadConfig } from '../src/config.ts'
import { wholeForm } from '@consilium/tracing/test/whole-form.ts'

const READY_MS = 100_000
const POLL_MS = 50

export interface Answer<T> {
  status: number
  body: T
  headers: Headers
}

export interface OcrService {
  url: string
  send(
    file: Buffer,
    query?: string,
    options?: { signal?: AbortSignal; name?: string; key?: string },
  ): Promise<Answer<RecognitionAnswer>>
  readText(file: Buffer): Promise<Answer<RecognizedText>>
  sendPath(path: unknown): Promise<Answer<RecognitionAnswer & { error_code: string | null }>>
  /** The value of a metric; the name includes the labels. */
  metric(name: string): Promise<number>
  untilReady(workers?: number): Promise<void>
  close(): Promise<void>
}

const answerOf = async <T>(response: Response): Promise<Answer<T>> => ({
  status: response.status,
  body: (await response.json()) as T,
  headers: response.headers,
})

function formOf(file: Buffer, name = 'invoice.png'): FormData {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(file)]), name)
  return form
}

/** Starts the service on a free port. The options may replace the worker, the limits and settings. */
export async function startOcr(
  options: { env?: Record<string, string> } & Pick<
    AppOptions,
    'workerFile' | 'limits' | 'workerMemoryMaxBytes'
  > = {},
): Promise<OcrService> {
  const { env, ...rest } = options
  const config = loadConfig({ OCR_PORT: '0', OCR_WORKERS: '1', ...env })
  const app = await startApp({ config, log: pino({ level: 'silent' }), ...rest })
  const { url } = app
  const post = async (path: string, init: RequestInit) =>
    fetch(url + path, await wholeForm({ method: 'POST', ...init }))
  return {
    url,
    close: () => app.close(),
    async send(file, query = '', { signal, name, key } = {}) {
      const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
      const body = formOf(file, name)
      return answerOf(
        await post(RECOGNITION_PATHS.invoice + query, { body, headers, ...(signal ? { signal } : {}) }),
      )
    },
    async readText(file) {
      return answerOf(await post(RECOGNITION_PATHS.text, { body: formOf(file) }))
    },
    async sendPath(path) {
      const body = JSON.stringify({ path })
      return answerOf(
        await post(RECOGNITION_PATHS.byPath, { body, headers: { 'content-type': 'application/json' } }),
      )
    },
    async metric(name) {
      const text = await (await fetch(`${url}/metrics`)).text()
      const line = text.split('\n').find((one) => one.startsWith(`${name} `))
      return line === undefined ? 0 : Number(line.slice(name.length + 1))
    },
    async untilReady(workers = 1) {
      const deadline = performance.now() + READY_MS
      for (;;) {
        const { ready } = (await (await fetch(`${url}/health/ready`)).json()) as { ready: number }
        if (ready >= workers) return
        if (performance.now() > deadline) throw new Error('the workers do not become ready')
        await delay(POLL_MS)
      }
    },
  }
}
