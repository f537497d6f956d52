import { z } from 'zod'
import * as f from '../fields.ts'
import { HANDSIGN_MAX_CHARS } from '../agreements/agreements.ts'
import { data, type RouteTable } from '../route.ts'
import { SEALED_AT_ONCE_MAX, SEAL_KEY_MAX_CHARS } from './signing.ts'
import { choice, said } from '../words.ts'

export const OrganizationSeal = z
  .object({
    orgId: f.id,
    orgName: z.string(),
    picture: z
      .string()
      .nullable()
      .meta({ description: 'Signed, expiring address of the picture; null without a seal' }),
    certificateName: z.string().nullable().meta({
      description:
        "Name on the organization's own certificate; null: the platform's certificate signs for the seal",
    }),
    certificateIssuer: z.string().nullable(),
    certificateUntil: z.string().nullable(),
    keeperName: z.string().nullable().meta({
      description: 'Person who answers for the seal; nothing is sealed while it is null',
    }),
    personsMaySeal: z.boolean(),
    changedByName: z.string().nullable(),
    changeTime: z.string().nullable(),
    version: z.int().min(0).meta({ description: '0 without a seal' }),
    abilities: f.abilities('update', 'seal'),
  })
  .meta({ id: 'OrganizationSeal' })
export type OrganizationSeal = z.infer<typeof OrganizationSeal>

export const OrganizationSealChange = z.strictObject({
  orgId: f.id,
  version: z
    .int(said('版本号无效', 'Not a valid version'))
    .min(0, said('版本号无效', 'Not a valid version'))
    .max(2_147_483_646, said('版本号无效', 'Not a valid version'))
    .meta({ description: 'Version that was read; 0 if there was no seal. A stale one is refused' }),
  picture: z
    .string()
    .min(1)
    .max(HANDSIGN_MAX_CHARS)
    .optional()
    .meta({ description: 'Picture of the seal: data:image/png;base64,…; unchanged if omitted' }),
  keyFile: z
    .base64(said('文件编码无效，请重新上传', 'Must be a file in base64'))
    .max(SEAL_KEY_MAX_CHARS)
    .nullable()
    .optional()
    .meta({
      description: 'Key and certificates (PKCS #12 or PEM) in base64; null removes them',
      example: 'MIIKPAIBAzCC',
    }),
  keyPassword: z
    .string()
    .max(f.LINE_MAX)
    .optional()
    .meta({ description: 'Passphrase of keyFile; it is not kept' }),
  keeperName: f.visibleName.optional().meta({
    description:
      'Person who answers for the seal, named in each sealing; unchanged if omitted, and needed where there is none',
    example: '赵敏',
  }),
  personsMaySeal: z
    .boolean()
    .optional()
    .meta({ description: 'Meeting executors of the organization may put the seal' }),
})
export type OrganizationSealChange = z.output<typeof OrganizationSealChange>

export const SEAL_OUTCOMES = {
  sealed: { 'zh-CN': '已盖章', en: 'Now bears the seal' },
  sealedBefore: { 'zh-CN': '此前已盖章', en: 'Already sealed' },
  unsigned: { 'zh-CN': '专家尚未签署', en: 'The expert has not signed yet' },
  formerRules: {
    'zh-CN': '按较早的规则签署，文件上没有盖章位置',
    en: 'Signed under earlier rules, without a place for it',
  },
  changed: { 'zh-CN': '文件正在更新，请重试', en: 'The document is being updated; try again' },
} as const
export const SealOutcome = choice(
  ['sealed', 'sealedBefore', 'unsigned', 'formerRules', 'changed'],
  SEAL_OUTCOMES,
)
export type SealOutcome = z.infer<typeof SealOutcome>

export const Sealing = z.object({ attendeeId: f.id, outcome: SealOutcome }).meta({ id: 'Sealing' })
export type Sealing = z.infer<typeof Sealing>

const tag = 'Seals'
const READERS = ['admin', 'manager', 'executor', 'meetingExecutor'] as const

export const sealRoutes = {
  get: {
    method: 'GET',
    path: '/business/org/{orgId}/seal',
    access: READERS,
    beyondPortfolio: true,
    tag,
    summary: "Read an organization's seal: picture, certificate and who may put it",
    params: z.object({ orgId: f.queryId }),
    answer: data(OrganizationSeal),
  },
  change: {
    method: 'PUT',
    path: '/business/org/seal',
    target: ['orgId'],
    access: ['executor'],
    caller: 'person',
    tag,
    summary:
      "Set or change the seal of one's own organization; agreements that are signed from then on wait for it",
    body: OrganizationSealChange,
    answer: data(OrganizationSeal),
    errors: [
      'NOT_FOUND',
      'STALE_RECORD',
      'SEAL_PICTURE_MISSING',
      'SEAL_KEEPER_NEEDED',
      'SIGNATURE_NOT_IMAGE',
      'SIGNATURE_TOO_LARGE',
      'SIGNATURE_EMPTY',
      'SEAL_KEY_UNREADABLE',
      'SEAL_KEY_UNSUITABLE',
      'SEAL_KEY_MISMATCH',
      'SEAL_CERTIFICATE_EXPIRED',
    ],
  },
  remove: {
    method: 'DELETE',
    path: '/business/org/{orgId}/seal',
    target: ['orgId'],
    access: ['executor'],
    caller: 'person',
    tag,
    summary: "Remove the seal of one's own organization; agreements that wait for it go on waiting",
    params: z.object({ orgId: f.queryId }),
    answer: data(z.null()),
    errors: ['NOT_FOUND'],
  },
  seal: {
    method: 'POST',
    path: '/business/laborAgreement/seal',
    target: ['attendeeIds'],
    access: ['executor', 'meetingExecutor'],
    caller: 'person',
    tag,
    summary: `Put the payer's seal on signed agreements, at most ${SEALED_AT_ONCE_MAX} at once; answers what became of each`,
    body: z.strictObject({
      attendeeIds: z
        .array(f.id)
        .min(1, said('请至少选择一份协议', 'Choose at least one agreement'))
        .max(
          SEALED_AT_ONCE_MAX,
          said(`一次最多${SEALED_AT_ONCE_MAX}份`, `At most ${SEALED_AT_ONCE_MAX} at once`),
        ),
    }),
    keyless: 'each',
    answer: data(z.array(Sealing)),
    errors: [
      'NOT_FOUND',
      'SEAL_MISSING',
      'SEAL_FORBIDDEN',
      'SEAL_KEEPER_MISSING',
      'SEAL_CREDIT_CODE_MISSING',
      'SEAL_CERTIFICATE_EXPIRED',
      'SIGNING_CERTIFICATE_EXPIRED',
    ],
  },
} as const satisfies RouteTable
