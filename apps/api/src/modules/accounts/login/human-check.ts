import { createChallenge, randomInt, verifySolution, type Payload } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { PROOF_MAX } from '@consilium/contract/login/verification.ts'
import { later } from '../../../infra/clock.ts'
import { Refusal } from '../../../infra/refusal.ts'
import { spendProof } from './code-repository.ts'
import type { Scope } from '../scope.ts'

const PROOF_MINUTES = 10
const MINUTE_MS = 60_000
/** Solving one challenge takes a phone a second or two; solving thousands to send messages in bulk takes days. */
const ROUNDS = 2000
const DERIVATIONS_MIN = 2000
const DERIVATIONS_MAX = 6000
const CAPTCHA_TIMEOUT_MS = 5000
const ALGORITHM = 'PBKDF2/SHA-256'

const Submitted = z.object({
  challenge: z.object({
    parameters: z.object({ algorithm: z.literal(ALGORITHM), cost: z.literal(ROUNDS) }).loose(),
    signature: z.string().max(PROOF_MAX),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})
const CaptchaAnswer = z.object({ success: z.boolean() })

function parse(proof: string): z.infer<typeof Submitted> | null {
  try {
    return Submitted.safeParse(JSON.parse(Buffer.from(proof, 'base64').toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

const secretsOf = ({ keys }: Scope) => ({
  hmacSignatureSecret: keys.sign('challenge', 'proof-of-work').toString('hex'),
  hmacKeySignatureSecret: keys.sign('derived-key', 'proof-of-work').toString('hex'),
})

/** A proof-of-work challenge, as text that the client passes to its solver. */
export async function workChallenge(scope: Scope): Promise<string> {
  const challenge = await createChallenge({
    algorithm: ALGORITHM,
    cost: ROUNDS,
    counter: randomInt(DERIVATIONS_MAX, DERIVATIONS_MIN),
    deriveKey,
    expiresAt: new Date(Date.now() + PROOF_MINUTES * MINUTE_MS),
    ...secretsOf(scope),
  })
  return JSON.stringify(challenge)
}

async function isWorkDone(scope: Scope, proof: string): Promise<boolean> {
  const submitted = parse(proof)
  if (!submitted) return false
  // The schema has checked the shape; the signature covers the contents.
  const { challenge, solution } = submitted as unknown as Payload
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secretsOf(scope) })
  if (!verified) return false
  const { db, keys, clock } = scope
  const expireTime = later(clock, PROOF_MINUTES * MINUTE_MS)
  return spendProof(db, keys.sign(submitted.challenge.signature, 'spent-proof'), expireTime)
}

async function isCaptchaRight(
  { log }: Scope,
  { verifyUrl, secret }: { verifyUrl: string; secret: string },
  answer: string,
): Promise<boolean> {
  try {
    const response = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: answer }),
      redirect: 'error',
      signal: AbortSignal.timeout(CAPTCHA_TIMEOUT_MS),
    })
    return CaptchaAnswer.parse(await response.json()).success
  } catch (error) {
    log.error(error)
    return false
  }
}

/**
 * Checked before further text messages are sent: a proof of work (ALTCHA) or, if the operator has configured one, a
 * captcha. Each proof is accepted once.
 */
export async function requireHuman(scope: Scope, proof: string | undefined): Promise<void> {
  if (proof === undefined) throw new Refusal('PROOF_REQUIRED')
  const { captcha } = scope.config
  const isRight = captcha ? await isCaptchaRight(scope, captcha, proof) : await isWorkDone(scope, proof)
  if (!isRight) throw new Refusal('PROOF_REQUIRED')
}
