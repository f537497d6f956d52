// The web app with hot reload, and the API behind the same address: web.ts HOST PORT API_URL.
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { isOfExperts, isOutside } from '@consilium/web-kit/expert-paths.ts'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLogger, createServer, type Connect, type ProxyOptions, type ViteDevServer } from 'vite'
import { contentSecurityPolicy } from '../../apps/api/src/infra/http/pages/page-headers.ts'

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const WEB = join(ROOT, 'apps/office')
/** Paths that the API serves itself, including the public pages and the scripts of those of experts. */
const OF_THE_API = [BASE_PATH, '/health', '/publicity', '/verify', '/expert']
/** What pages of experts and those outside a session have and the office has not. */
const RENDERED = /<body data-(?:user|outside)/
const SEE_OTHER = 303
/** Placeholder of the nonce in pages: `html.cspNonce` of apps/office/vite.config.ts. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__'
const NONCE_BYTES = 16
const UNAVAILABLE = 503

/**
 * The policy of the product, but it allows inline scripts with the nonce, which React's refresh needs. It exists only
 * here, so that no setting can enable it in an installation.
 */
const policyOf = (nonce: string) =>
  contentSecurityPolicy(nonce).replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`)

/** While the API restarts, clients are asked to retry, as they are when the database is lost. */
const proxyTo = (target: string): ProxyOptions => ({
  target,
  configure: (proxy) =>
    proxy.on('error', (_error, _request, response) => {
      if (!('writeHead' in response) || response.headersSent) return
      response.writeHead(UNAVAILABLE, { 'retry-after': '1', 'content-type': 'text/plain; charset=utf-8' })
      response.end('The API is restarting.\n')
    }),
})

/** Vite's logger without the stack traces of calls during a restart of the API. */
function logger() {
  const vite = createLogger('warn')
  return {
    ...vite,
    error: (...[message, options]: Parameters<typeof vite.error>) => {
      if (!message.includes('http proxy error')) vite.error(message, options)
    },
  }
}

const wantsPage = ({ method, headers }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')

/** Serves the app at every address that belongs neither to a file nor to the API. */
function servePages(server: ViteDevServer): Connect.NextHandleFunction {
  const send = async (url: string, response: ServerResponse) => {
    const nonce = randomBytes(NONCE_BYTES).toString('base64')
    const page = await server.transformIndexHtml(url, readFileSync(join(WEB, 'index.html'), 'utf8'))
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('cache-control', 'no-store')
    response.setHeader('content-security-policy', policyOf(nonce))
    response.end(page.replaceAll(NONCE_PLACEHOLDER, nonce))
  }
  return (request, response, next) => {
    const url = request.originalUrl ?? '/'
    if (!wantsPage(request)) return next()
    const answer = async () => {
      if (!(await sendRendered(url, request, response))) await send(url, response)
    }
    answer().catch(next)
  }
}

/** Sends the page that the API renders at this address for this visitor; returns whether there is one. */
async function sendRendered(
  url: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const { pathname } = new URL(url, api)
  if (!isOfExperts(pathname) && !isOutside(pathname)) return false
  const { cookie = '', 'accept-language': language = '' } = request.headers
  const headers = { accept: 'text/html', cookie, 'accept-language': language }
  const page = await fetch(new URL(url, api), { headers, redirect: 'manual' }).catch(() => null)
  const html = (await page?.text()) ?? ''
  if (!page || (page.status !== SEE_OTHER && !RENDERED.test(html))) return false
  response.statusCode = page.status
  for (const name of ['content-type', 'content-security-policy', 'cache-control', 'location']) {
    const value = page.headers.get(name)
    if (value !== null) response.setHeader(name, value)
  }
  response.end(html)
  return true
}

const [host = '127.0.0.1', port = '3000', api = ''] = process.argv.slice(2)
const server = await createServer({
  configFile: join(WEB, 'vite.config.ts'),
  appType: 'custom',
  cacheDir: join(ROOT, 'node_modules/.cache/vite'),
  clearScreen: false,
  customLogger: logger(),
  server: {
    host,
    port: Number(port),
    strictPort: true,
    proxy: Object.fromEntries(OF_THE_API.map((path) => [path, proxyTo(api)])),
  },
})
server.middlewares.use(servePages(server))
await server.listen()
const stop = () => void server.close().finally(() => process.exit())
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
