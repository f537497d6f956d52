import type { Ask } from './asking.ts'
import type { Proof } from './proof.ts'
import type { Question, RevocationVerdict } from './revocation-reading.ts'

const QUERY = 'application/ocsp-request'
export const TIMEOUT_MS = 5000
const OCSP_MAX_BYTES = 64 * 1024
/** Lists of large authorities have some hundreds of thousands of bytes; the proof becomes part of every document. */
const CRL_MAX_BYTES = 512 * 1024

/** Thrown if no service says that a certificate is good. */
export class RevocationUnknown extends Error {
  override readonly name = 'RevocationUnknown'
  readonly isRevoked: boolean

  constructor(message: string, isRevoked = false, options?: ErrorOptions) {
    super(message, options)
    this.isRevoked = isRevoked
  }
}

/** Parses documents, certificates and answers away from the main thread. */
export interface RevocationReader {
  /** Each certificate of a signed PDF and of the platform once, with whom to ask about it. */
  questions(pdf: Buffer, own: readonly Buffer[]): Promise<Question[]>
  /** What an answer says about a certificate. */
  read(
    ask: 'ocsp' | 'crl',
    answer: Buffer,
    pair: { certificate: Uint8Array; issuer: Uint8Array },
  ): Promise<RevocationVerdict>
}

/** How services are asked, and who reads what they answer. */
export interface Asking {
  ask: Ask
  reader: RevocationReader
  signal: AbortSignal
}

type Answers = Pick<Proof, 'ocsps' | 'crls'>

const PROBLEMS: Readonly<Record<Exclude<RevocationVerdict, 'good'>, string>> = {
  revoked: 'does not call the certificate good',
  invalid: 'gave an invalid answer',
  none: 'gave no answer',
}

async function askOne(
  url: string,
  request: Uint8Array | null,
  pair: { certificate: Uint8Array; issuer: Uint8Array },
  { ask, reader, signal }: Asking,
): Promise<Buffer> {
  const answer = await ask({
    url,
    ...(request ? { body: { bytes: request, mediaType: QUERY } } : {}),
    maxBytes: request ? OCSP_MAX_BYTES : CRL_MAX_BYTES,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  const verdict = await reader.read(request ? 'ocsp' : 'crl', answer, pair)
  if (verdict !== 'good') throw new RevocationUnknown(`${url} ${PROBLEMS[verdict]}`, verdict === 'revoked')
  return answer
}

/** OCSP first, since its answer is small; the list if that fails. */
async function proveOne(
  { certificate, ocsp, crl }: Question,
  issuer: Uint8Array,
  given: Asking,
): Promise<Answers> {
  let failure: unknown = new RevocationUnknown('The certificate names no service')
  for (const { url, request } of [...ocsp, ...crl.map((address) => ({ url: address, request: null }))])
    try {
      const answer = await askOne(url, request, { certificate, issuer }, given)
      return { ocsps: request ? [answer] : [], crls: request ? [] : [answer] }
    } catch (error) {
      if (error instanceof RevocationUnknown && error.isRevoked) throw error
      failure = error
    }
  throw failure instanceof RevocationUnknown
    ? failure
    : new RevocationUnknown('No service can be asked', false, { cause: failure })
}

/**
 * The proof that the certificates of a signed PDF, and these of the platform, are not revoked now. A certificate that names
 * no service is taken as it is. Throws RevocationUnknown.
 */
export async function proofOf(pdf: Buffer, own: readonly Buffer[], given: Asking): Promise<Proof> {
  const questions = await given.reader.questions(pdf, own)
  const ocsps: Buffer[] = []
  const crls: Buffer[] = []
  for (const question of questions) {
    const { issuer, ocsp, crl } = question
    if (!issuer || ocsp.length + crl.length === 0) continue
    const answers = await proveOne(question, issuer, given)
    ocsps.push(...answers.ocsps)
    crls.push(...answers.crls)
  }
  return { certificates: questions.map(({ certificate }) => Buffer.from(certificate)), ocsps, crls }
}
