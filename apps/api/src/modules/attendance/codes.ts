import { createHash, randomBytes } from 'node:crypto'
import { CODE_LENGTH, CODE_STEP_SECONDS, CODE_STEPS_BACK } from '@consilium/contract/attendance/sign-in.ts'
import type { Keys } from '../../infra/keys/keys.ts'

/** RFC 4648, section 6. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const BITS = 5
const BYTE_BITS = 8
const TOKEN_BYTES = 32

function base32(bytes: Buffer, length: number): string {
  let [bits, held, text] = [0, 0, '']
  for (const byte of bytes) {
    bits = ((bits << BYTE_BITS) | byte) & 0xffff
    held += BYTE_BITS
    for (; held >= BITS && text.length < length; held -= BITS) text += BASE32[(bits >> (held - BITS)) & 31]
  }
  return text
}

/** The number of the interval of a time, in seconds since 1970. */
export const stepAt = (seconds: number): number => Math.floor(seconds / CODE_STEP_SECONDS)

/** Seconds until the next code. */
export const secondsLeft = (seconds: number): number =>
  CODE_STEP_SECONDS - (Math.floor(seconds) % CODE_STEP_SECONDS)

/** Whether a code of this step is still taken. */
export const isTaken = (step: number, seconds: number): boolean => {
  const current = stepAt(seconds)
  return step <= current && step >= current - CODE_STEPS_BACK
}

/** What a screen shows in a step: the first characters of an HMAC-SHA-256, which all nodes compute alike. */
export const codeOf = (keys: Keys, screenId: number, step: number): string =>
  base32(keys.sign(JSON.stringify([screenId, step]), 'sign-in-code'), CODE_LENGTH)

export const hashOfCode = (keys: Keys, code: string): Buffer => keys.sign(code, 'sign-in-code-hash')

/** A random token for an address or a cookie; only its hash is kept. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The hash of the random key of a browser, which is only compared within one meeting. */
export const hashOfDevice = (keys: Keys, meetingId: number, device: string): Buffer =>
  keys.sign(JSON.stringify([meetingId, device]), 'sign-in-device')
