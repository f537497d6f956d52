import type { RecognitionAnswer } from '@consilium/contract/recognition.ts'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { PoolObserver, PoolState } from './pool/pool.ts'

const MILLISECONDS = 1000

export interface Metrics {
  readonly contentType: string
  text(): Promise<string>
  answered(route: string, status: number, ms: number): void
  recognized(answer: RecognitionAnswer): void
  workers: Pick<PoolObserver, 'textRecognitions' | 'workerReplaced'>
}

/** Numbers of the service in the format of Prometheus. */
export function createMetrics(sources: { pool: () => PoolState; inside: () => number }): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['route', 'status'] as const,
    registers,
  })
  const pages = new Counter({
    name: 'ocr_pages_total',
    help: 'Pages by what came of them: invoice, or the error code',
    labelNames: ['result'] as const,
    registers,
  })
  const texts = new Counter({
    name: 'ocr_text_recognitions_total',
    help: 'How often the pixels of a page were read as text',
    registers,
  })
  const replaced = new Counter({
    name: 'ocr_workers_replaced_total',
    help: 'Worker processes replaced, by reason: timeout, exit, recycled',
    labelNames: ['reason'] as const,
    registers,
  })
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value())
      },
    })
  gauge('ocr_workers_ready', 'Worker processes whose models are loaded', () => sources.pool().ready)
  gauge('ocr_workers_busy', 'Worker processes at work', () => sources.pool().busy)
  gauge('ocr_tasks_waiting', 'Pages that wait for a worker', () => sources.pool().waiting)
  gauge('ocr_requests_inside', 'Requests being sent, waiting or worked on', sources.inside)

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    answered: (route, status, ms) => requests.observe({ route, status }, ms / MILLISECONDS),
    recognized(answer) {
      const results = 'results' in answer ? answer.results : [answer]
      for (const { error_code } of results) pages.inc({ result: error_code ?? 'invoice' })
    },
    workers: {
      textRecognitions: (count) => texts.inc(count),
      workerReplaced: (reason) => replaced.inc({ reason }),
    },
  }
}
