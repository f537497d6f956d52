import { X509Certificate } from 'node:crypto'

/** The common name of a certificate, or its whole subject if it has none. */
export function commonName(certificate: X509Certificate | Buffer): string {
  const { subject } = certificate instanceof X509Certificate ? certificate : new X509Certificate(certificate)
  return /^CN=(.*)$/m.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ')
}
