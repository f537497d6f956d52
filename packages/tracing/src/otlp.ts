import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
} from '@opentelemetry/api'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { OpenSpan, Span, SpanOptions, Tracing, TracingOptions, TracingSettings } from './tracing.ts'

const TRACES_PATH = 'v1/traces'
const QUEUE_MAX = 2048
const BATCH_MAX = 512
const SENT_EVERY_MS = 1000
/** With its repetitions. The queue gives a batch up a little later, so that only one is on its way at a time. */
const SENDING_MS = 5000
const BATCH_MS = 6000
const CLOSING_MS = 3000
/** What is wrong with the collector is said so often. */
const WARNED_EVERY_MS = 60_000

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const

/** A name of an error: its code where it has one, such as that of PostgreSQL. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

const urlOf = ({ endpoint }: TracingSettings) =>
  endpoint.endsWith('/') ? endpoint + TRACES_PATH : `${endpoint}/${TRACES_PATH}`

function onceAWhile(warn: (message: string) => void): (message: string) => void {
  let last = Number.NEGATIVE_INFINITY
  return (message) => {
    if (performance.now() - last < WARNED_EVERY_MS) return
    last = performance.now()
    warn(message)
  }
}

function createProvider({ settings, service, queueMax = QUEUE_MAX }: Options): TracerProvider {
  const exporter = new OTLPTraceExporter({
    url: urlOf(settings),
    headers: { ...settings.headers },
    timeoutMillis: SENDING_MS,
  })
  const processor = new BatchSpanProcessor({
    exporter,
    maxQueueSize: queueMax,
    maxExportBatchSize: Math.min(BATCH_MAX, queueMax),
    scheduledDelayMillis: SENT_EVERY_MS,
    exportTimeoutMillis: BATCH_MS,
  })
  return new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service.name, 'service.version': service.version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.share) }),
    spanProcessors: [processor],
  })
}

class RunningSpan implements OpenSpan {
  readonly #span: OtelSpan
  readonly #run: <T>(work: () => T) => T

  constructor(span: OtelSpan, run: <T>(work: () => T) => T) {
    this.#span = span
    this.#run = run
  }

  get traceId(): string {
    return this.#span.spanContext().traceId
  }

  set(attributes: Parameters<Span['set']>[0]): void {
    this.#span.setAttributes(attributes)
  }

  fail(type: string): void {
    this.#span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR })
  }

  run<T>(work: () => T): T {
    return this.#run(work)
  }

  end(): void {
    this.#span.end()
  }
}

type Options = TracingOptions & { settings: TracingSettings }

/**
 * Tracing that is sent to a collector as OTLP over HTTP, in JSON. Nothing is registered globally: what belongs to a span is
 * kept in its own storage, so that several services of one process do not mix.
 */
export function createOtlpTracing(options: Options): Tracing {
  const { service, warn } = options
  const provider = createProvider(options)
  const tracer = provider.getTracer(service.name, service.version)
  const propagator = new W3CTraceContextPropagator()
  const current = new AsyncLocalStorage<Context>()
  const complain = onceAWhile(warn)
  // The message of a failed batch may contain what the collector answered, which is left out.
  setGlobalErrorHandler((error) =>
    complain(`traces cannot be sent to the collector: ${typeof error === 'string' ? error : typeOf(error)}`),
  )

  const parentOf = ({ from }: SpanOptions): Context =>
    from === undefined
      ? (current.getStore() ?? ROOT_CONTEXT)
      : propagator.extract(ROOT_CONTEXT, from, defaultTextMapGetter)

  function begin(name: string, given: SpanOptions = {}): RunningSpan {
    const { kind = 'internal', attributes = {} } = given
    const parent = parentOf(given)
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent)
    const own = trace.setSpan(parent, span)
    return new RunningSpan(span, (work) => current.run(own, work))
  }

  return {
    isOn: true,
    isWithin: () => current.getStore() !== undefined,
    begin,
    async inSpan(name, given, work) {
      const span = begin(name, given)
      try {
        return await span.run(() => work(span))
      } catch (error) {
        span.fail(typeOf(error))
        throw error
      } finally {
        span.end()
      }
    },
    add(spans) {
      const parent = current.getStore()
      if (!parent) return
      for (const { name, from, to, attributes = {} } of spans)
        tracer.startSpan(name, { startTime: from, attributes }, parent).end(to)
    },
    carrier() {
      const carrier: Record<string, string> = {}
      const context = current.getStore()
      if (context) propagator.inject(context, carrier, defaultTextMapSetter)
      return carrier
    },
    async close() {
      const closed = provider.shutdown().then(
        () => true,
        () => false,
      )
      const isSent = await Promise.race([closed, delay(CLOSING_MS, false, { ref: false })])
      if (!isSent) complain('the last traces cannot be sent to the collector')
    },
  }
}
