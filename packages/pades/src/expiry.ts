import type { PdfSigner } from './signer.ts'

const DAY_MS = 86_400_000
/** Operators are told so long before: an authority takes days to issue a certificate. */
export const TOLD_BEFORE_DAYS = 30

type Valid = Pick<PdfSigner, 'validUntil'>

/** Whether a signature made now would be invalid, since the certificate has expired while the service ran. */
export const hasExpired = ({ validUntil }: Valid, now: Date): boolean => now > validUntil

/** Told to operators; null while the certificate is valid for longer than `TOLD_BEFORE_DAYS`. */
export function expiryWarning({ validUntil }: Valid, now: Date): string | null {
  const left = validUntil.getTime() - now.getTime()
  if (left > TOLD_BEFORE_DAYS * DAY_MS) return null
  const until = validUntil.toISOString()
  return left < 0
    ? `the certificate that agreements are signed with expired at ${until}; nothing is signed until it is replaced`
    : `the certificate that agreements are signed with expires at ${until}`
}
