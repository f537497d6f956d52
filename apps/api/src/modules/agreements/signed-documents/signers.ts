import type { SignatureFacts } from '@consilium/pades/inspect.ts'
import { warrants } from './seal-warrant.ts'

/**
 * Who may be behind the seal of a document, by what the file itself shows:
 * `platform` sealed with the key that signed the document, `named` with a certificate that the signed content names,
 * `vouched` with one that the key of the document vouches for, `unknown` with one of which documents of earlier rules
 * say nothing, and `foreign` with one that nobody names, as anybody can who has the file.
 */
export type Sealer = 'none' | 'platform' | 'named' | 'vouched' | 'unknown' | 'foreign'

/** Earlier rules name no certificate for the seal. */
const NAMES_NO_SEALER = [
  'consilium-labor-agreement-1',
  'consilium-labor-agreement-2',
  'consilium-labor-agreement-3',
]

interface Signed {
  content: Readonly<Record<string, string | null>> | null
  fingerprint: string | null
  signatures: readonly SignatureFacts[]
}

/** Whose seal is on the document. `trusted` are fingerprints of certificates that the reader trusts. */
export function sealerOf({ content, fingerprint, signatures }: Signed, trusted: ReadonlySet<string>): Sealer {
  const [document, seal] = ['document', 'seal'].map((role) => signatures.find((each) => each.role === role))
  if (!document || !seal) return 'none'
  const { certificate, warrant } = seal
  if (certificate.fingerprint === document.certificate.fingerprint) return 'platform'
  if (content?.['sealCertificates']?.split(' ').includes(certificate.fingerprint)) return 'named'
  const isWarranted =
    warrant !== null &&
    (warrant.fingerprint === document.certificate.fingerprint || trusted.has(warrant.fingerprint)) &&
    warrants(warrant.statement, fingerprint ?? '', certificate.fingerprint)
  if (isWarranted) return 'vouched'
  const isUnnamed = NAMES_NO_SEALER.includes(content?.['form'] ?? NAMES_NO_SEALER[0] ?? '')
  // The platform may have had another key when it sealed than when it signed, which the reader has to know.
  return isUnnamed || warrant !== null ? 'unknown' : 'foreign'
}
