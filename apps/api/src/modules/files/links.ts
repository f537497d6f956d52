import { addressOf } from '@consilium/contract/addresses.ts'
import { fileRoutes } from '@consilium/contract/files.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Keys } from '../../infra/keys.ts'

/** A signed address works for at least this long. */
export const LINK_MINUTES = 10
/** Expiries fall on multiples of this, so that a file keeps its address for a while and caches can tell. */
export const LINK_STEP_MINUTES = 5

/** An address of a file with personal data works for at least this long, and at most a step longer. */
export const PERSONAL_LINK_SECONDS = 90
export const PERSONAL_LINK_STEP_SECONDS = 30

const SECOND_MS = 1000
const MINUTE_SECONDS = 60

type FileRoute = typeof fileRoutes.get | typeof fileRoutes.getPersonal

/** Who holds a session; an address made for it is of no use to another one. */
interface Holder {
  sessionId: number
}

/**
 * Signed addresses of files, until they expire (epoch seconds). One of a file with personal data is bound to the
 * session that it was made for; whoever holds one of another file may read that file.
 */
export function createLinks({ keys, clock }: { keys: Keys; clock: Clock }) {
  const now = () => Math.floor(clock.now().getTime() / SECOND_MS)
  const expiry = (seconds: number, step: number) => Math.ceil((now() + seconds) / step) * step
  const address = (route: FileRoute, fileId: number, expires: number, [text, purpose]: [string, string]) => {
    const signature = keys.sign(text, purpose).toString('base64url')
    return `${addressOf(route, { fileId })}?expires=${expires}&signature=${signature}`
  }
  const open = (fileId: number, expires: number): [string, string] => [`${fileId}:${expires}`, 'file']
  const personal = (holder: Holder, fileId: number, expires: number): [string, string] => [
    `${fileId}:${expires}:${holder.sessionId}`,
    'personalFile',
  ]
  const isSigned = (expires: number, [text, purpose]: [string, string], signature: string) =>
    expires > now() && keys.verify(text, purpose, Buffer.from(signature, 'base64url'))

  return {
    urlOf(fileId: number): string {
      const expires = expiry(LINK_MINUTES * MINUTE_SECONDS, LINK_STEP_MINUTES * MINUTE_SECONDS)
      return address(fileRoutes.get, fileId, expires, open(fileId, expires))
    },
    isValid: (fileId: number, expires: number, signature: string): boolean =>
      isSigned(expires, open(fileId, expires), signature),

    personalUrlOf(holder: Holder, fileId: number): string {
      const expires = expiry(PERSONAL_LINK_SECONDS, PERSONAL_LINK_STEP_SECONDS)
      return address(fileRoutes.getPersonal, fileId, expires, personal(holder, fileId, expires))
    },
    isPersonallyValid: (holder: Holder, fileId: number, expires: number, signature: string): boolean =>
      isSigned(expires, personal(holder, fileId, expires), signature),
  }
}
