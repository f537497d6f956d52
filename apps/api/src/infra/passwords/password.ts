import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'
import { createBoundedQueue, QueueFull } from '../threads/bounded-queue.ts'
import { Refusal } from '../refusal.ts'

/** Cost parameters of argon2id (RFC 9106). */
export interface PasswordCost {
  memoryKib: number
  passes: number
}

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, one lane. */
export const PASSWORD_COST: PasswordCost = { memoryKib: 19_456, passes: 2 }
const LANES = 1
const TAG_BYTES = 32
const SALT_BYTES = 16

/** The process has four threads for such work; two stay free for file access. */
const HASHES_AT_ONCE = 2
/** A hash takes about 30 ms, so nobody waits much longer than a second. */
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

/** Sets the cost of all later hashes of this process; only tests call it. */
export function setPasswordCost(given: PasswordCost): void {
  cost = given
  decoy = undefined
}

/** Returns a hash of the password as a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const { memoryKib, passes } = cost
  const salt = randomBytes(SALT_BYTES)
  const hash = await run(password, salt, memoryKib, passes, LANES)
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${LANES}$${b64(salt)}$${b64(hash)}`
}

/** Stored instead of a hash until a first password is set: no password matches, and login is by SMS code. */
export const NO_PASSWORD = '!'

/**
 * Stored instead of a hash while the initial password is the phone number. The number is no secret, so it is not
 * hashed; such a login only allows choosing a password, with a code sent to the phone.
 */
export const PHONE_IS_PASSWORD = '=phone'

export const isHash = (stored: string): boolean => stored !== NO_PASSWORD && stored !== PHONE_IS_PASSWORD

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

/**
 * True if the password matches the hash, whose parameters are read from the PHC string. It takes equally long if there
 * is no hash.
 */
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
/** Takes as long as a real check, so that response times do not reveal whether an account exists. */
export async function pretendToVerify(password: string): Promise<false> {
  decoy ??= hashPassword(randomBytes(SALT_BYTES).toString('hex')).catch((error: unknown) => {
    decoy = undefined
    throw error
  })
  await verifyPassword(password, await decoy)
  return false
}
