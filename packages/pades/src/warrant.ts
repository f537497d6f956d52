import { WARRANT } from './seal.ts'

/** What the platform stated about the certificate of a seal, with its signature as CMS. */
export interface Warrant {
  statement: Buffer
  signature: Buffer
}

/** Longer than any that this platform makes. */
const DIGITS_MAX = 64 * 1024
const FOUND = new RegExp(
  `/${WARRANT} <([0-9a-f]{0,${DIGITS_MAX}})> /${WARRANT}Signature <([0-9a-f]{0,${DIGITS_MAX}})>`,
)

/** The warrant in the signed bytes of a seal; null for a seal of earlier rules. */
export function warrantIn(signed: Buffer): Warrant | null {
  const [, statement, signature] = FOUND.exec(signed.toString('latin1')) ?? []
  if (statement === undefined || signature === undefined) return null
  return { statement: Buffer.from(statement, 'hex'), signature: Buffer.from(signature, 'hex') }
}
