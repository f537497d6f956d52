import type { FileSignature } from '@consilium/contract/recognition/recognition.ts'
import { X509Certificate } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readCertificate, type Certificate } from './certificate.ts'
import { Der } from './der.ts'
import { verifySignature } from './verify.ts'

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The certificates of those whose signatures count as proof. */
let trusted: readonly Certificate[] = []

export function trustIssuers(issuers: readonly Certificate[]): void {
  trusted = issuers
}

function certificatesIn(file: string): Certificate[] {
  const bytes = readFileSync(file)
  const encoded = bytes.toString('latin1').match(PEM) ?? [bytes]
  // Node reads both forms, and names what is no certificate.
  return encoded.map((one) => readCertificate(Der.parse(new X509Certificate(one).raw)))
}

/** Reads the certificates of a file or of the files in a folder, PEM or DER. Throws if one cannot be read. */
export function readIssuers(path: string): Certificate[] {
  const files = statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path]
  return files.flatMap((file) => {
    try {
      return certificatesIn(file)
    } catch (error) {
      throw new Error(`${file} is no certificate`, { cause: error })
    }
  })
}

const equal = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0

function hasSigned(issuer: Certificate, { content, signatureOid, signature }: Certificate): boolean {
  try {
    const key = { publicKey: issuer.publicKey, signatureOid, digestOid: null }
    return verifySignature(key, content, signature) === 'right'
  } catch {
    return false
  }
}

/** Whether an intact signature is trusted: its certificate is a trusted one, or was issued by a trusted one. */
export function vouchedFor(certificate: Certificate, signer: string | null): FileSignature {
  const isTrusted = trusted.some(
    (issuer) =>
      equal(issuer.raw, certificate.raw) ||
      (equal(issuer.name, certificate.issuer) && hasSigned(issuer, certificate)),
  )
  if (isTrusted) return { status: 'valid', signer, reason: null }
  const reason = hasSigned(certificate, certificate) ? 'SELF_ISSUED' : 'ISSUER_UNKNOWN'
  return { status: 'untrusted', signer, reason }
}
