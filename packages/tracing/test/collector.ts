import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const PATIENCE_MS = 30_000
const POLL_MS = 50

export interface ReceivedSpan {
  service: string
  traceId: string
  spanId: string
  /** Empty for the first span of a trace. */
  parentSpanId: string
  name: string
  kind: number
  attributes: Record<string, string | number>
  failed: boolean
}

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean }
}

interface Sent {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: SentSpan[] }[]
  }[]
}

interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes?: Attribute[]
  status?: { code?: number }
}

const FAILED = 2

const valuesOf = (attributes: readonly Attribute[] = []) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? Number(value.intValue ?? value.doubleValue),
    ]),
  )

const spansOf = ({ resourceSpans }: Sent): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId = '', name, kind, attributes, status }) => ({
        service: String(valuesOf(resource.attributes)['service.name']),
        traceId,
        spanId,
        parentSpanId,
        name,
        kind,
        attributes: valuesOf(attributes),
        failed: status?.code === FAILED,
      })),
    ),
  )

/** A collector that takes traces as OTLP over HTTP in JSON, refuses them, or takes a request and never answers. */
export async function startCollector() {
  const spans: ReceivedSpan[] = []
  let texts = ''
  let headers: NodeJS.Dict<string | string[]> = {}
  let behaviour: 'takes' | 'refuses' | 'hangs' = 'takes'
  let requests = 0
  const hanging = new Set<ServerResponse>()

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    requests += 1
    if (behaviour === 'hangs') return void hanging.add(response)
    if (behaviour === 'refuses') return void response.writeHead(400).end()
    if (request.url !== '/v1/traces' || request.method !== 'POST') return void response.writeHead(404).end()
    headers = request.headers
    texts += text
    spans.push(...spansOf(JSON.parse(text) as Sent))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  async function until<T>(what: string, found: () => T | undefined): Promise<T> {
    const deadline = performance.now() + PATIENCE_MS
    for (;;) {
      const value = found()
      if (value !== undefined) return value
      if (performance.now() > deadline) {
        const told = spans.map(({ service, name }) => `${service}: ${name}`).join('\n')
        throw new Error(`no ${what} was told; what was told:\n${told}`)
      }
      await delay(POLL_MS)
    }
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What it has taken so far. */
    spans: (): readonly ReceivedSpan[] => spans,
    /** The bodies that it has taken, as they came. */
    text: () => texts,
    headers: () => headers,
    requests: () => requests,
    become(next: typeof behaviour): void {
      behaviour = next
      for (const response of hanging) response.writeHead(400).end()
      hanging.clear()
    },
    /** Waits for a span that fits. */
    span: (what: string, fits: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> =>
      until(what, () => spans.find(fits)),
    /** Waits for a number of requests. */
    untilAsked: (count: number): Promise<true> =>
      until(`${count} requests`, () => requests >= count || undefined),
    async close(): Promise<void> {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
