import { createHash } from 'node:crypto'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import { SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/login/session.ts'
import { signedAgreementRoutes } from '@consilium/contract/signing/signed-agreements.ts'
import type { Plugin, Rolldown } from 'vite'

const HASH_LENGTH = 8

interface EarlyPage {
  /** Its group is the number in the addresses of the records. */
  path: RegExp
  source: string
  /** Addresses of what the page requests first: of every expert, and of approved ones. Those of others request nothing. */
  asks: { everyone: readonly string[]; approved: readonly string[] }
}

const at = ({ path }: { path: string }): string => BASE_PATH + path
/** Pages of experts on a phone, whose few files are small beside the app. Those of a list would compete with it. */
const EARLY: readonly EarlyPage[] = [
  {
    path: /^\/my-agreements\/(\d+)$/,
    source: '/src/features/agreements/signing/signing-page.tsx',
    asks: {
      everyone: [],
      approved: [at(agreementRoutes.get), at(signedAgreementRoutes.history)],
    },
  },
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

/**
 * A separate file, since inline scripts are not allowed. If it comes after the app, nothing is left for it to request.
 * The answer is copied before the app reads it; what nobody may request is null.
 */
function scriptFor(bundle: Rolldown.OutputBundle): { name: string; source: string } {
  const pages = EARLY.map(
    ({ path, source, asks }) => `[${path}, ${JSON.stringify([filesOf(bundle, source), asks])}]`,
  )
  const source = `const page = [${pages.join(', ')}].find(([path]) => path.test(location.pathname))
if (page)
  for (const file of page[1][0])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }))
if (!globalThis.sessionAnswer) {
  const read = (address) => fetch(address, { headers: { '${SESSION_HEADER}': '${SESSION_IN_COOKIE}' } })
  const answer = (globalThis.sessionAnswer = read('${at(profileRoutes.getInfo)}'))
  const expert = answer
    .then((it) => it.clone().json())
    .then(({ data: { user, mustEnrolFactor, expert } }) => (user.mustChangePassword || mustEnrolFactor ? null : expert))
    .catch(() => null)
  const ask = (may) => (address) => {
    const own = address.replace(/{\\w+}/, page[0].exec(location.pathname)[1])
    return [own, expert.then((it) => (it && may(it) ? read(own) : null)).catch(() => null)]
  }
  globalThis.earlyAnswers = new Map(
    page && [
      ...page[1][1].everyone.map(ask(() => true)),
      ...page[1][1].approved.map(ask((it) => it.auditStatus === 'approved')),
    ],
  )
}
`
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, HASH_LENGTH)
  return { name: `assets/session-${hash}.js`, source }
}

/**
 * Requests the session, and the code and the records of an expert's page, while the app is loading. The script comes after
 * the app, which is the largest file and should use the connection that is already open.
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
