import { NOT_SIGNED, type FileSignature } from '@consilium/contract/recognition/recognition.ts'
import { X509Certificate } from 'node:crypto'
import { SignedXml } from 'xml-crypto'
import { findAll, findFirst, parseXml, type XmlElement } from '../ofd/xml.ts'
import { readCertificate } from './certificate.ts'
import { Der } from './der.ts'
import { invalid, unsupported } from './file-signature.ts'
import { vouchedFor } from './trust.ts'

const SIGNATURE_URI = 'http://www.w3.org/2000/09/xmldsig#'
const COMMON_NAME = /^CN=(.+)$/m
const ORGANIZATION = /^O=(.+)$/m
const PEM_LINE = /.{1,64}/g

export interface VerifiedXml {
  signature: FileSignature
  /** What the signature covers; the whole file where it is not signed. */
  data: XmlElement
}

function pemOf(signature: XmlElement): string | null {
  const base64 = findFirst(signature, 'X509Certificate')?.text.replace(/\s/g, '') ?? ''
  const lines = base64.match(PEM_LINE)?.join('\n')
  return lines ? `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n` : null
}

function signerOf(pem: string): string | null {
  const { subject } = new X509Certificate(pem)
  return COMMON_NAME.exec(subject)?.[1] ?? ORGANIZATION.exec(subject)?.[1] ?? null
}

const START = /<(?:[\w-]{1,40}:)?Signature[\s>]/
const END = 'Signature>'

/** The signature as text, whose prefix is the producer's choice. */
function signatureText(text: string): string | null {
  const start = text.search(START)
  const end = text.lastIndexOf(END)
  return start >= 0 && end > start ? text.slice(start, end + END.length) : null
}

function check(text: string, signature: XmlElement): VerifiedXml | null {
  const pem = pemOf(signature)
  const written = signatureText(text)
  if (!pem || !written) return null
  const signer = signerOf(pem)
  const verifier = new SignedXml({ publicCert: pem, getCertFromKeyInfo: () => null })
  verifier.loadSignature(written)
  if (!verifier.checkSignature(text))
    return { signature: invalid('CONTENT_CHANGED', signer), data: signature }
  const [covered] = verifier.getSignedReferences()
  if (!covered) return null
  const certificate = readCertificate(Der.parse(new X509Certificate(pem).raw))
  return { signature: vouchedFor(certificate, signer), data: parseXml(covered) }
}

/**
 * Verifies the XML signature (XMLDSig) of a digital invoice. The tax administration's own form of signature is not published, so
 * it cannot be checked. `data` is `text` after it was parsed, so `text` is well formed and declares no entities.
 */
export function verifyXml(text: string, data: XmlElement): VerifiedXml {
  const signature = findAll(data, 'Signature').find(({ attributes }) =>
    Object.values(attributes).includes(SIGNATURE_URI),
  )
  if (signature)
    try {
      return check(text, signature) ?? { signature: unsupported('FORMAT_UNKNOWN'), data }
    } catch (error) {
      const isUnknown = error instanceof Error && /algorithm/i.test(error.message)
      return { signature: isUnknown ? unsupported('ALGORITHM_UNKNOWN') : invalid('SIGNATURE_WRONG'), data }
    }
  const own = findFirst(data, 'TaxBureauSignature')
  const isSigned = (own && findFirst(own, 'SignatureValue')?.text.trim()) ?? ''
  return { signature: isSigned ? unsupported('FORMAT_UNKNOWN') : NOT_SIGNED, data }
}
