import { createHash } from 'node:crypto'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { profileRoutes } from '@consilium/contract/profile.ts'
import { SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/session.ts'
import type { Plugin } from 'vite'

const HASH_LENGTH = 8

/** A file of its own, as no script may stand in the page. */
const SCRIPT = `globalThis.sessionAnswer = fetch('${BASE_PATH}${profileRoutes.getInfo.path}', { headers: { '${SESSION_HEADER}': '${SESSION_IN_COOKIE}' } })
globalThis.sessionAnswer.catch(() => {})
`
const hash = createHash('sha256').update(SCRIPT).digest('base64url').slice(0, HASH_LENGTH)
const FILE = `assets/session-${hash}.js`

/**
 * Who is logged in is asked while the app is on its way, not once it runs. Named after the app, which as the largest file
 * takes the connection that is already open.
 */
export const headStart = (): Plugin => ({
  name: 'head-start',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: FILE, source: SCRIPT })
  },
  transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${FILE}`, async: true }, injectTo: 'head' }],
})
