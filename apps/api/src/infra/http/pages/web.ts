import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readOfficePaths } from './office-paths.ts'
import { startHtmlResponse, OF_ASSETS } from './page-headers.ts'
import type { PageAnswers } from './rendered-pages.ts'

/** Placeholder of the nonce in built pages; `html.cspNonce` in Vite's configuration. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__'
const SHELL = 'index.html'
/** Excluded files: pages, which have headers of their own, and code that runs on the server. */
const NOT_SERVED = /(?:\.html|\.br|\.gz)$|(?:^|\/)(?:\.|server\/|server\.js$|manifest\.json$)/
/** File names in this folder contain a hash of the content. */
const HASHED = /(?:^|\/)assets\//
/** Paths below which a missing file is 404, never the app. */
const NO_PAGE = /^\/(?:api|health|metrics)(?:\/|$)|^\/(?:.*\/)?assets\//

/** The built web app. */
export interface Web {
  folder: string
  /** The HTML page of the app. */
  shell: string
  /** Paths relative to the folder. */
  files: ReadonlySet<string>
  /** Whether the office has a page at this address. */
  isOffice: (pathname: string) => boolean
}

/** Reads the built web app; null if it was not built. */
export function openWeb(folder: string): Web | null {
  const shell = join(folder, SHELL)
  if (!existsSync(shell)) return null
  const files = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(resolve(folder).length + 1))
    .filter((path) => !NOT_SERVED.test(path))
  return {
    folder: resolve(folder),
    shell: readFileSync(shell, 'utf8'),
    files: new Set(files),
    isOffice: readOfficePaths(folder),
  }
}

const pathOf = (request: FastifyRequest): string => request.url.replace(/[?#].*/s, '')

const wantsPage = (path: string, { headers }: FastifyRequest) =>
  path === '/' || (!NO_PAGE.test(path) && (headers.accept ?? '').includes('text/html'))

/** Sends an asset, compressed by the build where it pays off; assets with a hash are cached for good. */
function sendAsset(reply: FastifyReply, path: string): FastifyReply {
  reply.header('content-security-policy', OF_ASSETS)
  return HASHED.test(path)
    ? reply.sendFile(path, { maxAge: '1y', immutable: true })
    : reply.sendFile(path, { maxAge: '1h' })
}

/** Sends the page of the office, which finds out by its address what to show. */
export function sendShell(reply: FastifyReply, { shell }: Web): FastifyReply {
  const nonce = startHtmlResponse(reply)
  return reply.send(shell.replaceAll(NONCE_PLACEHOLDER, nonce))
}

/**
 * Serves the files of the web app, and its HTML page at the addresses of the office, so that links into the app work. What is
 * no address of the office is answered by `others`, or by the office if there are none. Without the web app, the root
 * redirects to the API docs.
 */
export async function bindWeb(
  app: FastifyInstance,
  web: Web | null,
  { docsPath, others }: { docsPath: string; others: PageAnswers | null },
): Promise<void> {
  if (!web) {
    app.get('/', (_request, reply) => reply.redirect(docsPath))
    return
  }
  await app.register(fastifyStatic, { root: web.folder, serve: false, preCompressed: true })
  await app.register(async (pages) => {
    if (others) pages.setErrorHandler(others.fail)
    pages.get('/*', (request, reply) => {
      const path = pathOf(request)
      if (web.files.has(path.slice(1))) return sendAsset(reply, path.slice(1))
      if (!wantsPage(path, request)) return reply.callNotFound()
      return others === null || web.isOffice(path) ? sendShell(reply, web) : others.answer(request, reply)
    })
  })
}
