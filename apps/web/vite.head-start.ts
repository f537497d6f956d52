import { createHash } from 'node:crypto'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import { SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/login/session.ts'
import type { Plugin } from 'vite'

const HASH_LENGTH = 8

/** A separate file, since inline scripts are not allowed. If it comes after the app, nothing is left for it to request. */
const SOURCE = `globalThis.sessionAnswer ??= fetch('${BASE_PATH}${profileRoutes.getInfo.path}', { headers: { '${SESSION_HEADER}': '${SESSION_IN_COOKIE}' } })
`
const HASH = createHash('sha256').update(SOURCE).digest('base64url').slice(0, HASH_LENGTH)
const FILE = `assets/session-${HASH}.js`

/**
 * Requests the session while the app is loading. The script comes after the app, which is the largest file and should use
 * the connection that is already open.
 */
export const headStart = (): Plugin => ({
  name: 'head-start',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: FILE, source: SOURCE })
  },
  transformIndexHtml: {
    order: 'post',
    handler: () => [{ tag: 'script', attrs: { src: `/${FILE}`, async: true }, injectTo: 'head' }],
  },
})
