import { createHash, sign as signWith, X509Certificate, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { Null, ObjectIdentifier, OctetString, Sequence, Set as SetOf } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  GeneralName,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'

const signAsync = promisify(signWith)

/** RFC 5652, 4, 5, 11.1 and 11.2. */
const ID_DATA = '1.2.840.113549.1.7.1'
const ID_SIGNED_DATA = '1.2.840.113549.1.7.2'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
/**
 * The signer's certificate is signed too, so that no other certificate of the same key can replace it (RFC 5035, 3).
 */
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'
/** RFC 5754, 2 and 3. */
export const SHA_256 = '2.16.840.1.101.3.4.2.1'
const SHA_256_WITH_RSA = '1.2.840.113549.1.1.11'
const ECDSA_WITH_SHA_256 = '1.2.840.10045.4.3.2'

const CMS_VERSION = 1
const SIGNED_ATTRIBUTES = 0
const DIRECTORY_NAME = 4

/** A private key, its certificate and the chain to its root, as DER. */
export interface SigningKey {
  privateKey: KeyObject
  certificates: readonly [Buffer, ...Buffer[]]
}

/** Throws unless the library that writes signatures reads these certificates as well. */
export function requireReadable(certificates: readonly Buffer[]): void {
  for (const der of certificates) Certificate.fromBER(new Uint8Array(der))
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

const signatureAlgorithm = ({ asymmetricKeyType }: KeyObject) =>
  asymmetricKeyType === 'rsa'
    ? new AlgorithmIdentifier({ algorithmId: SHA_256_WITH_RSA, algorithmParams: new Null() })
    : new AlgorithmIdentifier({ algorithmId: ECDSA_WITH_SHA_256 })

/** Returns SigningCertificateV2 with one ESSCertIDv2; its hash algorithm is the default, SHA-256, and so omitted. */
function signingCertificate(der: Buffer, { issuer, serialNumber }: Certificate): Sequence {
  const issuerName = new GeneralName({ type: DIRECTORY_NAME, value: issuer })
  const issuerSerial = new Sequence({
    value: [new Sequence({ value: [issuerName.toSchema()] }), serialNumber],
  })
  const certId = new Sequence({ value: [new OctetString({ valueHex: sha256(der) }), issuerSerial] })
  return new Sequence({ value: [new Sequence({ value: [certId] })] })
}

/** Sorted as DER requires for a SET OF (X.690, 11.6). */
function signedAttributes(digest: Buffer, der: Buffer, certificate: Certificate): Attribute[] {
  const attributes = [
    new Attribute({ type: CONTENT_TYPE, values: [new ObjectIdentifier({ value: ID_DATA })] }),
    new Attribute({ type: MESSAGE_DIGEST, values: [new OctetString({ valueHex: digest })] }),
    new Attribute({ type: SIGNING_CERTIFICATE_V2, values: [signingCertificate(der, certificate)] }),
  ]
  const encoded = (attribute: Attribute) => Buffer.from(attribute.toSchema().toBER())
  return attributes.toSorted((a, b) => Buffer.compare(encoded(a), encoded(b)))
}

/** The hash of the signer's certificate that a signature of this platform states; undefined for any other. */
export function signingCertificateHash({ signerInfos }: SignedData): Buffer | undefined {
  const attributes = signerInfos[0]?.signedAttrs?.attributes ?? []
  const value: unknown = attributes.find(({ type }) => type === SIGNING_CERTIFICATE_V2)?.values[0]
  const [certIds] = value instanceof Sequence ? value.valueBlock.value : []
  const [certId] = certIds instanceof Sequence ? certIds.valueBlock.value : []
  const [hash] = certId instanceof Sequence ? certId.valueBlock.value : []
  return hash instanceof OctetString ? Buffer.from(hash.valueBlock.valueHexView) : undefined
}

/**
 * Returns a detached signature over content with this SHA-256 as DER: CMS SignedData with the signed attributes of a
 * PAdES baseline B-B signature (ETSI EN 319 142-1, 6.3). The signing time is in the signature dictionary instead.
 */
export async function signDetached(
  digest: Buffer,
  { privateKey, certificates }: SigningKey,
): Promise<Buffer> {
  const chain = certificates.map((der) => Certificate.fromBER(der))
  const [certificate] = chain
  if (!certificate) throw new Error('A signing key needs a certificate')
  const attributes = signedAttributes(digest, certificates[0], certificate)
  const signed = new SetOf({ value: attributes.map((attribute) => attribute.toSchema()) }).toBER()
  const signature = await signAsync('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'der' })
  return envelopeOf({ certificates: chain, publicKey: privateKey, attributes, signature })
}

interface EnvelopeParts {
  /** That of the signer first. */
  certificates: Certificate[]
  /** Any key of the signer's pair, which decides the algorithm. */
  publicKey: KeyObject
  attributes: Attribute[]
  signature: Buffer
  unsignedAttrs?: SignedAndUnsignedAttributes | undefined
}

/** The one way in which this platform lays out a signature. */
function envelopeOf({
  certificates,
  publicKey,
  attributes,
  signature,
  unsignedAttrs,
}: EnvelopeParts): Buffer {
  const [certificate] = certificates
  if (!certificate) throw new Error('A signature needs a certificate')
  const digestAlgorithm = new AlgorithmIdentifier({ algorithmId: SHA_256 })
  const { issuer, serialNumber } = certificate
  const signerInfo = new SignerInfo({
    version: CMS_VERSION,
    sid: new IssuerAndSerialNumber({ issuer, serialNumber }),
    digestAlgorithm,
    signedAttrs: new SignedAndUnsignedAttributes({ type: SIGNED_ATTRIBUTES, attributes }),
    signatureAlgorithm: signatureAlgorithm(publicKey),
    signature: new OctetString({ valueHex: signature }),
    ...(unsignedAttrs ? { unsignedAttrs } : {}),
  })
  const signedData = new SignedData({
    version: CMS_VERSION,
    digestAlgorithms: [digestAlgorithm],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: ID_DATA }),
    certificates,
    signerInfos: [signerInfo],
  })
  const envelope = new ContentInfo({ contentType: ID_SIGNED_DATA, content: signedData.toSchema(true) })
  return Buffer.from(envelope.toSchema().toBER())
}

/**
 * Whether an envelope is laid out as this platform does it, so that bytes outside of what is signed cannot change either.
 */
export function isOwnLayout(envelope: Buffer, data: SignedData): boolean {
  const [signer] = data.signerInfos
  const certificates = (data.certificates ?? []).filter((each) => each instanceof Certificate)
  const [first] = certificates
  if (!signer?.signedAttrs || !first) return false
  const { publicKey } = new X509Certificate(Buffer.from(first.toSchema().toBER()))
  return envelopeOf({
    certificates,
    publicKey,
    attributes: signer.signedAttrs.attributes,
    signature: Buffer.from(signer.signature.valueBlock.valueHexView),
    unsignedAttrs: signer.unsignedAttrs,
  }).equals(envelope)
}

/** Whether each certificate was issued by the next one, and the last by itself if it says so. */
export const isChain = (certificates: readonly X509Certificate[]): boolean =>
  certificates.every((certificate, index) => {
    const next = certificates[index + 1]
    if (next) return certificate.issuer === next.subject && certificate.verify(next.publicKey)
    return certificate.subject !== certificate.issuer || certificate.verify(certificate.publicKey)
  })

/** Whether each certificate is signed by its issuer, as far as that is among them. */
export function areWhole(certificates: readonly X509Certificate[]): boolean {
  return certificates.every((certificate) => {
    const issuer = certificates.find(({ subject }) => subject === certificate.issuer)
    return !issuer || certificate.verify(issuer.publicKey)
  })
}
