import type { FastifyInstance } from 'fastify'
import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { Refusal } from '../refusal.ts'

const CHECKED_EVERY_MS = 50
/** Probes are answered to the end, as they tell the proxy that this node is going. */
const PROBES = /^\/health\//

/** How a server that was told to stop comes to an end without cutting a request. */
export interface Draining {
  isDraining(): boolean
  /** From now on new requests are refused with SERVICE_STOPPING, and connections end with their answers. */
  begin(): void
  /** Resolves with the number of requests that are still open when all are answered, or after the limit. */
  untilAnswered(limitMs: number): Promise<number>
}

/** Adds the hooks. They come before those that look at who calls, so that a refused request has no effect. */
export function addDraining(app: FastifyInstance): Draining {
  const open = new Set<ServerResponse>()
  let isDraining = false

  app.addHook('onRequest', (request, { raw }, done) => {
    if (isDraining && !PROBES.test(request.url)) return done(new Refusal('SERVICE_STOPPING'))
    open.add(raw)
    raw.once('close', () => open.delete(raw))
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining) reply.header('connection', 'close')
    done()
  })

  return {
    isDraining: () => isDraining,
    begin: () => void (isDraining = true),
    async untilAnswered(limitMs) {
      const deadline = performance.now() + limitMs
      while (open.size > 0 && performance.now() < deadline) await delay(CHECKED_EVERY_MS)
      return open.size
    },
  }
}
