/** Values of an attribute. Names, phones, numbers of people and anything that users typed do not belong here. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** Headers or fields by which a trace goes on in another process (W3C Trace Context). */
export type Carrier = Readonly<Record<string, string>>

export interface SpanOptions {
  /** Its place between processes: `server` answers a request, `consumer` works on a job, `client` waits for another process. */
  kind?: 'internal' | 'server' | 'client' | 'consumer'
  attributes?: Attributes
  /** Of whoever asked for the work. Without it the span is a part of the current one, or begins a trace. */
  from?: Carrier | undefined
}

/** A piece of work whose time is told. */
export interface Span {
  /** Null while nothing is traced. */
  readonly traceId: string | null
  set(attributes: Attributes): void
  /** Says that the work failed: a name or a code, no message, which may quote what somebody typed. */
  fail(type: string): void
}

/** A span whose work is no single function, such as a request that passes through hooks. */
export interface OpenSpan extends Span {
  /** Runs a function in the span, with everything that it begins. */
  run<T>(work: () => T): T
  end(): void
}

/** Work that was done elsewhere, in milliseconds since the epoch. */
export interface PastSpan {
  name: string
  from: number
  to: number
  attributes?: Attributes
}

/** Tells a collector what took how long. All methods are cheap and without effect while tracing is off. */
export interface Tracing {
  readonly isOn: boolean
  /** Whether something that is traced is being done. */
  isWithin(): boolean
  begin(name: string, options?: SpanOptions): OpenSpan
  /** Runs work in a span, which fails if the work throws. */
  inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>
  /** Adds parts to the current span. */
  add(spans: readonly PastSpan[]): void
  /** What a called process needs to go on with the trace; empty outside of a span. */
  carrier(): Carrier
  /** Sends what is left, within a limit of time. */
  close(): Promise<void>
}

export interface TracingSettings {
  /** The base address of a collector, as OTEL_EXPORTER_OTLP_ENDPOINT has it. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  /** The share of traces that are told, from 0 to 1. */
  share: number
}

const NO_SPAN: OpenSpan = {
  traceId: null,
  set() {},
  fail() {},
  run: (work) => work(),
  end() {},
}

/** Traces nothing and loads nothing. */
export const NO_TRACING: Tracing = {
  isOn: false,
  isWithin: () => false,
  begin: () => NO_SPAN,
  inSpan: (_name, _options, work) => work(NO_SPAN),
  add() {},
  carrier: () => ({}),
  close: async () => {},
}

export interface TracingOptions {
  /** Null: nothing is traced. */
  settings: TracingSettings | null
  service: { name: string; version: string }
  /** Told when spans cannot be sent. */
  warn: (message: string) => void
  /** Spans that wait to be sent; further ones are dropped. */
  queueMax?: number
}
