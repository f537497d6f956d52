import type { Clock } from '../../infra/clock.ts'
import type { Keys } from '../../infra/keys.ts'

/** A signed address works for at least this long. */
export const LINK_MINUTES = 10
/** Expiries fall on multiples of this, so that a file keeps its address for a while and caches can tell. */
export const LINK_STEP_MINUTES = 5

const PURPOSE = 'file'
const FILE_PATH = '/api/common/file'
const SECOND_MS = 1000
const MINUTE_SECONDS = 60

/** Signed addresses of files: whoever holds one may read that file until it expires (epoch seconds). */
export function createLinks({ keys, clock }: { keys: Keys; clock: Clock }) {
  const now = () => Math.floor(clock.now().getTime() / SECOND_MS)
  const signed = (fileId: number, expires: number) => `${fileId}:${expires}`

  return {
    urlOf(fileId: number): string {
      const step = LINK_STEP_MINUTES * MINUTE_SECONDS
      const expires = Math.ceil((now() + LINK_MINUTES * MINUTE_SECONDS) / step) * step
      const signature = keys.sign(signed(fileId, expires), PURPOSE).toString('base64url')
      return `${FILE_PATH}/${fileId}?expires=${expires}&signature=${signature}`
    },
    isValid(fileId: number, expires: number, signature: string): boolean {
      if (expires <= now()) return false
      return keys.verify(signed(fileId, expires), PURPOSE, Buffer.from(signature, 'base64url'))
    },
  }
}
