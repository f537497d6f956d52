import { TOTP_DIGITS } from '@consilium/contract/login/proofs.ts'
import { generateSecret, generateURI, verifySync } from 'otplib'
import { toString as drawQrCode } from 'qrcode'

const ISSUER = 'Consilium'
const STEP_SECONDS = 30
const SECRET_BYTES = 20

/** Time-based one-time passwords (RFC 6238) with the parameters that all apps support: SHA-1, six digits, steps of 30 seconds. */
export const newTotpSecret = (): string => generateSecret({ length: SECRET_BYTES })

export async function describeTotp(
  secret: string,
  userName: string,
): Promise<{ uri: string; qrCode: string }> {
  const uri = generateURI({ issuer: ISSUER, label: userName, secret })
  return { uri, qrCode: await drawQrCode(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }) }
}

/** The time step that the code belongs to, among the current one and its two neighbours; null if none. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (code.length !== TOTP_DIGITS) return null
  const epoch = Math.floor(now.getTime() / 1000)
  const result = verifySync({ secret, token: code, epoch, epochTolerance: STEP_SECONDS })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
