import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startHtmlResponse, OF_ASSETS } from './page-headers.ts'

/** Stands in built pages where the nonce of an answer belongs; `html.cspNonce` of Vite's settings. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__'
const SHELL = 'index.html'
/** Pages are answered with headers of their own, and what runs on the server is not for browsers. */
const NOT_SERVED = /(?:\.html|\.br|\.gz)$|(?:^|\/)(?:\.|server\/|server\.js$|manifest\.json$)/
/** Names there hold a hash of the content. */
const HASHED = /(?:^|\/)assets\//
/** Never a page, however a browser asks: what is missing there is missing. */
const NO_PAGE = /^\/(?:api|health|metrics)(?:\/|$)|^\/(?:.*\/)?assets\//

/** The built web app. */
export interface Web {
  folder: string
  /** The page that every address of the app begins with. */
  shell: string
  /** Paths below the folder. */
  files: ReadonlySet<string>
}

/** Reads what was built into the folder; null where nothing was. */
export function openWeb(folder: string): Web | null {
  const shell = join(folder, SHELL)
  if (!existsSync(shell)) return null
  const files = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(resolve(folder).length + 1))
    .filter((path) => !NOT_SERVED.test(path))
  return { folder: resolve(folder), shell: readFileSync(shell, 'utf8'), files: new Set(files) }
}

const pathOf = (request: FastifyRequest): string => request.url.replace(/[?#].*/s, '')

const wantsPage = (path: string, { headers }: FastifyRequest) =>
  path === '/' || (!NO_PAGE.test(path) && (headers.accept ?? '').includes('text/html'))

/** Compressed by the build where that is worth it; the browser keeps what can never change. */
function sendAsset(reply: FastifyReply, path: string): FastifyReply {
  reply.header('content-security-policy', OF_ASSETS)
  return HASHED.test(path)
    ? reply.sendFile(path, { maxAge: '1y', immutable: true })
    : reply.sendFile(path, { maxAge: '1h' })
}

/**
 * Serves the files of the web app, and the app itself at every address that is neither a file nor the API's, so that
 * a link into the app works. Routes of their own come before. Without the web app, the root redirects to the API docs.
 */
export async function bindWeb(app: FastifyInstance, web: Web | null, docsPath: string): Promise<void> {
  if (!web) {
    app.get('/', (_request, reply) => reply.redirect(docsPath))
    return
  }
  await app.register(fastifyStatic, { root: web.folder, serve: false, preCompressed: true })
  app.get('/*', (request, reply) => {
    const path = pathOf(request)
    if (web.files.has(path.slice(1))) return sendAsset(reply, path.slice(1))
    if (!wantsPage(path, request)) return reply.callNotFound()
    const nonce = startHtmlResponse(reply)
    return reply.send(web.shell.replaceAll(NONCE_PLACEHOLDER, nonce))
  })
}
