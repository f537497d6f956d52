import { randomBytes, X509Certificate } from 'node:crypto'
import { fromBER, OctetString } from 'asn1js'
import {
  BasicOCSPResponse,
  type Certificate,
  CertificateRevocationList,
  Extension,
  OCSPRequest,
  OCSPResponse,
} from 'pkijs'
import { parseCertificate, servicesOf } from './revocation-services.ts'
import { checkSignatures } from './verify.ts'

/** RFC 6960, 4.4.1. */
const OCSP_NONCE = '1.3.6.1.5.5.7.48.1.2'
const BASIC_RESPONSE = '1.3.6.1.5.5.7.48.1.1'
const NONCE_BYTES = 16
const GOOD = 0
const SUCCESSFUL = 0
/** A list as long as it may be has four elements for each of its 14,000 certificates. */
const CRL_ELEMENTS_MAX = 100_000
/** Difference of clocks that is tolerated. */
const TOLERANCE_MS = 5 * 60_000

/** A certificate of a document, and whom to ask whether it is revoked; nobody, if it names no service. */
export interface Question {
  certificate: Uint8Array
  issuer: Uint8Array | null
  ocsp: readonly { url: string; request: Uint8Array }[]
  crl: readonly string[]
}

/** `none` if the service refused to answer. */
export type RevocationVerdict = 'good' | 'revoked' | 'invalid' | 'none'

export type RevocationTask =
  | { ask: 'questions'; pdf: Uint8Array; own: readonly Uint8Array[] }
  | { ask: 'ocsp' | 'crl'; answer: Uint8Array; certificate: Uint8Array; issuer: Uint8Array }

async function requestOf(certificate: Certificate, issuer: Certificate): Promise<Uint8Array> {
  const request = new OCSPRequest()
  await request.createForCertificate(certificate, { hashAlgorithm: 'SHA-1', issuerCertificate: issuer })
  const nonce = new OctetString({ valueHex: randomBytes(NONCE_BYTES) })
  request.tbsRequest.requestExtensions = [new Extension({ extnID: OCSP_NONCE, extnValue: nonce.toBER() })]
  return new Uint8Array(request.toSchema(true).toBER())
}

async function questionOf(certificate: Buffer, issuer: Buffer | undefined): Promise<Question> {
  if (!issuer) return { certificate, issuer: null, ocsp: [], crl: [] }
  const [own, above] = [parseCertificate(certificate), parseCertificate(issuer)]
  const { ocsp, crl } = servicesOf(own)
  const asked = ocsp.map(async (url) => ({ url, request: await requestOf(own, above) }))
  return { certificate, issuer, ocsp: await Promise.all(asked), crl }
}

/**
 * The certificates of a document and of this platform, each once. Services that the certificates of others name are not
 * asked, since those could name any address.
 */
async function questionsOf(pdf: Buffer, own: readonly Buffer[]): Promise<Question[]> {
  const { signatures } = await checkSignatures(pdf)
  const others = signatures.map(({ certificate }) => [certificate.raw])
  const authorities = signatures.flatMap(({ timestamp }) => (timestamp ? [timestamp.certificates] : []))
  const questions = new Map<string, Question>()
  for (const chain of [own, ...authorities, ...others])
    for (const der of chain) {
      const key = der.toString('base64')
      if (questions.has(key)) continue
      const certificate = new X509Certificate(der)
      const issuer = chain.find(
        (other) => other !== der && certificate.checkIssued(new X509Certificate(other)),
      )
      questions.set(key, await questionOf(der, issuer))
    }
  return [...questions.values()]
}

const isCurrent = (from: Date, until: Date | undefined, now: number) =>
  from.getTime() - TOLERANCE_MS <= now && (!until || now <= until.getTime() + TOLERANCE_MS)

async function readOcsp(
  answer: Uint8Array,
  certificate: Certificate,
  issuer: Certificate,
): Promise<RevocationVerdict> {
  const { responseStatus, responseBytes } = OCSPResponse.fromBER(new Uint8Array(answer))
  if (responseStatus.valueBlock.valueDec !== SUCCESSFUL || responseBytes?.responseType !== BASIC_RESPONSE)
    return 'none'
  const basic = BasicOCSPResponse.fromBER(responseBytes.response.valueBlock.valueHexView)
  const isSigned = await basic.verify({ trustedCerts: [issuer], issuerCerts: [issuer] }).catch(() => false)
  const { isForCertificate, status } = await basic.getCertificateStatus(certificate, issuer)
  const now = Date.now()
  const areCurrent = basic.tbsResponseData.responses.every(({ thisUpdate, nextUpdate }) =>
    isCurrent(thisUpdate, nextUpdate, now),
  )
  if (!isSigned || !isForCertificate || !areCurrent) return 'invalid'
  return status === GOOD ? 'good' : 'revoked'
}

async function readCrl(
  answer: Uint8Array,
  certificate: Certificate,
  issuer: Certificate,
): Promise<RevocationVerdict> {
  const { result, offset } = fromBER(new Uint8Array(answer), { maxNodes: CRL_ELEMENTS_MAX })
  if (offset !== answer.length) return 'invalid'
  const crl = new CertificateRevocationList({ schema: result })
  const isSigned = await crl.verify({ issuerCertificate: issuer })
  if (!isSigned || !isCurrent(crl.thisUpdate.value, crl.nextUpdate?.value, Date.now())) return 'invalid'
  return crl.isCertificateRevoked(certificate) ? 'revoked' : 'good'
}

const READERS = { ocsp: readOcsp, crl: readCrl }

/**
 * Reads what services answer about certificates, and documents for whom to ask; called in a worker thread: a revocation
 * list of the permitted size takes a second.
 */
export async function readRevocation(task: RevocationTask): Promise<Question[] | RevocationVerdict> {
  if (task.ask === 'questions')
    return questionsOf(
      Buffer.from(task.pdf),
      task.own.map((der) => Buffer.from(der)),
    )
  const { ask, answer, certificate, issuer } = task
  // Whatever a parser throws means an answer that cannot be read.
  return READERS[ask](answer, parseCertificate(certificate), parseCertificate(issuer)).catch(
    (): RevocationVerdict => 'invalid',
  )
}
