import { z } from 'zod'
import { TIMESTAMP_PROBLEMS } from './signing.ts'
import { choice } from '../words.ts'

/** The rules that a document was signed under, by the form of its hashed content. */
export const SIGNING_FORMS = [
  'consilium-labor-agreement-1',
  'consilium-labor-agreement-2',
  'consilium-labor-agreement-3',
  'consilium-labor-agreement-4',
] as const
export const signedUnder = z.enum(SIGNING_FORMS).meta({
  description:
    "Rules it was signed under: -1 hash and digital signature; -2 also a record of the signing, printed as a certificate; -3 also a field for the payer's seal, a timestamp if there is an authority; -4 also names the certificates that may seal it, and states what the browser reported as such",
})

export type SigningForm = z.infer<typeof signedUnder>

export const TIMESTAMP_STATES = ['none', 'pending', 'stamped', 'failed'] as const
export const TIMESTAMP_LABELS = {
  none: { 'zh-CN': '未使用时间戳服务', en: 'No authority is used' },
  pending: { 'zh-CN': '等待时间戳服务', en: 'Waits for the authority' },
  stamped: { 'zh-CN': '已加时间戳', en: 'Bears a timestamp' },
  failed: { 'zh-CN': '未能取得时间戳', en: 'No timestamp could be obtained' },
} as const
export const TimestampState = choice(TIMESTAMP_STATES, TIMESTAMP_LABELS)
export type TimestampState = z.infer<typeof TimestampState>

export const REVOCATION_STATES = ['none', 'pending', 'kept', 'failed'] as const
export const RevocationState = choice(REVOCATION_STATES, {
  none: { 'zh-CN': '证书未载明吊销查询服务', en: 'The certificate names no revocation service' },
  pending: { 'zh-CN': '等待查询证书吊销状态', en: 'Waits for the revocation service' },
  kept: { 'zh-CN': '已附证书未被吊销的证明', en: 'Holds proof that the certificate was good' },
  failed: { 'zh-CN': '未能取得证书状态证明', en: 'No proof could be obtained' },
})
export type RevocationState = z.infer<typeof RevocationState>

export const PROOF_PROBLEMS = [...TIMESTAMP_PROBLEMS, 'revocationUnknown', 'revoked'] as const
export const PROOF_PROBLEM_LABELS = {
  unreachable: { 'zh-CN': '时间戳服务无法访问', en: 'The timestamp authority does not answer' },
  rejected: { 'zh-CN': '时间戳服务拒绝了请求', en: 'The timestamp authority refused' },
  unreadable: { 'zh-CN': '时间戳服务的答复无法识别', en: 'The answer of the authority cannot be understood' },
  otherDocument: { 'zh-CN': '时间戳不属于本文件', en: 'The timestamp is for another file' },
  otherRequest: { 'zh-CN': '时间戳不属于本次请求', en: 'The timestamp is for another query' },
  badSignature: { 'zh-CN': '时间戳的签名无效', en: 'The signature of the timestamp is not valid' },
  badTime: {
    'zh-CN': '时间戳的时间与本平台相差过大',
    en: 'The time of the authority is far from that of this service',
  },
  tooLarge: { 'zh-CN': '时间戳过大', en: 'The timestamp has too many bytes' },
  wrongPurpose: {
    'zh-CN': '时间戳所用证书不是专用于时间戳的证书',
    en: 'The certificate of the timestamp is not one for timestamps alone',
  },
  certificateExpired: {
    'zh-CN': '时间戳所用证书在其所载时间不在有效期内',
    en: 'The certificate of the timestamp was not valid at the time that it states',
  },
  wrongPolicy: {
    'zh-CN': '时间戳的签发策略与所要求的不同',
    en: 'The timestamp was given under another policy than the required one',
  },
  untrustedAuthority: {
    'zh-CN': '时间戳的签发机构不属于本平台指定的机构',
    en: 'The authority of the timestamp is not one that this platform trusts',
  },
  revocationUnknown: {
    'zh-CN': '无法查询证书是否被吊销',
    en: 'The revocation service gives no valid answer',
  },
  revoked: { 'zh-CN': '签名证书已被吊销', en: 'The certificate was withdrawn by its issuer' },
} as const
export const ProofProblem = choice(PROOF_PROBLEMS, PROOF_PROBLEM_LABELS)
export type ProofProblem = z.infer<typeof ProofProblem>

/** What others than this platform state about a signed document, within the file itself. */
export const DocumentProof = z
  .object({
    timestamp: TimestampState.meta({ description: 'Of the last signature on the document' }),
    timestampTime: z.string().nullable().meta({ description: 'Time by the clock of the authority' }),
    timestampAuthority: z.string().nullable().meta({ description: "Name on the authority's certificate" }),
    timestampVerified: z.boolean().meta({
      description:
        'True if the certificate of the authority leads to one that the operator has named; false: nobody has checked whose it is',
    }),
    revocation: RevocationState.meta({
      description: 'Whether the file holds proof that the certificates were valid',
    }),
    proofProblem: ProofProblem.nullable().meta({ description: 'Why the last attempt failed' }),
  })
  .meta({ id: 'DocumentProof' })
export type DocumentProof = z.infer<typeof DocumentProof>
