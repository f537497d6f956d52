import { createHash, randomBytes } from 'node:crypto'
import { agreementNumber } from './agreement-document.ts'
import type { Numbers } from './protocol.ts'
import type { AgreementRecord } from './repository.ts'

/** Names what is hashed and how, should that ever change. */
const FORM = 'consilium-labor-agreement-1'
/** 32 characters of five bits: nobody finds one by trying. */
const CODE_LENGTH = 32
/** Without those that are taken for one another in print. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Of a page for people: most come with the camera of a phone. */
const VERIFY_PATH = '/verify'

/** A new unguessable code that a signed document is verified by. */
export const newVerifyCode = () =>
  Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

/** Address under which anyone verifies a document. */
export const verifyUrl = (baseUrl: string, code: string) => `${baseUrl}${VERIFY_PATH}/${code}`

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** The contract as it is shown before it is signed, all of it texts. */
const contractOf = (agreement: AgreementRecord, protocol: string, numbers: Numbers) => ({
  form: FORM,
  agreementNumber: agreementNumber(agreement.attendeeId),
  payer: agreement.orgName,
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
  protocol,
})

/** SHA-256 of texts as canonical JSON (RFC 8785: names in order, no white space; there are only texts and null). */
const canonicalHash = (values: Record<string, string | null>) =>
  sha256(JSON.stringify(values, Object.keys(values).toSorted()))

/** What a verification code is bound to. It is never told: identity numbers could be tried out against it. */
export const contractHash = (...contract: Parameters<typeof contractOf>): string =>
  canonicalHash(contractOf(...contract)).toString('hex')

/**
 * What the parties agree on by a signature. The hash of the signature's picture among it keeps others from trying out
 * identity numbers.
 */
export const contentHash = (
  agreement: AgreementRecord,
  protocol: string,
  signing: { numbers: Numbers; handsign: Buffer; signedTime: string },
): Buffer =>
  canonicalHash({
    ...contractOf(agreement, protocol, signing.numbers),
    handsignSha256: sha256(signing.handsign).toString('hex'),
    signedTime: signing.signedTime,
  })
