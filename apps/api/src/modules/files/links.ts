import { addressOf } from '@consilium/contract/addresses.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import type { Machine, Person } from '../../domain/actor.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Keys } from '../../infra/keys/keys.ts'

/** Minimum lifetime of a signed address. */
export const LINK_MINUTES = 10
/** Expiry times are multiples of this, so that the address of a file stays the same for a while and can be cached. */
export const LINK_STEP_MINUTES = 5

/** Minimum lifetime of an address of a file with personal data; it is at most one step longer. */
export const PERSONAL_LINK_SECONDS = 90
export const PERSONAL_LINK_STEP_SECONDS = 30

const SECOND_MS = 1000
const MINUTE_SECONDS = 60

type FileRoute = typeof fileRoutes.get | typeof fileRoutes.getPersonal

/** The session or key that an address is made for; it does not work with any other. */
type Holder = Pick<Person, 'kind' | 'sessionId'> | Pick<Machine, 'kind' | 'keyId'>
const nameOf = (holder: Holder) =>
  holder.kind === 'person' ? String(holder.sessionId) : `key ${holder.keyId}`

/**
 * Signed addresses of files with an expiry in epoch seconds. The address of a file with personal data works only in
 * the session that it was made for; any other address lets whoever has it read the file.
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
    `${fileId}:${expires}:${nameOf(holder)}`,
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
