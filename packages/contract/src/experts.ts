import { z } from 'zod'
import * as f from './fields.ts'
import { fitsDocument, identityNumber, IdType, TaxResidence } from './identity.ts'
import { missingFacts, statedFacts } from './personal-facts.ts'
import { privacyVersion } from './privacy.ts'
import { data, file, page, type RouteTable } from './route.ts'
import { DICTIONARY_LABELS } from './labels.ts'
import { choice, said } from './words.ts'
import { exportBody, XLSX } from './spreadsheet.ts'
import { smsCode } from './verification.ts'

export const AUDIT_STATUSES = ['pending', 'approved', 'rejected'] as const
export const AuditStatus = choice(AUDIT_STATUSES, DICTIONARY_LABELS.audit_status)
export type AuditStatus = z.infer<typeof AuditStatus>

export { idCardCheck } from './identity.ts'

export const BANK_ACCOUNT_MAX = 30
/** Digits; spaces are removed. */
export const bankAccount = z
  .string()
  .transform((value) => value.replace(/[\s-]/g, ''))
  .pipe(
    z
      .string()
      .regex(
        new RegExp(`^\\d{8,${BANK_ACCOUNT_MAX}}$`),
        said(
          `请输入8到${BANK_ACCOUNT_MAX}位数字的银行账号`,
          `Enter a bank account of 8 to ${BANK_ACCOUNT_MAX} digits`,
        ),
      ),
  )
  .meta({ description: 'Bank account number, 8 to 30 digits', example: '6222020200012345678' })

const ATTACHMENTS_MAX = 10
/** File ids in one text, separated by commas. */
export const idCardAttachments = z
  .string()
  .regex(
    new RegExp(`^$|^[1-9]\\d{0,15}(,[1-9]\\d{0,15}){0,${ATTACHMENTS_MAX - 1}}$`),
    said(
      `须为最多${ATTACHMENTS_MAX}个文件，编号以逗号分隔`,
      `At most ${ATTACHMENTS_MAX} file ids, separated by commas`,
    ),
  )
  .meta({ description: 'File ids separated by commas', example: '101,102' })

export const Expert = z
  .object({
    expertId: f.id,
    userId: f.id,
    name: z.string(),
    phone: z.string(),
    unit: z.string().nullable(),
    department: z.string().nullable(),
    title: z.string().nullable(),
    auditStatus: AuditStatus,
    auditOpinion: z.string().nullable(),
    idType: IdType,
    taxResidence: TaxResidence,
    idCardNo: z.string().nullable().meta({ description: 'Masked', example: '110105********002X' }),
    nationality: z.string().nullable().meta({
      description: 'ISO 3166-1, of a foreign document; masked unless it is the own profile',
      example: '**',
    }),
    sex: z.string().nullable().meta({ description: 'Masked unless it is the own profile', example: '*' }),
    birthDate: z
      .string()
      .nullable()
      .meta({ description: 'Masked unless it is the own profile', example: '****-**-**' }),
    missingFacts,
    auditDifference: z
      .array(
        z.object({
          field: z.enum(['name', 'idCardNo', 'title']),
          approved: z.string().nullable(),
          now: z.string().nullable(),
        }),
      )
      .meta({
        description: 'What differs from the last approval and waits for the next; numbers are masked',
      }),
    bankName: z.string().nullable(),
    bankAccount: z.string().nullable().meta({ description: 'Masked', example: '6222***********5678' }),
    bankRegion: z.string().nullable(),
    idCardAttachments: z.string(),
    idCardAttachmentUrls: z.array(z.string()).meta({ description: 'Signed, expiring addresses' }),
    status: f.status,
    archivedTime: f.archivedTime,
    createTime: z.string(),
    version: f.version,
    abilities: f.abilities('update', 'audit', 'changeStatus', 'archive', 'remove'),
  })
  .meta({ id: 'Expert' })
export type Expert = z.infer<typeof Expert>

export const ExpertIdentity = z
  .object({
    expertId: f.id,
    idCardNo: z.string().nullable(),
    auditedIdCardNo: z
      .string()
      .nullable()
      .meta({ description: 'The number that was approved last, while another one waits for approval' }),
    bankAccount: z.string().nullable(),
    nationality: z.string().nullable().meta({ description: 'ISO 3166-1, as the profile states it' }),
    sex: z.string().nullable().meta({ description: 'male or female, as the profile states it' }),
    birthDate: z.string().nullable().meta({ description: 'yyyy-MM-dd, as the profile states it' }),
  })
  .meta({ id: 'ExpertIdentity' })
export type ExpertIdentity = z.infer<typeof ExpertIdentity>

export const EXPERT_COLUMNS = ['expertId', 'name', 'unit', 'auditStatus', 'createTime'] as const
export const ExpertQuery = f.listQuery(
  {
    expertId: f.queryId.optional(),
    bankRegion: f.searchText.optional(),
    name: f.searchText.optional(),
    phone: f.searchText.optional(),
    unit: f.searchText.optional(),
    department: f.searchText.optional(),
    title: f.searchText.optional(),
    auditStatus: AuditStatus.optional(),
    status: f.status.optional(),
    archived: f.archivedFilter,
  },
  EXPERT_COLUMNS,
)
export type ExpertQuery = z.output<typeof ExpertQuery>

const profile = {
  unit: f.optionalText(f.NAME_MAX),
  department: f.optionalText(f.DEPARTMENT_MAX),
  title: f.optionalText(f.NAME_MAX),
  idType: IdType.optional(),
  taxResidence: TaxResidence.optional(),
  idCardNo: identityNumber.nullable().optional(),
  ...statedFacts,
  bankName: f.optionalText(f.NAME_MAX),
  bankAccount: bankAccount.nullable().optional(),
  bankRegion: f.optionalText(f.NAME_MAX),
  idCardAttachments: idCardAttachments.optional(),
}

export const ExpertRegister = z.strictObject({
  phone: f.phone,
  smsCode,
  password: f.password,
  privacyVersion: privacyVersion.optional(),
  name: f.visibleName,
  unit: profile.unit,
  department: profile.department,
  title: profile.title,
})
export type ExpertRegister = z.output<typeof ExpertRegister>

export const ExpertCreate = z
  .strictObject({ phone: f.phone, name: f.visibleName, ...profile })
  .refine(...fitsDocument('residentCard'))
export type ExpertCreate = z.output<typeof ExpertCreate>

export const ExpertUpdate = z
  .strictObject({
    expertId: f.id,
    version: f.version,
    name: f.visibleName.optional(),
    ...profile,
    auditStatus: AuditStatus.optional(),
    auditOpinion: f.optionalText(f.NOTE_MAX),
  })
  .refine(...fitsDocument())
export type ExpertUpdate = z.output<typeof ExpertUpdate>

export const ExpertSelfUpdate = z
  .strictObject({
    version: f.version,
    name: f.visibleName.optional(),
    ...profile,
  })
  .refine(...fitsDocument())
export type ExpertSelfUpdate = z.output<typeof ExpertSelfUpdate>

const tag = 'Experts'

export const expertRoutes = {
  register: {
    method: 'POST',
    path: '/register/expert',
    target: ['expertId'],
    access: 'public',
    tag: 'Registration',
    summary: 'Register an expert, whose review is then pending',
    body: ExpertRegister,
    answer: data(Expert),
    errors: ['SMS_CODE_WRONG', 'PHONE_TAKEN', 'GLYPH_MISSING'],
    creates: true,
    rateLimit: 'credentials',
  },
  list: {
    method: 'GET',
    path: '/business/expert/list',
    access: ['admin', 'manager'],
    tag,
    summary: 'List experts; identity and bank numbers are masked',
    query: ExpertQuery,
    answer: page(Expert),
  },
  export: {
    method: 'POST',
    path: '/business/expert/export',
    access: ['admin', 'manager'],
    tag,
    summary:
      'The experts of the list as an XLSX file, by the same filters; identity and bank numbers are masked',
    body: exportBody(ExpertQuery),
    answer: file(XLSX),
  },
  me: {
    method: 'GET',
    path: '/business/expert/me',
    access: ['doctor'],
    tag,
    summary: "Read the caller's own profile",
    answer: data(Expert),
    errors: ['NOT_FOUND'],
  },
  updateMe: {
    method: 'PUT',
    path: '/business/expert/me',
    target: ['expertId'],
    access: ['doctor'],
    tag,
    summary: "Change the caller's own profile; omitted fields are left unchanged",
    body: ExpertSelfUpdate,
    answer: data(Expert),
    errors: ['NOT_FOUND', 'STALE_RECORD', 'FILE_UNKNOWN', 'FILE_TYPE_REFUSED', 'GLYPH_MISSING'],
  },
  get: {
    method: 'GET',
    path: '/business/expert/{expertId}',
    access: ['admin', 'manager'],
    tag,
    summary: 'Read one expert',
    params: z.object({ expertId: f.queryId }),
    answer: data(Expert),
  },
  identity: {
    method: 'GET',
    path: '/business/expert/{expertId}/identity',
    target: ['expertId'],
    access: ['admin', 'manager'],
    tag,
    summary: 'Read identity and bank numbers and personal facts in full; the access is logged',
    params: z.object({ expertId: f.queryId }),
    answer: data(ExpertIdentity),
    logged: true,
  },
  create: {
    method: 'POST',
    path: '/business/expert',
    target: ['expertId'],
    access: ['admin', 'manager'],
    tag,
    summary: 'Add an expert by phone; creates an account if there is none',
    body: ExpertCreate,
    answer: data(Expert),
    errors: ['PHONE_TAKEN', 'PHONE_NOT_EXPERT', 'FILE_UNKNOWN', 'FILE_TYPE_REFUSED', 'GLYPH_MISSING'],
    creates: true,
  },
  update: {
    method: 'PUT',
    path: '/business/expert',
    target: ['expertId'],
    access: ['admin', 'manager'],
    tag,
    summary: 'Change an expert; a changed review status notifies the expert',
    body: ExpertUpdate,
    answer: data(Expert),
    errors: ['NOT_FOUND', 'STALE_RECORD', 'FILE_UNKNOWN', 'FILE_TYPE_REFUSED', 'GLYPH_MISSING'],
  },
  changeStatus: {
    method: 'PUT',
    path: '/business/expert/changeStatus',
    target: ['expertId'],
    access: ['admin', 'manager'],
    tag,
    summary: 'Disable or enable an expert; disabling ends its sessions and prevents invitations',
    body: z.strictObject({ expertId: f.id, status: f.status }),
    answer: data(Expert),
    errors: ['NOT_FOUND', 'RECORD_ARCHIVED'],
  },
  archive: {
    method: 'PUT',
    path: '/business/expert/archive',
    target: ['expertId'],
    access: ['admin', 'manager'],
    tag,
    summary: 'Archive or unarchive an expert that records refer to; an archived expert cannot log in',
    body: z.strictObject({ expertId: f.id, archived: z.boolean() }),
    answer: data(Expert),
    errors: ['NOT_FOUND'],
  },
  remove: {
    method: 'DELETE',
    path: '/business/expert/{expertId}',
    target: ['expertId'],
    access: ['admin', 'manager'],
    tag,
    summary: 'Delete experts that no meeting refers to, with their accounts',
    params: z.object({ expertId: f.pathIds }),
    answer: data(z.null()),
    errors: ['RECORD_IN_USE'],
  },
} as const satisfies RouteTable
