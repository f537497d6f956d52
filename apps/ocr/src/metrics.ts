import type { RecognitionAnswer } from '@consilium/contract/recognition/recognition.ts'
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

export interface MetricSources {
  pool: () => PoolState
  /** Requests that were admitted and are not yet answered. */
  inside: () => number
}

function addGauges(registers: Registry[], { pool, inside }: MetricSources): void {
  const add = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value())
      },
    })
  add('ocr_workers_ready', 'Worker processes with loaded models', () => pool().ready)
  add('ocr_workers_busy', 'Worker processes that work on a page', () => pool().busy)
  add('ocr_tasks_waiting', 'Pages that wait for a worker', () => pool().waiting)
  add('ocr_requests_inside', 'Requests being received, waiting or worked on', inside)
}

function createCounters(registers: Registry[]) {
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers })
  return {
    pages: counter('ocr_pages_total', 'Pages by their result: invoice, or the error code', 'result'),
    texts: counter('ocr_text_recognitions_total', 'How often the pixels of a page were read as text'),
    replaced: counter(
      'ocr_workers_replaced_total',
      'Replaced worker processes by reason: timeout, exit, recycled',
      'reason',
    ),
  }
}

/** Metrics of the service in the Prometheus format. */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  addGauges(registers, sources)
  const { pages, texts, replaced } = createCounters(registers)
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['route', 'status'] as const,
    registers,
  })
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
