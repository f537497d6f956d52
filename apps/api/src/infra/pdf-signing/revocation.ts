import { randomBytes, X509Certificate } from 'node:crypto'
import { OctetString } from 'asn1js'
import {
  BasicOCSPResponse,
  Certificate,
  CertificateRevocationList,
  CRLDistributionPoints,
  Extension,
  GeneralName,
  InfoAccess,
  OCSPRequest,
  OCSPResponse,
} from 'pkijs'
import { fetchBytes } from '../bounded-fetch.ts'
import type { Proof } from './proof.ts'

/** RFC 5280, 4.2.1.13 and 4.2.2.1; RFC 6960, 4.4.1. */
const AUTHORITY_INFO = '1.3.6.1.5.5.7.1.1'
const OCSP_SERVICE = '1.3.6.1.5.5.7.48.1'
const DISTRIBUTION_POINTS = '2.5.29.31'
const OCSP_NONCE = '1.3.6.1.5.5.7.48.1.2'
const BASIC_RESPONSE = '1.3.6.1.5.5.7.48.1.1'
const NONCE_BYTES = 16
const URI = 6
const GOOD = 0
const SUCCESSFUL = 0
const QUERY = 'application/ocsp-request'
export const TIMEOUT_MS = 5000
const OCSP_MAX_BYTES = 64 * 1024
/** Lists of large authorities have some hundreds of thousands of bytes; the proof becomes part of every document. */
const CRL_MAX_BYTES = 512 * 1024
/** Difference of clocks that is tolerated. */
const TOLERANCE_MS = 5 * 60_000

/** Thrown if no service says that a certificate is good. */
export class RevocationUnknown extends Error {
  override readonly name = 'RevocationUnknown'
  readonly isRevoked: boolean

  constructor(message: string, isRevoked = false, options?: ErrorOptions) {
    super(message, options)
    this.isRevoked = isRevoked
  }
}

const parse = (der: Buffer) => Certificate.fromBER(new Uint8Array(der))

function extensionOf({ extensions = [] }: Certificate, id: string): unknown {
  return extensions.find(({ extnID }) => extnID === id)?.parsedValue
}

const isHttp = (name: unknown): name is GeneralName =>
  name instanceof GeneralName && name.type === URI && /^https?:\/\//.test(String(name.value))

/** Where a certificate says that its revocation can be asked for. */
function servicesOf(certificate: Certificate): { ocsp: string[]; crl: string[] } {
  const access = extensionOf(certificate, AUTHORITY_INFO)
  const points = extensionOf(certificate, DISTRIBUTION_POINTS)
  const descriptions = access instanceof InfoAccess ? access.accessDescriptions : []
  const lists = points instanceof CRLDistributionPoints ? points.distributionPoints : []
  const names = lists.flatMap(({ distributionPoint }) =>
    Array.isArray(distributionPoint) ? distributionPoint : [],
  )
  return {
    ocsp: descriptions
      .filter(({ accessMethod, accessLocation }) => accessMethod === OCSP_SERVICE && isHttp(accessLocation))
      .map(({ accessLocation }) => String(accessLocation.value)),
    crl: names.filter(isHttp).map(({ value }) => String(value)),
  }
}

/** True if the certificate names a service that tells whether it is revoked. */
export function namesRevocation(der: Buffer): boolean {
  const { ocsp, crl } = servicesOf(parse(der))
  return ocsp.length + crl.length > 0
}

const isCurrent = (from: Date, until: Date | undefined, now: number) =>
  from.getTime() - TOLERANCE_MS <= now && (!until || now <= until.getTime() + TOLERANCE_MS)

async function askOcsp(
  url: string,
  certificate: Certificate,
  issuer: Certificate,
  signal: AbortSignal,
): Promise<Buffer> {
  const request = new OCSPRequest()
  await request.createForCertificate(certificate, { hashAlgorithm: 'SHA-1', issuerCertificate: issuer })
  const nonce = new OctetString({ valueHex: randomBytes(NONCE_BYTES) })
  request.tbsRequest.requestExtensions = [new Extension({ extnID: OCSP_NONCE, extnValue: nonce.toBER() })]
  const bytes = Buffer.from(request.toSchema(true).toBER())
  const answer = await fetchBytes(url, {
    body: { bytes, mediaType: QUERY },
    maxBytes: OCSP_MAX_BYTES,
    signal,
  })
  const response = OCSPResponse.fromBER(new Uint8Array(answer))
  const { responseStatus, responseBytes } = response
  if (responseStatus.valueBlock.valueDec !== SUCCESSFUL || responseBytes?.responseType !== BASIC_RESPONSE)
    throw new RevocationUnknown(`${url} gave no answer`)
  const basic = BasicOCSPResponse.fromBER(responseBytes.response.valueBlock.valueHexView)
  const isSigned = await basic.verify({ trustedCerts: [issuer], issuerCerts: [issuer] }).catch(() => false)
  const { isForCertificate, status } = await basic.getCertificateStatus(certificate, issuer)
  const now = Date.now()
  const areCurrent = basic.tbsResponseData.responses.every(({ thisUpdate, nextUpdate }) =>
    isCurrent(thisUpdate, nextUpdate, now),
  )
  if (!isSigned || !isForCertificate || !areCurrent)
    throw new RevocationUnknown(`${url} gave an invalid answer`)
  if (status !== GOOD) throw new RevocationUnknown(`${url} does not call the certificate good`, true)
  return answer
}

async function askCrl(
  url: string,
  certificate: Certificate,
  issuer: Certificate,
  signal: AbortSignal,
): Promise<Buffer> {
  const answer = await fetchBytes(url, { maxBytes: CRL_MAX_BYTES, signal })
  const crl = CertificateRevocationList.fromBER(new Uint8Array(answer))
  const isSigned = await crl.verify({ issuerCertificate: issuer })
  if (!isSigned || !isCurrent(crl.thisUpdate.value, crl.nextUpdate?.value, Date.now()))
    throw new RevocationUnknown(`${url} gave an invalid list`)
  if (crl.isCertificateRevoked(certificate)) throw new RevocationUnknown(`${url} lists the certificate`, true)
  return answer
}

type Answers = Pick<Proof, 'ocsps' | 'crls'>

/** OCSP first, since its answer is small; the list if that fails. */
async function proveOne(
  certificate: Certificate,
  issuer: Certificate,
  signal: AbortSignal,
): Promise<Answers> {
  const { ocsp, crl } = servicesOf(certificate)
  let failure: unknown = new RevocationUnknown('The certificate names no service')
  const limit = () => AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  for (const [kind, urls, ask] of [['ocsps', ocsp, askOcsp] as const, ['crls', crl, askCrl] as const])
    for (const url of urls)
      try {
        const answer = await ask(url, certificate, issuer, limit())
        return { ocsps: [], crls: [], [kind]: [answer] }
      } catch (error) {
        if (error instanceof RevocationUnknown && error.isRevoked) throw error
        failure = error
      }
  throw failure instanceof RevocationUnknown
    ? failure
    : new RevocationUnknown('No service can be asked', false, { cause: failure })
}

/**
 * The proof that the certificates of these chains (each from the signer upwards, as DER) are not revoked now. A
 * certificate that names no service is taken as it is. Throws RevocationUnknown.
 */
export async function proveChains(
  chains: readonly (readonly Buffer[])[],
  signal: AbortSignal,
): Promise<Proof> {
  const proof = { certificates: new Map<string, Buffer>(), ocsps: [] as Buffer[], crls: [] as Buffer[] }
  for (const chain of chains)
    for (const der of chain) {
      const key = der.toString('base64')
      if (proof.certificates.has(key)) continue
      proof.certificates.set(key, der)
      const own = new X509Certificate(der)
      const issuerDer = chain.find((other) => other !== der && own.checkIssued(new X509Certificate(other)))
      if (!issuerDer || !namesRevocation(der)) continue
      const { ocsps, crls } = await proveOne(parse(der), parse(issuerDer), signal)
      proof.ocsps.push(...ocsps)
      proof.crls.push(...crls)
    }
  return { ...proof, certificates: [...proof.certificates.values()] }
}
