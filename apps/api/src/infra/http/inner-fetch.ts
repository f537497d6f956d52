import type { FastifyInstance } from 'fastify'

/** Base of relative addresses; requests stay in this process. */
const ORIGIN = 'http://in.process'

/** Statuses whose answers have no body (Fetch standard, null body status). */
const WITHOUT_BODY: readonly number[] = [101, 204, 205, 304]

/**
 * Calls a route in this process with the same validation, limits and logging as for any client. `ip` is the address of
 * the visitor.
 */
export const innerFetch =
  (app: FastifyInstance, ip: string) =>
  async (address: string, init: RequestInit): Promise<Response> => {
    const request = new Request(new URL(address, ORIGIN), init)
    const { pathname, search } = new URL(request.url)
    const answer = await app.inject({
      method: request.method,
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      remoteAddress: ip,
      ...(request.body ? { payload: Buffer.from(await request.arrayBuffer()) } : {}),
    })
    const headers = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      [value ?? []].flat().map((one) => [name, String(one)]),
    )
    const body = WITHOUT_BODY.includes(answer.statusCode) ? null : new Uint8Array(answer.rawPayload)
    return new Response(body, { status: answer.statusCode, headers })
  }
