import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'

// OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const TAG_BYTES = 32
const SALT_BYTES = 16

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

const run = (password: string, nonce: Buffer, memory: number, passes: number, parallelism: number) =>
  derive('argon2id', { message: password, nonce, memory, passes, parallelism, tagLength: TAG_BYTES })

const b64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** A password as a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await run(password, salt, MEMORY_KIB, PASSES, LANES)
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${b64(salt)}$${b64(hash)}`
}

/** Stands in place of a hash until a first password is set: no password is right, and login is by SMS code. */
export const NO_PASSWORD = '!'

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
  decoy ??= hashPassword(randomBytes(SALT_BYTES).toString('hex'))
  await verifyPassword(password, await decoy)
  return false
}
