import { randomBytes, X509Certificate } from 'node:crypto'
import { fromBER, Integer, Null, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  IssuerAndSerialNumber,
  MessageImprint,
  PKIStatus,
  SignedAndUnsignedAttributes,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import type { TimestampProblem } from './timestamp-problem.ts'
import { commonName } from './keys/certificate-name.ts'
import { areWhole, sha256, SHA_256 } from './cms.ts'
import { ANY_AUTHORITY, judgeTimestamp, type TimestampFlaw, type TimestampTrust } from './timestamp-trust.ts'

/** id-aa-signatureTimeStampToken (RFC 3161, appendix A) and id-ct-TSTInfo. */
const SIGNATURE_TIME_STAMP = '1.2.840.113549.1.9.16.2.14'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const UNSIGNED_ATTRIBUTES = 1
const VERSION = 1
const NONCE_BYTES = 12
/** RFC 3161, 2.4.2. */
const GRANTED = [PKIStatus.granted, PKIStatus.grantedWithMods]
/** An authority whose time is further from that of this service is not believed. */
export const CLOCK_TOLERANCE_MS = 10 * 60_000
/** Space that a signature reserves for a token; those of public authorities have three to eight thousand bytes. */
export const TOKEN_MAX_BYTES = 16 * 1024

/** Thrown if an authority gave no token that can be used. */
export class TimestampRefused extends Error {
  override readonly name = 'TimestampRefused'
  readonly problem: TimestampProblem

  constructor(problem: TimestampProblem, options?: ErrorOptions) {
    super(`The timestamp cannot be used: ${problem}`, options)
    this.problem = problem
  }
}

/** What a token proves: that the signature existed at this time, by the word of this authority. */
export interface Timestamp {
  time: Date
  /** Common name of the authority's certificate. */
  authority: string
  /** Certificates of the token as DER, that of the authority first. */
  certificates: readonly [Buffer, ...Buffer[]]
  /** Why it proves nothing all the same; never kept on a document. */
  flaw: TimestampFlaw | null
  /** Its authority is one of those that are trusted. */
  isVerified: boolean
}

export interface TimestampRequest {
  der: Buffer
  nonce: Buffer
  /** What is stamped: the value of the signature. */
  signature: Buffer
}

const signedDataOf = (envelope: Buffer) =>
  new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(envelope)).content })
const contentsOf = (value: { valueBlock: { valueHexView: Uint8Array } }) =>
  Buffer.from(value.valueBlock.valueHexView)

/** The value of the one signature in a CMS envelope. */
export function signatureValue(envelope: Buffer): Buffer {
  const [signer] = signedDataOf(envelope).signerInfos
  if (!signer) throw new RangeError('The envelope holds no signature')
  return contentsOf(signer.signature)
}

/** A positive number: its first bit is 0 and the second is 1. */
function newNonce(): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40
  return nonce
}

/** A query for a timestamp over the value of a signature, with the authority's certificates. */
export function timestampRequest(signature: Buffer): TimestampRequest {
  const nonce = newNonce()
  const query = new TimeStampReq({
    version: VERSION,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA_256, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: sha256(signature) }),
    }),
    nonce: new Integer({ valueHex: nonce }),
    certReq: true,
  })
  return { der: Buffer.from(query.toSchema().toBER()), nonce, signature }
}

const enclosed = ({ certificates = [] }: SignedData) =>
  certificates.filter((certificate) => certificate instanceof Certificate)

export const derOf = (certificate: Certificate) => Buffer.from(certificate.toSchema().toBER())

export const certificatesOf = (data: SignedData): X509Certificate[] =>
  enclosed(data).map((certificate) => new X509Certificate(derOf(certificate)))

/** The certificate that a signature names; undefined if it is not enclosed. */
export function signerOf(data: SignedData): Certificate | undefined {
  const sid: unknown = data.signerInfos[0]?.sid
  if (!(sid instanceof IssuerAndSerialNumber)) return undefined
  return enclosed(data).find(
    ({ issuer, serialNumber }) => issuer.isEqual(sid.issuer) && serialNumber.isEqual(sid.serialNumber),
  )
}

async function isSignedBy(data: SignedData, signature: Buffer): Promise<boolean> {
  try {
    return await data.verify({ signer: 0, data: new Uint8Array(signature).buffer })
  } catch {
    return false
  }
}

function infoOf(data: SignedData): TSTInfo {
  const { eContentType, eContent } = data.encapContentInfo
  if (eContentType !== TST_INFO || !eContent) throw new TimestampRefused('unreadable')
  return TSTInfo.fromBER(eContent.getValue())
}

/**
 * Checks a token against the signature that it stamps. Throws TimestampRefused if the token is damaged or stamps another
 * signature. The answer says whether its authority is trusted.
 */
export async function checkToken(
  token: Buffer,
  signature: Buffer,
  { nonce, trust = ANY_AUTHORITY }: { nonce?: Buffer; trust?: TimestampTrust } = {},
): Promise<Timestamp> {
  let data: SignedData
  let info: TSTInfo
  try {
    data = signedDataOf(token)
    info = infoOf(data)
  } catch (error) {
    throw error instanceof TimestampRefused ? error : new TimestampRefused('unreadable', { cause: error })
  }
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  if (hashAlgorithm.algorithmId !== SHA_256 || !contentsOf(hashedMessage).equals(sha256(signature)))
    throw new TimestampRefused('otherDocument')
  if (nonce && !(info.nonce && contentsOf(info.nonce).equals(nonce)))
    throw new TimestampRefused('otherRequest')
  const signer = signerOf(data)
  if (!signer || !(await isSignedBy(data, signature))) throw new TimestampRefused('badSignature')
  if (!areWhole(certificatesOf(data))) throw new TimestampRefused('badSignature')
  const others = enclosed(data).filter((other) => other !== signer)
  const [time, certificates] = [info.genTime, [derOf(signer), ...others.map(derOf)] as const]
  return {
    time,
    authority: commonName(certificates[0]),
    certificates,
    ...(await judgeTimestamp({ time, certificates, policy: info.policy }, trust)),
  }
}

/** The token of an authority's answer, once it is checked. Throws TimestampRefused. */
export async function readAnswer(
  answer: Buffer,
  { nonce, signature }: Pick<TimestampRequest, 'nonce' | 'signature'>,
  now: Date,
  trust: TimestampTrust = ANY_AUTHORITY,
): Promise<{ token: Buffer; timestamp: Timestamp }> {
  let response: TimeStampResp
  try {
    response = TimeStampResp.fromBER(new Uint8Array(answer))
  } catch (error) {
    throw new TimestampRefused('unreadable', { cause: error })
  }
  const { status, timeStampToken } = response
  if (!GRANTED.includes(status.status) || !timeStampToken) throw new TimestampRefused('rejected')
  const token = Buffer.from(timeStampToken.toSchema().toBER())
  if (token.length > TOKEN_MAX_BYTES) throw new TimestampRefused('tooLarge')
  const timestamp = await checkToken(token, signature, { nonce, trust })
  if (timestamp.flaw) throw new TimestampRefused(timestamp.flaw)
  if (Math.abs(timestamp.time.getTime() - now.getTime()) > CLOCK_TOLERANCE_MS)
    throw new TimestampRefused('badTime')
  return { token, timestamp }
}

/** Adds the token to a CMS envelope as an unsigned attribute of its signer (PAdES B-T). */
export function withToken(envelope: Buffer, token: Buffer): Buffer {
  const info = ContentInfo.fromBER(new Uint8Array(envelope))
  const data = new SignedData({ schema: info.content })
  const [signer] = data.signerInfos
  if (!signer) throw new RangeError('The envelope holds no signature')
  const stamp = new Attribute({
    type: SIGNATURE_TIME_STAMP,
    values: [fromBER(new Uint8Array(token)).result],
  })
  signer.unsignedAttrs = new SignedAndUnsignedAttributes({ type: UNSIGNED_ATTRIBUTES, attributes: [stamp] })
  info.content = data.toSchema(true)
  return Buffer.from(info.toSchema().toBER())
}

/** The token of a CMS envelope; null if it has none. Throws TimestampRefused if it holds anything else unsigned. */
export function tokenOf(envelope: Buffer): Buffer | null {
  const [signer] = signedDataOf(envelope).signerInfos
  if (!signer?.unsignedAttrs) return null
  const [stamp, another] = signer.unsignedAttrs.attributes
  const value = stamp?.values[0] as { toBER(): ArrayBuffer } | undefined
  if (stamp?.type !== SIGNATURE_TIME_STAMP || another || !value) throw new TimestampRefused('unreadable')
  return Buffer.from(value.toBER())
}
