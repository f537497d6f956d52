import { createHash, randomBytes } from 'node:crypto'
import { agreementNumber } from '../signed-documents/agreement-names.ts'
import { canonicalJson } from './canonical-json.ts'
import type { Numbers } from '../templates/protocol.ts'
import type { NextAgreement } from '../own-agreement.ts'

/** The version of the hashed content's format, which also names the rules of the signing. */
export const FORM = 'consilium-labor-agreement-4'
/** 32 characters of five bits each are 160 bits, too many to guess. */
const CODE_LENGTH = 32
/** Without the letter l, the letter o and the digits 0 and 1, which are confused in print. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** The address of a web page rather than of the API, since most readers scan the QR code with a phone. */
const VERIFY_PATH = '/verify'

/** Generates an unguessable code for verifying a signed document. */
export const newVerifyCode = () =>
  Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

/** The public address at which anyone can verify a document. */
export const verifyUrl = (baseUrl: string, code: string) => `${baseUrl}${VERIFY_PATH}/${code}`

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** The contract as the expert sees it before signing. All values are texts or null. */
const contractOf = (agreement: NextAgreement, protocol: string, numbers: Numbers) => ({
  form: FORM,
  agreementNumber: agreementNumber(agreement.attendeeId),
  payer: agreement.orgName,
  payerCreditCode: agreement.payerCreditCode,
  name: agreement.name,
  phone: agreement.phone,
  unit: agreement.unit,
  title: agreement.title,
  idCardNo: numbers.idCardNo,
  bankName: agreement.bankName,
  bankAccount: numbers.bankAccount,
  bankRegion: agreement.bankRegion,
  laborForm: agreement.laborForm,
  payableAmount: agreement.payableAmount,
  vatAmount: agreement.vatAmount,
  surchargeAmount: agreement.surchargeAmount,
  incomeTax: agreement.incomeTax,
  netAmount: agreement.netAmount,
  surchargeRate: agreement.surchargeRate,
  feeRuleVersion: agreement.feeRuleVersion,
  // Only where minutes are agreed, so that other agreements have the content they always had.
  ...(agreement.feeMinutes === null ? {} : { feeMinutes: String(agreement.feeMinutes) }),
  // The fingerprint of the agreement that an amendment replaces.
  amends: agreement.amendment ? (agreement.contentSha256?.toString('hex') ?? null) : null,
  protocol,
})

const canonicalHash = (values: Record<string, string | null>) => sha256(canonicalJson(values))

/** The hash that an SMS code is bound to. Never return it to a client: identity numbers could be guessed against it. */
export const contractHash = (...contract: Parameters<typeof contractOf>): string =>
  canonicalHash(contractOf(...contract)).toString('hex')

/**
 * What the parties agree on, as canonical JSON that is attached to the document. Its hash is public. It includes the hash of the drawn signature, without which nobody can
 * guess identity numbers against it.
 */
export const signedContent = (
  agreement: NextAgreement,
  protocol: string,
  signing: {
    numbers: Numbers
    handsign: Buffer
    signedTime: string
    eventSha256: Buffer
    /** SHA-256 of the payer's own certificates for its seal, in hexadecimal digits. */
    sealCertificates: readonly string[]
  },
): { text: string; sha256: Buffer } => {
  const text = canonicalJson({
    ...contractOf(agreement, protocol, signing.numbers),
    handsignSha256: sha256(signing.handsign).toString('hex'),
    signedTime: signing.signedTime,
    sealCertificates: signing.sealCertificates.join(' ') || null,
    eventSha256: signing.eventSha256.toString('hex'),
  })
  return { text, sha256: sha256(text) }
}
