import { z } from 'zod'
import type { Words } from '../errors.ts'
import * as f from '../fields.ts'
import { choice } from '../words.ts'
import { INVOICE_READ_FIELDS, InvoiceReadField, type InvoiceReading } from './invoice-reading.ts'
import { nullableByName } from '../recognition/recognition.ts'

const label = (zh: string, en: string): Words => ({ 'zh-CN': zh, en })

/** What the tax authority says of an invoice, as the verifier answers. */
export const VERIFIER_STATES = [
  'valid',
  'mismatch',
  'notFound',
  'voided',
  'redFlushed',
  'unsupported',
  'retryLater',
] as const
export type VerifierState = (typeof VERIFIER_STATES)[number]

/** How the verification of an invoice stands. */
export const VERIFICATION_LABELS = {
  none: label('未查验', 'Not verified'),
  waiting: label('查验中', 'Being verified'),
  valid: label('查验一致', 'Verified'),
  mismatch: label('信息不一致', 'Details differ'),
  notFound: label('查无此票', 'Not found'),
  voided: label('已作废', 'Voided'),
  redFlushed: label('已红冲', 'Reversed'),
  unsupported: label('不支持查验', 'Kind not supported'),
  failed: label('查验未完成', 'Could not be verified'),
} as const satisfies Record<string, Words>
export type VerificationState = keyof typeof VERIFICATION_LABELS
export const VERIFICATION_STATES = Object.keys(VERIFICATION_LABELS) as [
  VerificationState,
  ...VerificationState[],
]
export const VerificationState = choice(VERIFICATION_STATES, VERIFICATION_LABELS)

/** Answers after which somebody must look at the invoice. */
export const isSuspicious = (state: VerificationState): boolean =>
  state === 'mismatch' || state === 'notFound' || state === 'voided' || state === 'redFlushed'

/** Why an invoice waits for another call, or was given up. */
export const VERIFICATION_PROBLEM_LABELS = {
  UNREACHABLE: label('查验服务无法连接', 'The verifier cannot be reached'),
  FAULT: label('查验服务出错', 'The verifier has failed'),
  REFUSED: label('查验服务拒绝了请求', 'The verifier refused the call'),
  ANSWER_INVALID: label('查验服务的答复无法识别', 'The answer of the verifier is not valid'),
  RETRY_LATER: label('查验服务请求稍后再试', 'The verifier asks to call later'),
  NOT_ISSUED_YET: label(
    '开票当日尚未入库，次日06:00后再查',
    'Not there on the day of issue; asked again after 06:00',
  ),
  DAY_LIMIT: label('该发票今日查验次数已用完', 'The calls of the day for this invoice are used up'),
  BUDGET_SPENT: label('今日查验总量已用完', 'The calls of the day are used up'),
} as const satisfies Record<string, Words>
export type VerificationProblem = keyof typeof VERIFICATION_PROBLEM_LABELS
export const VERIFICATION_PROBLEMS = Object.keys(VERIFICATION_PROBLEM_LABELS) as [
  VerificationProblem,
  ...VerificationProblem[],
]

/** The authority answers so many calls a day for one invoice. */
export const VERIFICATIONS_PER_INVOICE_AND_DAY = 5
/** Calls without an answer, after which an invoice is given up until somebody asks again. */
export const VERIFICATION_ATTEMPTS_MAX = 12
/** Invoices that one request asks for. */
export const VERIFIED_AT_ONCE_MAX = 200

export const InvoiceVerification = z
  .object({
    mayAsk: z.boolean().meta({ description: 'Whether the caller can have it verified now' }),
    missing: z
      .array(InvoiceReadField)
      .meta({ description: 'Fields without which the authority cannot be asked' }),
    problem: z.enum(VERIFICATION_PROBLEMS).nullable().meta({
      description: 'Why it waits for another call, or was given up',
    }),
    nextTime: z
      .string()
      .nullable()
      .meta({ description: 'When a waiting invoice is asked for at the earliest' }),
    verifiedTime: z.string().nullable().meta({ description: 'When the authority answered' }),
    fields: nullableByName(INVOICE_READ_FIELDS, z.string())
      .nullable()
      .meta({ description: 'The values that the authority has' }),
    taken: z
      .array(InvoiceReadField)
      .meta({ description: 'Fields of the invoice whose value is the one of the authority' }),
    differences: z.array(InvoiceReadField).meta({
      description: 'Fields of which recognition or the invoice says something else than the authority',
    }),
  })
  .meta({ id: 'InvoiceVerification', description: 'What the tax authority says of the invoice' })
export type InvoiceVerification = z.infer<typeof InvoiceVerification>

/** What is printed on the paper or stands in the text of the file, where recognition could tell it from the QR code. */
export function printedValue(reading: InvoiceReading, field: InvoiceReadField): string | null {
  const differing = reading.checks.differences.find((difference) => difference.field === field)
  if (differing) return differing.text
  const isPrinted = (source: string | null) => source === 'layer' || source === 'text'
  if (isPrinted(reading.source[field])) return reading.fields[field]
  return reading.alternatives.find((other) => other.field === field && isPrinted(other.source))?.value ?? null
}

/** Kinds that exist as files only or came first as files: they want their original, not a picture of it (财会〔2020〕6号). */
const ELECTRONIC_KINDS: readonly (string | null)[] = ['08', '10', '14', '20', '31', '32', '51', '61']
export const isElectronicKind = (invoiceType: string | null): boolean =>
  ELECTRONIC_KINDS.includes(invoiceType)

/** Why a file is not accepted as the original of an electronic invoice. */
export const ORIGINAL_PROBLEM_LABELS = {
  FILE_MISSING: label('没有原件', 'There is no file'),
  NOT_ORIGINAL: label(
    '是图片或扫描件，请上传XML、OFD或带签名的PDF原件',
    'It is a picture; the original is an XML, OFD or signed PDF file',
  ),
  SIGNATURE_MISSING: label('文件没有电子签名', 'The file has no signature'),
  SIGNATURE_INVALID: label('文件的电子签名无效', 'The signature of the file is not valid'),
  SIGNATURE_UNKNOWN: label('文件的电子签名未经核验', 'The signature of the file was not checked'),
  ISSUER_UNTRUSTED: label(
    '签名证书的颁发机构不受信任',
    'The certificate of the signature is not of a trusted issuer',
  ),
} as const satisfies Record<string, Words>
export type OriginalProblem = keyof typeof ORIGINAL_PROBLEM_LABELS
export const ORIGINAL_PROBLEMS = Object.keys(ORIGINAL_PROBLEM_LABELS) as [
  OriginalProblem,
  ...OriginalProblem[],
]

export const InvoiceOriginal = z
  .object({
    isWanted: z
      .boolean()
      .meta({ description: 'Whether the kind exists as a file, so that the original is a file' }),
    problem: z.enum(ORIGINAL_PROBLEMS).nullable().meta({
      description: 'Why what is there is not the original of an electronic invoice; null for other kinds',
    }),
    mediaType: z.string().nullable(),
    sha256: z.string().nullable().meta({ description: 'Of the stored file, in hexadecimal digits' }),
  })
  .meta({
    id: 'InvoiceOriginal',
    description: 'The file of the invoice as the rules on electronic vouchers see it',
  })
export type InvoiceOriginal = z.infer<typeof InvoiceOriginal>

export const VerificationAsked = z
  .object({
    recordId: f.id,
    verificationState: z.enum(VERIFICATION_STATES),
    missing: z
      .array(InvoiceReadField)
      .meta({ description: 'What must be filled in before it can be asked for' }),
    isSpent: z.boolean().meta({
      description: 'Whether it keeps its answer, since the authority was asked often enough today',
    }),
  })
  .meta({ id: 'VerificationAsked' })
export type VerificationAsked = z.infer<typeof VerificationAsked>

export const VerificationDay = z
  .object({
    day: z.string().meta({ description: 'yyyy-MM-dd' }),
    calls: z.int(),
    failures: z.int().meta({ description: 'Calls without a valid answer' }),
    cost: f.decimal.meta({ description: 'What the verifier said that its answers cost, in yuan' }),
  })
  .meta({ id: 'VerificationDay' })
export type VerificationDay = z.infer<typeof VerificationDay>

export const VerificationUsage = z
  .object({
    isOn: z.boolean().meta({ description: 'Whether the operator has set up a verifier' }),
    budget: z.int().meta({ description: 'Calls that a day may have' }),
    callsToday: z.int(),
    waiting: z.int().meta({ description: 'Invoices that wait to be verified' }),
    days: z.array(VerificationDay).meta({ description: 'The last days with calls, the newest first' }),
  })
  .meta({ id: 'VerificationUsage' })
export type VerificationUsage = z.infer<typeof VerificationUsage>
