import { z } from 'zod'
import { payeeAccount } from '../experts/expert-record.ts'
import { documentFields } from '../signing/document-seal.ts'
import { signedUnder } from '../signing/document-proof.ts'
import * as f from '../fields.ts'
import { SIGNING_LIMITS } from '../caps/limit-errors.ts'
import { identityNumber } from '../persons/identity.ts'
import { feeRecord } from './fee-record.ts'
import { laborTemplateRoutes } from './labor-templates.ts'
import { data, file, type RouteTable } from '../route.ts'
import { DICTIONARY_LABELS } from '../labels.ts'
import { choice, said } from '../words.ts'
import { CodeSent, smsCode } from '../login/verification.ts'
import { AGREEMENT_OBSTACLES, AGREEMENT_STEPS } from '../signing/signing.ts'

export const AgreementStep = z.enum(AGREEMENT_STEPS)
export type AgreementStep = z.infer<typeof AgreementStep>
export const SignatureStatus = choice(['unsigned', 'signed'], DICTIONARY_LABELS.signature_status)
export type SignatureStatus = z.infer<typeof SignatureStatus>

/** Fee fields of an attendee, all exact decimals. */
export const feeFields = feeRecord.read

export const AMENDMENT_STATUSES = ['proposed', 'signed', 'declined', 'withdrawn'] as const
export const AmendmentStatus = choice(AMENDMENT_STATUSES, {
  proposed: { 'zh-CN': '待专家确认', en: 'Waiting for the expert' },
  signed: { 'zh-CN': '已签署', en: 'Signed' },
  declined: { 'zh-CN': '专家未同意', en: 'Declined' },
  withdrawn: { 'zh-CN': '已撤回', en: 'Withdrawn' },
})
export type AmendmentStatus = z.infer<typeof AmendmentStatus>

const contractText = z.string().nullable().meta({
  description:
    'Text of the contract as it will be signed. Its bank account is masked, except for the expert who is about to sign',
})

const feeMinutes = z
  .int()
  .nullable()
  .meta({ description: 'Minutes of attendance that the fee is for; null if none are agreed' })

/** Another fee for a signed agreement, which waits for the expert; until then the signed agreement is in force. */
export const Amendment = z
  .object({
    amendmentId: f.id,
    reason: z.string().meta({ description: 'Why the fee is to change' }),
    proposedTime: z.string(),
    ...feeFields,
    feeMinutes,
    laborProtocol: contractText,
  })
  .meta({ id: 'Amendment' })
export type Amendment = z.infer<typeof Amendment>

export const LaborAgreement = z
  .object({
    attendeeId: f.id,
    meetingId: f.id,
    meetingName: z.string(),
    projectName: z.string(),
    orgName: z.string().nullable().meta({ description: 'The paying executor' }),
    step: AgreementStep,
    signatureStatus: SignatureStatus,
    obstacles: z
      .array(z.enum(AGREEMENT_OBSTACLES))
      .meta({ description: 'Obstacles to filling in and signing; empty once it is signed' }),
    name: z.string(),
    phone: z.string(),
    unit: z.string().nullable(),
    title: z.string().nullable(),
    laborForm: z.string(),
    ...feeFields,
    feeMinutes,
    idCardNo: z.string().nullable().meta({ description: 'Masked' }),
    bankName: z.string().nullable(),
    bankAccount: z.string().nullable().meta({ description: 'Masked' }),
    bankRegion: z.string().nullable(),
    payerCreditCode: z.string().nullable().meta({ description: 'Unified social credit code of the payer' }),
    laborProtocol: contractText,
    handsign: z.string().nullable().meta({ description: 'Signed, expiring address of the signature image' }),
    signedTime: z.string().nullable(),
    verifyUrl: z
      .string()
      .nullable()
      .meta({ description: 'Address where anyone who holds the signed document can verify it' }),
    documentHash: z.string().nullable().meta({ description: 'SHA-256 of the signed document' }),
    contentHash: z
      .string()
      .nullable()
      .meta({ description: 'SHA-256 of the agreed content, as printed on the document' }),
    signedUnder: signedUnder.nullable(),
    ...documentFields,
    amendment: Amendment.nullable().meta({ description: 'The amendment that waits for the expert' }),
    version: f.version,
    abilities: f.abilities('fill', 'sign', 'decline', 'download'),
  })
  .meta({ id: 'LaborAgreement' })
export type LaborAgreement = z.infer<typeof LaborAgreement>

export const AgreementFill = z.strictObject({
  attendeeId: f.id,
  name: f.visibleName.optional(),
  unit: f.optionalText(f.NAME_MAX),
  title: f.optionalText(f.NAME_MAX),
  idCardNo: identityNumber.optional().meta({ description: "Defaults to the expert's profile" }),
  bankName: f.text(f.NAME_MAX).optional(),
  bankAccount: payeeAccount.optional(),
  bankRegion: f.text(f.NAME_MAX).optional(),
})
export type AgreementFill = z.output<typeof AgreementFill>

const CONSENT_VERSION_MAX = 40
export const HANDSIGN_MAX_CHARS = 720_000
export const AgreementSign = z.strictObject({
  attendeeId: f.id,
  handsign: z
    .string()
    .min(1)
    .max(HANDSIGN_MAX_CHARS)
    .meta({ description: 'The drawn signature: data:image/png;base64,…' }),
  typedName: f.visibleName.optional().meta({
    description: 'Given if the name was typed and `handsign` shows it; must be the name on the agreement',
  }),
  smsCode: smsCode.meta({ description: 'Code that was sent for this contract', example: '123456' }),
  readToEnd: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether the client showed the contract to its end; kept as stated' }),
  consentVersion: f
    .text(CONSENT_VERSION_MAX)
    .optional()
    .meta({ description: 'Version of the accepted text; the current one if omitted' }),
  consent: z
    .literal(true, said('请先同意协议内容', 'Accept the contract first'))
    .meta({ description: 'The expert has read the contract and agrees' }),
})
export type AgreementSign = z.output<typeof AgreementSign>

export const AgreementDecline = z.strictObject({ attendeeId: f.id, reason: f.text(f.LINE_MAX).optional() })
export type AgreementDecline = z.output<typeof AgreementDecline>

export const AGREEMENT_READERS = [
  'admin',
  'manager',
  'leader',
  'executor',
  'meetingExecutor',
  'executorFinance',
  'doctor',
] as const
const tag = 'Labor agreements'
const params = z.object({ attendeeId: f.queryId })
/** One error for each obstacle. */
const NOT_YET = [
  'AGREEMENT_EXPERT_UNAPPROVED',
  'MEETING_CLOSED',
  'INVITATION_DECLINED',
  'AGREEMENT_FEE_MISSING',
  'AGREEMENT_PAYER_MISSING',
  'AGREEMENT_PAYER_CODE_MISSING',
  'AGREEMENT_MEETING_UNAPPROVED',
  'AGREEMENT_TIME_MISSING',
  'AGREEMENT_PLACE_MISSING',
  'DATA_CONSENT_MISSING',
] as const

export const agreementRoutes = {
  ...laborTemplateRoutes,
  get: {
    method: 'GET',
    path: '/business/laborAgreement/{attendeeId}',
    access: AGREEMENT_READERS,
    tag,
    summary: 'Read the agreement of an attendee and its current step',
    params,
    answer: data(LaborAgreement),
  },
  fill: {
    method: 'PUT',
    path: '/business/laborAgreement/fill',
    target: ['attendeeId'],
    access: ['doctor'],
    caller: 'person',
    tag,
    summary: 'Step one: fill in identity and bank details, once nothing prevents signing',
    body: AgreementFill,
    answer: data(LaborAgreement),
    errors: [...NOT_YET, 'NOT_FOUND', 'AGREEMENT_SIGNED', 'GLYPH_MISSING'],
  },
  contract: {
    method: 'POST',
    path: '/business/laborAgreement/contract',
    target: ['attendeeId'],
    access: ['doctor'],
    caller: 'person',
    tag,
    summary: 'Step two: draw up the contract for reading',
    body: z.strictObject({ attendeeId: f.id }),
    answer: data(LaborAgreement),
    errors: [
      ...NOT_YET,
      'NOT_FOUND',
      'AGREEMENT_NOT_FILLED',
      'AGREEMENT_IDENTITY_DIFFERS',
      'AGREEMENT_SIGNED',
      'TEMPLATE_MISSING',
      'GLYPH_MISSING',
    ],
  },
  signCode: {
    method: 'POST',
    path: '/business/laborAgreement/signCode',
    target: ['attendeeId'],
    access: ['doctor'],
    caller: 'person',
    tag,
    summary: "Send a code for signing the current contract to the expert's registered phone",
    body: z.strictObject({ attendeeId: f.id }),
    keyless: 'code',
    answer: data(CodeSent),
    errors: [
      ...NOT_YET,
      'NOT_FOUND',
      'AGREEMENT_NOT_READ',
      'AGREEMENT_IDENTITY_DIFFERS',
      'AGREEMENT_SIGNED',
      'SIGNING_CERTIFICATE_EXPIRED',
      'TOO_MANY_REQUESTS',
    ],
  },
  sign: {
    method: 'POST',
    path: '/business/laborAgreement/sign',
    target: ['attendeeId'],
    access: ['doctor'],
    caller: 'person',
    tag,
    summary: 'Step three: sign with a drawn signature and the code for this contract; creates the PDF',
    body: AgreementSign,
    answer: data(LaborAgreement),
    errors: [
      ...NOT_YET,
      'NOT_FOUND',
      'STORAGE_UNAVAILABLE',
      'AGREEMENT_NOT_READ',
      'AGREEMENT_IDENTITY_DIFFERS',
      'AGREEMENT_SIGNED',
      'STALE_RECORD',
      'SMS_CODE_WRONG',
      'CONSENT_OUTDATED',
      'SIGNATURE_NOT_IMAGE',
      'SIGNATURE_TOO_LARGE',
      'SIGNATURE_EMPTY',
      'SIGNATURE_NAME_DIFFERS',
      'SIGNING_CERTIFICATE_EXPIRED',
      ...SIGNING_LIMITS,
      'GLYPH_MISSING',
    ],
    creates: true,
  },
  decline: {
    method: 'POST',
    path: '/business/laborAgreement/decline',
    target: ['attendeeId'],
    access: ['doctor'],
    caller: 'person',
    tag,
    summary: 'Decline an amendment: the signed agreement stays in force',
    body: AgreementDecline,
    answer: data(LaborAgreement),
    errors: ['NOT_FOUND'],
  },
  pdf: {
    method: 'GET',
    path: '/business/laborAgreement/{attendeeId}/pdf',
    target: ['attendeeId'],
    access: AGREEMENT_READERS,
    tag,
    summary: 'Download the signed agreement; the access is logged',
    params,
    answer: file('application/pdf'),
    errors: ['AGREEMENT_UNSIGNED'],
    logged: true,
  },
} as const satisfies RouteTable
