/** @jsxImportSource preact */
import type { ErrorAnswer } from '@consilium/contract/envelope.ts'
import { render as toHtml } from 'preact-render-to-string'
import { Document } from './document.tsx'
import { screenPage, signInPage } from './door/door-pages.tsx'
import { failurePage } from './failure-page.tsx'
import { INTENT_KINDS } from './intent-kinds.ts'
import { link, projectPath } from './links.ts'
import { privacyPage } from './privacy-page.tsx'
import { intentPage, projectPage } from './project-page.tsx'
import { projectsPage } from './projects-page.tsx'
import '@consilium/web-kit/moments.ts'
import { plainCode, verifyFilePage, verifyForm, verifyPage } from './verify-page.tsx'
import { openVisit, type Host, type Outcome, type Visit } from './visit.ts'

const SEE_OTHER = 303
const NOT_FOUND = 404

type Handler = (visit: Visit, part: string, kind: string) => Outcome | Promise<Outcome>

const kindOf = (kind: string) => INTENT_KINDS.find((known) => known === kind)!

/** Routes of the pages; groups in parentheses are passed to the handler. */
const ROUTES: readonly [method: string, path: RegExp, handler: Handler][] = [
  ['GET', /^\/publicity\/?$/, projectsPage],
  ['GET', /^\/publicity\/projects\/([1-9]\d{0,15})$/, (visit, id) => projectPage(visit, Number(id))],
  [
    'POST',
    /^\/publicity\/projects\/([1-9]\d{0,15})\/(execution|support)$/,
    (visit, id, kind) => intentPage(visit, Number(id), kindOf(kind)),
  ],
  // The address of a rejected form; a reload leads to its page.
  [
    'GET',
    /^\/publicity\/projects\/([1-9]\d{0,15})\/(?:execution|support)$/,
    ({ choice }, id) => ({ location: link(projectPath(Number(id)), choice) }),
  ],
  ['GET', /^\/a\/([A-Za-z2-7]{10})$/, signInPage],
  ['GET', /^\/screen\/([\w-]{43})$/, screenPage],
  ['GET', /^\/privacy\/?$/, privacyPage],
  ['GET', /^\/verify\/?$/, verifyForm],
  ['GET', /^\/verify\/([^/]+)$/, (visit, code) => verifyPage(visit, plainCode(decodeURIComponent(code)))],
  [
    'POST',
    /^\/verify\/([^/]+)$/,
    (visit, code) => verifyFilePage(visit, plainCode(decodeURIComponent(code))),
  ],
]

export const methods = ['GET', 'POST'] as const

/** Addresses that the service leaves to these pages, in the form of its router. */
export const paths = [
  '/publicity',
  '/publicity/',
  '/publicity/projects/*',
  '/verify',
  '/verify/*',
  '/privacy',
  '/a/*',
  '/screen/*',
]

function find({ method, url }: Request): ((visit: Visit) => Outcome | Promise<Outcome>) | undefined {
  const { pathname } = new URL(url)
  const asked = method === 'HEAD' ? 'GET' : method
  for (const [known, path, handler] of ROUTES) {
    const match = known === asked ? path.exec(pathname) : null
    if (match) return (visit) => handler(visit, match[1] ?? '', match[2] ?? '')
  }
  return undefined
}

function respond(visit: Visit, outcome: Outcome, host: Host): Response {
  if ('location' in outcome)
    return new Response(null, { status: SEE_OTHER, headers: { location: outcome.location } })
  const html = toHtml(<Document view={visit} page={outcome} host={host} />)
  return new Response(`<!doctype html>${html}`, {
    status: outcome.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': visit.language,
      vary: 'accept-language',
      ...(outcome.allows ? { 'permissions-policy': 'geolocation=(self)' } : {}),
    },
  })
}

/** Answers a request for a public page; all data come from the API. */
export async function render(request: Request, host: Host): Promise<Response> {
  const visit = openVisit(request, host)
  const handler = find(request)
  if (handler) return respond(visit, await handler(visit), host)
  const { pathname } = new URL(request.url)
  return respond(visit, failurePage(visit, { status: NOT_FOUND, refusal: null, path: pathname }), host)
}

/** Returns the page for a request that failed before or in `render`. */
export function renderFailure(
  request: Request,
  host: Host,
  { status, refusal }: { status: number; refusal: ErrorAnswer },
): Response {
  const visit = openVisit(request, host)
  const path = new URL(request.url).pathname
  return respond(visit, failurePage(visit, { status, refusal, path }), host)
}
