import { z } from 'zod'
import { bankAccount } from './experts.ts'
import { documentFields } from './document-seal.ts'
import { signedUnder } from './document-proof.ts'
import * as f from './fields.ts'
import { SIGNING_LIMITS } from './limit-errors.ts'
import { identityNumber } from './identity.ts'
import { data, file, page, type RouteTable } from './route.ts'
import { DICTIONARY_LABELS } from './labels.ts'
import { choice, said } from './words.ts'
import { CodeSent, smsCode } from './verification.ts'
import { AGREEMENT_OBSTACLES, AGREEMENT_STEPS } from './signing.ts'

export const AgreementStep = z.enum(AGREEMENT_STEPS)
export type AgreementStep = z.infer<typeof AgreementStep>
export const SignatureStatus = choice(['unsigned', 'signed'], DICTIONARY_LABELS.signature_status)
export type SignatureStatus = z.infer<typeof SignatureStatus>

/** Fee fields of an attendee, all exact decimals. */
export const feeFields = {
  payableAmount: f.decimal,
  vatAmount: f.decimal,
  surchargeAmount: f.decimal,
  incomeTax: f.decimal,
  netAmount: f.decimal,
  feeRuleVersion: z.string().meta({ description: 'Version of the tax rules the fee was calculated with' }),
}

export const AMENDMENT_STATUSES = ['proposed', 'signed', 'declined', 'withdrawn'] as const
export const AmendmentStatus = choice(AMENDMENT_STATUSES, {
  proposed: { 'zh-CN': '待专家确认', en: 'Waits for the expert' },
  signed: { 'zh-CN': '已签署', en: 'Signed' },
  declined: { 'zh-CN': '专家未同意', en: 'Declined' },
  withdrawn: { 'zh-CN': '已撤回', en: 'Withdrawn' },
})
export type AmendmentStatus = z.infer<typeof AmendmentStatus>

/** Another fee for a signed agreement, which waits for the expert; until then the signed agreement is in force. */
export const Amendment = z
  .object({
    amendmentId: f.id,
    reason: z.string().meta({ description: 'Why the fee is to change' }),
    proposedTime: z.string(),
    ...feeFields,
    laborProtocol: z.string().nullable().meta({ description: 'Text of the contract as it will be signed' }),
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
    idCardNo: z.string().nullable().meta({ description: 'Masked' }),
    bankName: z.string().nullable(),
    bankAccount: z.string().nullable().meta({ description: 'Masked' }),
    bankRegion: z.string().nullable(),
    payerCreditCode: z.string().nullable().meta({ description: 'Unified social credit code of the payer' }),
    laborProtocol: z.string().nullable().meta({ description: 'Text of the contract as it will be signed' }),
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
  bankAccount: bankAccount.optional(),
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

export const LaborTemplate = z
  .object({
    templateId: f.id,
    templateName: z.string(),
    content: z.string().meta({ description: 'One paragraph for each line. Placeholders: {{name}}' }),
    isDefault: z.boolean(),
    status: f.status,
    createTime: z.string(),
    version: f.version,
  })
  .meta({ id: 'LaborTemplate' })
export type LaborTemplate = z.infer<typeof LaborTemplate>

export const TEMPLATE_CONTENT_MAX = 20_000
export const LABOR_TEMPLATE_COLUMNS = ['templateId', 'templateName', 'createTime'] as const
export const LaborTemplateQuery = f.listQuery(
  { templateName: f.searchText.optional(), status: f.status.optional() },
  LABOR_TEMPLATE_COLUMNS,
)
export type LaborTemplateQuery = z.output<typeof LaborTemplateQuery>

export const LaborTemplateCreate = z.strictObject({
  templateName: f.text(f.NAME_MAX),
  content: f.text(TEMPLATE_CONTENT_MAX),
  isDefault: z.boolean().default(false),
  status: f.status.default('0'),
})
export type LaborTemplateCreate = z.output<typeof LaborTemplateCreate>

export const LaborTemplateUpdate = z.strictObject({
  templateId: f.id,
  version: f.version,
  templateName: f.text(f.NAME_MAX).optional(),
  content: f.text(TEMPLATE_CONTENT_MAX).optional(),
  isDefault: z.boolean().optional(),
  status: f.status.optional(),
})
export type LaborTemplateUpdate = z.output<typeof LaborTemplateUpdate>

export const TemplatePreview = z
  .object({
    text: z.string().meta({ description: 'Contract with sample data' }),
    unknownPlaceholders: z
      .array(z.string())
      .meta({ description: 'Unknown placeholders, which are left in the text' }),
    missingCharacters: z.array(z.string()).meta({ description: 'Characters that the document font lacks' }),
  })
  .meta({ id: 'TemplatePreview' })
export type TemplatePreview = z.infer<typeof TemplatePreview>

export const TemplatePlaceholder = z
  .object({
    name: z.string().meta({ example: 'expertName' }),
    label: z.string(),
    labelEn: z.string(),
    sample: z.string(),
  })
  .meta({ id: 'TemplatePlaceholder' })
export type TemplatePlaceholder = z.infer<typeof TemplatePlaceholder>

export const AGREEMENT_READERS = [
  'admin',
  'manager',
  'leader',
  'executor',
  'meetingExecutor',
  'doctor',
] as const
const templateReaders = ['admin', 'manager', 'leader', 'executor', 'meetingExecutor'] as const
const tag = 'Labor agreements'
const params = z.object({ attendeeId: f.queryId })
/** One error for each obstacle. */
const NOT_YET = [
  'AGREEMENT_EXPERT_UNAPPROVED',
  'MEETING_CLOSED',
  'INVITATION_DECLINED',
  'AGREEMENT_FEE_MISSING',
  'AGREEMENT_PAYER_MISSING',
  'AGREEMENT_MEETING_UNAPPROVED',
  'DATA_CONSENT_MISSING',
] as const

export const agreementRoutes = {
  listTemplates: {
    method: 'GET',
    path: '/business/laborTemplate/list',
    access: templateReaders,
    tag,
    summary: 'List agreement templates',
    query: LaborTemplateQuery,
    answer: page(LaborTemplate),
  },
  listPlaceholders: {
    method: 'GET',
    path: '/business/laborTemplate/placeholders',
    access: templateReaders,
    tag,
    summary: 'List the placeholders that a template may contain',
    answer: data(z.array(TemplatePlaceholder)),
  },
  previewTemplate: {
    method: 'POST',
    path: '/business/laborTemplate/preview',
    access: ['admin', 'manager'],
    tag,
    summary: 'Fill a template text with sample data, and list what could not be saved or printed',
    body: z.strictObject({ content: f.text(TEMPLATE_CONTENT_MAX) }),
    keyless: 'computed',
    answer: data(TemplatePreview),
  },
  getTemplate: {
    method: 'GET',
    path: '/business/laborTemplate/{templateId}',
    access: templateReaders,
    tag,
    summary: 'Read one agreement template',
    params: z.object({ templateId: f.queryId }),
    answer: data(LaborTemplate),
  },
  createTemplate: {
    method: 'POST',
    path: '/business/laborTemplate',
    target: ['templateId'],
    access: ['admin', 'manager'],
    tag,
    summary: 'Create an agreement template; unknown placeholders are refused by name',
    body: LaborTemplateCreate,
    answer: data(LaborTemplate),
    errors: ['TEMPLATE_PLACEHOLDER_UNKNOWN', 'GLYPH_MISSING'],
    creates: true,
  },
  updateTemplate: {
    method: 'PUT',
    path: '/business/laborTemplate',
    target: ['templateId'],
    access: ['admin', 'manager'],
    tag,
    summary: 'Change an agreement template; contracts that were read or signed keep their text',
    body: LaborTemplateUpdate,
    answer: data(LaborTemplate),
    errors: ['NOT_FOUND', 'STALE_RECORD', 'TEMPLATE_PLACEHOLDER_UNKNOWN', 'GLYPH_MISSING'],
  },
  removeTemplates: {
    method: 'DELETE',
    path: '/business/laborTemplate/{templateId}',
    target: ['templateId'],
    access: ['admin', 'manager'],
    tag,
    summary: 'Delete agreement templates that no meeting uses',
    params: z.object({ templateId: f.pathIds }),
    answer: data(z.null()),
    errors: ['RECORD_IN_USE'],
  },
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
