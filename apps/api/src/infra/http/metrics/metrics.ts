import type { FastifyInstance } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client'

const MILLISECONDS = 1000
/** Few buckets, since each adds a series for every route. */
const BUCKETS_SECONDS = [0.025, 0.1, 0.25, 1, 5]
const HUNDRED = 100
const PATH = '/metrics'

/** Metrics of the process, and the duration of requests by route and status class. */
export interface Metrics {
  registry: Registry
}

export function createMetrics(app: FastifyInstance, registry: Registry): Metrics {
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const status = `${Math.floor(reply.statusCode / HUNDRED)}xx`
    duration.observe({ method, route: routeOptions.url ?? 'none', status }, reply.elapsedTime / MILLISECONDS)
    done()
  })
  return { registry }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const isAllowed = ({ headers }: IncomingMessage, token: string | null): boolean =>
  token === null || timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))

export interface MetricsServer {
  /** The full URL, with the path. */
  url: string
  close(): Promise<void>
}

/** Serves `/metrics` for Prometheus on a separate port, which is not public. */
export async function serveMetrics(
  { registry }: Metrics,
  { host, port, token }: { host: string; port: number; token: string | null },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.url !== PATH) return response.writeHead(404).end()
    if (!isAllowed(request, token)) return response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}${PATH}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
