import { type Der, NotThis } from './der.ts'

/** What is needed of an X.509 certificate (RFC 5280). */
export interface Certificate {
  /** The name of the signer, or of its organization. */
  subject: string | null
  /** The key as SubjectPublicKeyInfo. */
  publicKey: Der
  /** Issuer and serial number, as signatures refer to a certificate. */
  issuer: Uint8Array
  serial: Uint8Array
  /** The certificate, the name of its subject, and what its issuer signed of it. */
  raw: Uint8Array
  name: Uint8Array
  content: Uint8Array
  signatureOid: string
  signature: Uint8Array
}

const COMMON_NAME = '2.5.4.3'
const ORGANIZATION = '2.5.4.10'
const NAME_MAX_LENGTH = 200

function nameOf(subject: Der): string | null {
  const parts = subject.children.flatMap((set) => set.children)
  const find = (oid: string) =>
    parts
      .find((part) => part.at(0).oid === oid)
      ?.at(1)
      .text.trim()
  return (find(COMMON_NAME) || find(ORGANIZATION) || '').slice(0, NAME_MAX_LENGTH) || null
}

export function readCertificate(certificate: Der): Certificate {
  const content = certificate.at(0)
  const fields = content.children
  // The version is left out in certificates of the first version.
  const [serial, , issuer, , subject, publicKey] = fields[0]?.isTagged(0) ? fields.slice(1) : fields
  if (!serial || !issuer || !subject || !publicKey) throw new NotThis('no certificate')
  return {
    subject: nameOf(subject),
    publicKey,
    issuer: issuer.raw,
    serial: serial.content,
    raw: certificate.raw,
    name: subject.raw,
    content: content.raw,
    signatureOid: certificate.at(1).at(0).oid,
    signature: certificate.at(2).content,
  }
}
