import { createHash } from 'node:crypto'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { profileRoutes } from '@consilium/contract/profile.ts'
import { SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/session.ts'
import type { Plugin } from 'vite'

const HASH_LENGTH = 8

/** A separate file, since inline scripts are not allowed. */
const SCRIPT = `globalThis.sessionAnswer ??= fetch('${BASE_PATH}${profileRoutes.getInfo.path}', { headers: { '${SESSION_HEADER}': '${SESSION_IN_COOKIE}' } })
globalThis.sessionAnswer.catch(() => {})
`
const hash = createHash('sha256').update(SCRIPT).digest('base64url').slice(0, HASH_LENGTH)
const FILE = `assets/session-${hash}.js`

/**
 * Requests the session while the app is loading. The script comes after the app, which is the largest file and should
 * use the connection that is already open.
 */
export const headStart = (): Plugin => ({
  name: 'head-start',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: FILE, source: SCRIPT })
  },
  transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${FILE}`, async: true }, injectTo: 'head' }],
})
