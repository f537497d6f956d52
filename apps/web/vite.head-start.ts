import { createHash } from 'node:crypto'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { profileRoutes } from '@consilium/contract/profile.ts'
import { SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/session.ts'
import type { Plugin, Rolldown } from 'vite'

const HASH_LENGTH = 8

/** Pages of experts on a phone, whose few files are small beside the app. Those of a list would compete with it. */
const EARLY: readonly { path: RegExp; source: string }[] = [
  { path: /^\/$/, source: '/src/features/home/home-page.tsx' },
  { path: /^\/my-agreements\/./, source: '/src/features/agreements/signing-page.tsx' },
]

/** The file of a page and those that it imports, without the app itself. */
function filesOf(bundle: Rolldown.OutputBundle, source: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const page = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)))
  if (!page) throw new Error(`The build has no ${source}`)
  const found = new Set([page.fileName])
  for (const name of found)
    for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) found.add(next)
  const entries = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
  return [...found.difference(entries)]
}

/** A separate file, since inline scripts are not allowed. */
function scriptFor(bundle: Rolldown.OutputBundle): { name: string; source: string } {
  const pages = EARLY.map(({ path, source }) => `[${path}, ${JSON.stringify(filesOf(bundle, source))}]`)
  const source = `globalThis.sessionAnswer ??= fetch('${BASE_PATH}${profileRoutes.getInfo.path}', { headers: { '${SESSION_HEADER}': '${SESSION_IN_COOKIE}' } })
globalThis.sessionAnswer.catch(() => {})
for (const [path, files] of [${pages.join(', ')}])
  if (path.test(location.pathname))
    for (const file of files)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }))
`
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, HASH_LENGTH)
  return { name: `assets/session-${hash}.js`, source }
}

/**
 * Requests the session, and the code of an expert's page, while the app is loading. The script comes after the app, which
 * is the largest file and should use the connection that is already open.
 */
export const headStart = (): Plugin => ({
  name: 'head-start',
  apply: 'build',
  generateBundle(_options, bundle) {
    const { name, source } = scriptFor(bundle)
    this.emitFile({ type: 'asset', fileName: name, source })
  },
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => [
      { tag: 'script', attrs: { src: `/${scriptFor(bundle).name}`, async: true }, injectTo: 'head' },
    ],
  },
})
