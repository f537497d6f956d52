import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Carrier, OpenSpan, Tracing } from './tracing.ts'

/** Probes of a load balancer and of monitoring would be most of the traces. */
const NOT_TRACED = /^\/(?:health|metrics)(?:\/|$)/
const SERVER_ERROR = 500

export interface RequestTracing {
  /** Whether the caller's trace is continued: only where every caller is known. */
  goesOn: boolean
  /** The name of the error with which the service failed to answer. */
  failureOf?: (request: FastifyRequest) => string | null
}

const carrierOf = ({ headers: { traceparent } }: FastifyRequest): Carrier | undefined =>
  typeof traceparent === 'string' ? { traceparent } : undefined

/**
 * Has each request traced from its arrival to the end of its answer, by method, route, status and request id. Neither the
 * address, which may contain names and signatures, nor the client's address is told.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing, options: RequestTracing): void {
  if (!tracing.isOn) return
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url
    if (route !== undefined && NOT_TRACED.test(route)) return done()
    const attributes = {
      'http.request.method': request.method,
      'http.route': route ?? 'none',
      'consilium.request_id': request.id,
    }
    const from = options.goesOn ? carrierOf(request) : undefined
    const span = tracing.begin(`${request.method} ${route ?? 'none'}`, { kind: 'server', attributes, from })
    spans.set(request, span)
    if (span.traceId !== null) request.log = request.log.child({ traceId: span.traceId })
    span.run(done)
  })
  // The body arrives in events of the connection, which belong to no request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
  app.addHook('onResponse', async (request, reply) => endOf(spans.get(request), request, reply, options))
  app.addHook('onRequestAbort', async (request) => {
    const span = spans.get(request)
    span?.fail('aborted')
    span?.end()
  })
}

function endOf(
  span: OpenSpan | undefined,
  request: FastifyRequest,
  { statusCode }: FastifyReply,
  { failureOf }: RequestTracing,
): void {
  if (!span) return
  span.set({ 'http.response.status_code': statusCode })
  if (statusCode >= SERVER_ERROR) span.fail(failureOf?.(request) ?? String(statusCode))
  span.end()
}
