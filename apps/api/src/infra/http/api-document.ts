import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { OpenAPIV3 } from 'openapi-types'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Refusal } from '../refusal.ts'

const HASH_CHARACTERS = 22
const NO_DOCUMENT: OpenAPIV3.Document = { openapi: '3.0.3', info: { title: '', version: '' }, paths: {} }
/** Quality 5 compresses to a fifth in a few milliseconds; the best quality takes a second and gains little. */
const BROTLI_QUALITY = 5

const compress = {
  br: (text: Buffer) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (text: Buffer) => promisify(gzip)(text),
  identity: async (text: Buffer) => text,
}
type Encoding = keyof typeof compress

/** Chooses the best encoding that the client accepts; `q=0` is not supported, since no client sends it. */
function encodingFor(accepted = ''): Encoding {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

/** Serves a constant document, which is made, serialized and compressed once at its first request. */
function fixedDocument(makeDocument: () => Promise<object>) {
  let made: Promise<{ plain: Buffer; tag: string }> | undefined
  const bodies = new Map<Encoding, Promise<Buffer>>()
  const make = async () => {
    const plain = Buffer.from(JSON.stringify(await makeDocument()))
    const tag = createHash('sha256').update(plain).digest('base64url').slice(0, HASH_CHARACTERS)
    return { plain, tag }
  }
  return async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    made ??= make()
    const { plain, tag } = await made
    const encoding = encodingFor(headers['accept-encoding'])
    const etag = `"${tag}-${encoding}"`
    reply.header('etag', etag).header('vary', 'accept-encoding').header('cache-control', 'no-cache')
    if (headers['if-none-match'] === etag) return reply.code(304).send()
    const body = bodies.get(encoding) ?? compress[encoding](plain)
    bodies.set(encoding, body)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type('application/json; charset=utf-8').send(await body)
  }
}

/** Serves the API document at `<base>/openapi.json` and the API docs at `<base>/docs` under one rate limit. */
export async function serveDocument(
  app: FastifyInstance,
  makeDocument: () => Promise<object>,
  { basePath, limit }: { basePath: string; limit: ((request: FastifyRequest) => Promise<void>)[] },
): Promise<void> {
  const send = fixedDocument(makeDocument)
  const reader = `${basePath}/docs`
  await app.register(async (scope) => {
    for (const check of limit) scope.addHook('onRequest', check)
    scope.get(`${basePath}/openapi.json`, send)
    // Only routes that are answered below would read the plugin's own document.
    await scope.register(swagger, { mode: 'static', specification: { document: NO_DOCUMENT } })
    await scope.register(swaggerUi, {
      routePrefix: reader,
      staticCSP: true,
      transformStaticCSP: (policy) => policy.replace("frame-ancestors 'self'", "frame-ancestors 'none'"),
      uiHooks: {
        // The routes of the plugin would serialize the document for every request.
        async onRequest(request, reply) {
          if (request.routeOptions.url === `${reader}/json`) return send(request, reply)
          if (request.routeOptions.url === `${reader}/yaml`) throw new Refusal('ROUTE_NOT_FOUND')
        },
      },
    })
  })
}
