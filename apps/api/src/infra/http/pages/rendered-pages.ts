import type { ErrorAnswer } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import { VERIFIED_FILE_MAX_BYTES } from '@consilium/contract/files/files.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Clock } from '../../clock.ts'
import { errorAnswer } from '../error-answer.ts'
import { innerFetch } from '../inner-fetch.ts'
import { startHtmlResponse } from './page-headers.ts'
import { readPageForm } from './page-form.ts'

/** Bundles that the build of the web apps writes, in its folder. */
const BUNDLES = { public: 'publicity/server/render.js', expert: 'expert/server/render.js' } as const
const FORM_TYPE = 'application/x-www-form-urlencoded'
const FORM_MAX_BYTES = 64 * 1024
/** Higher brotli qualities cost more time than they save. */
const BROTLI_QUALITY = 5
const ORIGIN = 'http://in.process'

interface Host {
  fetch: (address: string, init: RequestInit) => Promise<Response>
  apiPath: string
  origin: string
  nonce: string
  language: Language
  /** The cookies of the visitor; none for pages without a session. */
  cookies: string | undefined
  /** `yyyy-MM-dd HH:mm:ss` in the zone of the service. */
  now: string
}

/** Pages that are a client of the API in this process. */
interface Renderer {
  /** Addresses, in the form of Fastify's router. */
  paths: readonly string[]
  methods: readonly ('GET' | 'POST')[]
  /** Null for a visitor for whom this address is a page of the office. */
  render(request: Request, host: Host): Promise<Response | null>
  renderFailure(request: Request, host: Host, failure: { status: number; refusal: ErrorAnswer }): Response
}

/** The renderer of some pages; null if they were not built. */
export async function loadPages(webDir: string, pages: keyof typeof BUNDLES): Promise<Renderer | null> {
  const bundle = join(webDir, BUNDLES[pages])
  return existsSync(bundle) ? ((await import(pathToFileURL(bundle).href)) as Renderer) : null
}

async function bodyOf(request: FastifyRequest): Promise<string | undefined> {
  if (request.isMultipart()) return (await readPageForm(request, VERIFIED_FILE_MAX_BYTES)).toString()
  return Buffer.isBuffer(request.body) ? request.body.toString() : undefined
}

async function webRequest(request: FastifyRequest): Promise<Request> {
  const body = await bodyOf(request)
  return new Request(ORIGIN + request.url, {
    method: request.method,
    ...(body === undefined ? {} : { headers: { 'content-type': FORM_TYPE }, body }),
  })
}

const compressors = {
  br: (html: string) =>
    promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: promisify(gzip) as (html: string) => Promise<Buffer>,
}

async function sendPage(reply: FastifyReply, page: Response): Promise<FastifyReply> {
  reply.code(page.status).headers(Object.fromEntries(page.headers))
  const location = page.headers.get('location')
  if (location !== null) return reply.removeHeader('content-type').send()
  reply.header('vary', 'accept-language, accept-encoding')
  const html = await page.text()
  const accepted = reply.request.headers['accept-encoding'] ?? ''
  const encoding = (['br', 'gzip'] as const).find((known) => new RegExp(`\\b${known}\\b`).test(accepted))
  if (!encoding) return reply.send(html)
  return reply.header('content-encoding', encoding).send(await compressors[encoding](html))
}

/** Calls the API for a visitor and copies Retry-After from the API response to the page. */
function callsFor(
  app: FastifyInstance,
  { withSession }: PageSettings,
  { request, reply }: Exchange,
): Host['fetch'] {
  const call = innerFetch(app, request.ip)
  const { cookie, 'user-agent': agent } = request.headers
  const own = withSession ? { ...(cookie && { cookie }), ...(agent && { 'user-agent': agent }) } : {}
  return async (address, init) => {
    const headers = { ...Object.fromEntries(new Headers(init.headers)), ...own }
    const answer = await call(address, { ...init, headers })
    const seconds = answer.headers.get('retry-after')
    if (seconds !== null) reply.header('retry-after', seconds)
    return answer
  }
}

function hostOf(app: FastifyInstance, settings: PageSettings, exchange: Exchange): Host {
  const { request, reply } = exchange
  const nonce = startHtmlResponse(reply)
  const origin = settings.publicUrl ?? `${request.protocol}://${request.host}`
  const { apiPath, withSession } = settings
  const cookies = withSession ? request.headers.cookie : undefined
  const { language } = request
  const now = settings.clock.wire()
  return { fetch: callsFor(app, settings, exchange), apiPath, origin, nonce, language, cookies, now }
}

interface PageSettings {
  apiPath: string
  publicUrl: string | null
  clock: Clock
  /** Whether the pages see what the session of the visitor may see. Those that do only read. */
  withSession: boolean
  /** Answers where the renderer leaves the address to the office. */
  otherwise: (reply: FastifyReply) => FastifyReply
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

const NO_CONTENT = 204

/** A form that is sent before its script is there is not read, and the browser stays on the page with what was typed. */
const ignoreForms = (pages: FastifyInstance, url: string) =>
  pages.post(url, {
    onRequest: (_request, reply) => {
      reply.code(NO_CONTENT).send()
    },
    handler: (_request, reply) => reply.send(),
  })

/** How a renderer answers requests for pages, and what it says of a request that failed. */
export interface PageAnswers {
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  fail: (error: Error, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

export const answersOf = (app: FastifyInstance, renderer: Renderer, settings: PageSettings): PageAnswers => ({
  answer: async (request, reply) => {
    const host = hostOf(app, settings, { request, reply })
    const page = await renderer.render(await webRequest(request), host)
    return page ? sendPage(reply, page) : settings.otherwise(reply)
  },
  fail: async (error, request, reply) => {
    const { status, body } = errorAnswer(error, { language: request.language, requestId: request.id })
    if (status >= 500) request.log.error(error)
    const host = hostOf(app, settings, { request, reply })
    // Without the body, which may have caused the error.
    const asked = new Request(ORIGIN + request.url)
    return sendPage(reply, renderer.renderFailure(asked, host, { status, refusal: body }))
  },
})

/** Serves pages that are a client of the API in this process. */
export async function bindPages(
  app: FastifyInstance,
  renderer: Renderer,
  settings: PageSettings,
): Promise<void> {
  const { answer, fail } = answersOf(app, renderer, settings)
  await app.register(async (pages) => {
    // The renderer parses forms itself; multipart forms are converted while they arrive.
    pages.removeContentTypeParser(['application/json', 'text/plain'])
    pages.addContentTypeParser(FORM_TYPE, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    pages.setErrorHandler(fail)
    for (const url of renderer.paths) {
      if (!renderer.methods.includes('POST')) ignoreForms(pages, url)
      pages.route({
        method: [...renderer.methods],
        url,
        bodyLimit: FORM_MAX_BYTES,
        handler: answer,
      })
    }
  })
}

/** Redirects the verification address on signed agreements to the API if the public pages were not built. */
export function bindVerifyRedirect(app: FastifyInstance, verifyPath: string): void {
  app.get('/verify/:code', (request, reply) => {
    const { code } = request.params as { code: string }
    return reply.redirect(verifyPath.replace('{code}', encodeURIComponent(code)))
  })
}
