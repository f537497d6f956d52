import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'
import { createBoundedQueue, QueueFull } from './bounded-queue.ts'
import { Refusal } from './refusal.ts'

/** What a hash costs; see argon2id in RFC 9106. */
export interface PasswordCost {
  memoryKib: number
  passes: number
}

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, one lane. */
export const PASSWORD_COST: PasswordCost = { memoryKib: 19_456, passes: 2 }
const LANES = 1
const TAG_BYTES = 32
const SALT_BYTES = 16

/** Of the four threads that the process shares for such work, two stay free for files. */
const HASHES_AT_ONCE = 2
/** A hash takes about 30 ms, so nobody waits for more than about a second. */
const HASHES_WAITING_MAX = 64
const RETRY_SECONDS = 2

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

const inQueue = createBoundedQueue({ atOnce: HASHES_AT_ONCE, waiting: HASHES_WAITING_MAX })

const run = (password: string, nonce: Buffer, memory: number, passes: number, parallelism: number) =>
  inQueue(() =>
    derive('argon2id', { message: password, nonce, memory, passes, parallelism, tagLength: TAG_BYTES }),
  ).catch((error: unknown) => {
    if (error instanceof QueueFull) throw new Refusal('SERVICE_BUSY', { params: { seconds: RETRY_SECONDS } })
    throw error
  })

const b64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

let cost = PASSWORD_COST

/** Sets the cost of all hashes that this process makes from now on; only the test harness calls it. */
export function setPasswordCost(given: PasswordCost): void {
  cost = given
  decoy = undefined
}

/** A password as a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const { memoryKib, passes } = cost
  const salt = randomBytes(SALT_BYTES)
  const hash = await run(password, salt, memoryKib, passes, LANES)
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${LANES}$${b64(salt)}$${b64(hash)}`
}

/** Stands in place of a hash until a first password is set: no password is right, and login is by SMS code. */
export const NO_PASSWORD = '!'

/**
 * Stands in place of a hash where the initial password is the phone. That is no secret, so there is nothing to hash;
 * what such a login opens is the choice of a password, with a code that is sent to the phone.
 */
export const PHONE_IS_PASSWORD = '=phone'

export const isHash = (stored: string): boolean => stored !== NO_PASSWORD && stored !== PHONE_IS_PASSWORD

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

/** Whether the password is the one that was hashed; its parameters are read from the PHC string. As long where there is none. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const [, memory, passes, lanes, salt, hash] = PHC.exec(phc) ?? []
  if (!hash) return pretendToVerify(password)
  const actual = await run(
    password,
    Buffer.from(salt!, 'base64'),
    Number(memory),
    Number(passes),
    Number(lanes),
  )
  const expected = Buffer.from(hash, 'base64')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

let decoy: Promise<string> | undefined
/** Takes as long as a real check, so that an unknown user name cannot be told by the clock. */
export async function pretendToVerify(password: string): Promise<false> {
  decoy ??= hashPassword(randomBytes(SALT_BYTES).toString('hex')).catch((error: unknown) => {
    decoy = undefined
    throw error
  })
  await verifyPassword(password, await decoy)
  return false
}
