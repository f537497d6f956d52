import { hash, randomBytes } from 'node:crypto'
import type { Machine } from '../../domain/actor.ts'
import { later } from '../../infra/clock.ts'
import { KEY_PREFIX } from '../../infra/http/authorize.ts'
import * as repository from './machine-key-repository.ts'
import type { Scope } from './scope.ts'

const SECRET_BYTES = 32
const CHECK_LENGTH = 6
const KEY = /^(csk_[\w-]{43})([\da-f]{6})$/
/** The last use is recorded at most this often, to avoid a write at every request. */
const USE_NOTED_SECONDS = 60
const SECOND_MS = 1000

/** Characters by which a mistyped or cut key is told from a key that was never given. */
const checkOf = (body: string) => hash('sha256', body, 'hex').slice(0, CHECK_LENGTH)

/** A new key: prefix, 256 random bits as 43 characters, and check characters. */
export function makeKey(): string {
  const body = KEY_PREFIX + randomBytes(SECRET_BYTES).toString('base64url')
  return body + checkOf(body)
}

/** A key is random, so a plain hash of it cannot be guessed. */
export const keyHash = (key: string): Buffer => hash('sha256', key, 'buffer')

/** The machine account behind a key, with the role of its organization's main account. */
export async function authenticateKey(
  { db, clock }: Scope,
  key: string,
): Promise<Machine | 'expired' | null> {
  const [, body, check] = KEY.exec(key) ?? []
  if (body === undefined || checkOf(body) !== check) return null
  const found = await repository.findMachine(db, keyHash(key))
  if (!found) return null
  const { expireTime, lastUsedTime, ...machine } = found
  const now = clock.wire()
  if (expireTime <= now) return 'expired'
  if (lastUsedTime === null || lastUsedTime <= later(clock, -USE_NOTED_SECONDS * SECOND_MS))
    await repository.noteKeyUse(db, machine.keyId, now)
  return {
    ...machine,
    kind: 'machine',
    portfolio: null,
    isLimited: false,
    mustChangePassword: false,
    mustEnrolFactor: false,
  }
}
