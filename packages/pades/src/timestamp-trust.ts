import { readFileSync } from 'node:fs'
import { X509Certificate } from 'node:crypto'
import { Certificate, CertificateChainValidationEngine, ExtKeyUsage } from 'pkijs'
import type { TimestampProblem } from './timestamp-problem.ts'

const EXTENDED_KEY_USAGE = '2.5.29.37'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Whose timestamps count. */
export interface TimestampTrust {
  /** Certificates as DER, of authorities or of those that issue theirs; none: any authority, as unverified. */
  roots: readonly Uint8Array[]
  /** The object identifier of the policy that a timestamp must be given under; null: any. */
  policy: string | null
}

export const ANY_AUTHORITY: TimestampTrust = { roots: [], policy: null }

/** Why a token that is whole proves no time. */
export const TIMESTAMP_FLAWS = [
  'wrongPurpose',
  'certificateExpired',
  'wrongPolicy',
  'untrustedAuthority',
] as const satisfies readonly TimestampProblem[]
export type TimestampFlaw = (typeof TIMESTAMP_FLAWS)[number]

/** Whether its certificate is for timestamps alone, and says so in a critical extension (RFC 3161, 2.3). */
function isForTimestamps({ extensions = [] }: Certificate): boolean {
  const extension = extensions.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE)
  const usage: unknown = extension?.parsedValue
  if (!extension?.critical || !(usage instanceof ExtKeyUsage)) return false
  return usage.keyPurposes.length === 1 && usage.keyPurposes[0] === TIME_STAMPING
}

const parse = (der: Uint8Array) => Certificate.fromBER(new Uint8Array(der))
const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

/** Whether the chain of certificates, that of the authority first, leads to a root (RFC 5280, 6.1). */
async function leadsTo(
  roots: readonly Uint8Array[],
  [own, ...others]: readonly Uint8Array[],
  time: Date,
): Promise<boolean> {
  if (!own) return false
  if (roots.some((root) => isSame(root, own))) return true
  const engine = new CertificateChainValidationEngine({
    trustedCerts: roots.map(parse),
    // The certificate that is asked about stands last.
    certs: [...others, own].map(parse),
    checkDate: time,
  })
  return (await engine.verify()).result
}

/** What is wrong with a token that is whole, and whether its authority is a trusted one. */
export async function judgeTimestamp(
  {
    time,
    policy,
    certificates,
  }: { time: Date; policy: string; certificates: readonly [Buffer, ...Buffer[]] },
  trust: TimestampTrust,
): Promise<{ flaw: TimestampFlaw | null; isVerified: boolean }> {
  const flawed = (flaw: TimestampFlaw) => ({ flaw, isVerified: false })
  const own = parse(certificates[0])
  if (!isForTimestamps(own)) return flawed('wrongPurpose')
  if (time < own.notBefore.value || time > own.notAfter.value) return flawed('certificateExpired')
  if (trust.policy !== null && policy !== trust.policy) return flawed('wrongPolicy')
  if (trust.roots.length === 0) return { flaw: null, isVerified: false }
  return (await leadsTo(trust.roots, certificates, time))
    ? { flaw: null, isVerified: true }
    : flawed('untrustedAuthority')
}

/** The certificates of a PEM file as DER. Throws if the file cannot be read or holds none. */
export function readCertificates(path: string): Buffer[] {
  const blocks = readFileSync(path, 'latin1').match(PEM) ?? []
  if (blocks.length === 0) throw new Error(`${path} holds no certificate in PEM`)
  return blocks.map((block) => new X509Certificate(block).raw)
}
