import { z } from 'zod'
import { AUDIT_REFUSALS } from '../approvals/approval-kinds.ts'
import { ApprovalWaiting } from '../approvals/waiting.ts'
import * as f from '../fields.ts'
import { fitsDocument } from '../persons/identity.ts'
import { NEW_PASSWORD_ERRORS } from '../accounts/opening-errors.ts'
import { privacyVersion } from '../accounts/privacy.ts'
import { AuditStatus, expertRecord } from './expert-record.ts'
import { IDENTITY_REASON_MAX, IdentityCheck } from './identity-check.ts'
import { data, file, page, type RouteTable } from '../route.ts'
import { exportBody, XLSX } from '../spreadsheet.ts'
import { smsCode } from '../login/verification.ts'

export { AUDIT_STATUSES, AuditStatus, bankAccount, payeeAccount } from './expert-record.ts'
export { idCardCheck } from '../persons/identity.ts'

export const Expert = z
  .object({
    ...expertRecord.read,
    abilities: f.abilities('update', 'audit', 'changeStatus', 'archive', 'remove'),
  })
  .meta({ id: 'Expert' })
export type Expert = z.infer<typeof Expert>

export const ExpertDetail = Expert.extend({
  auditWaiting: ApprovalWaiting.nullable().meta({
    description: 'Whom the review waits for; null where no steps are set up for it',
  }),
  identityCheck: IdentityCheck,
}).meta({ id: 'ExpertDetail' })
export type ExpertDetail = z.infer<typeof ExpertDetail>

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

export const ExpertQuery = f.listQuery(
  {
    expertId: f.queryId.optional(),
    bankRegion: f.searchText.optional(),
    name: f.searchText.optional(),
    phone: f.searchText.optional(),
    unit: f.searchText.optional(),
    hospitalId: f.queryId.optional().meta({ description: 'The unit is a name of this hospital' }),
    department: f.searchText.optional(),
    title: f.searchText.optional(),
    auditStatus: AuditStatus.optional(),
    status: f.status.optional(),
    archived: f.archivedFilter,
  },
  expertRecord.ordered,
)
export type ExpertQuery = z.output<typeof ExpertQuery>

const { unit, department, title } = expertRecord.create

export const ExpertRegister = z.strictObject({
  phone: f.phone,
  smsCode,
  password: f.password,
  privacyVersion: privacyVersion.optional(),
  name: f.visibleName,
  unit,
  department,
  title,
})
export type ExpertRegister = z.output<typeof ExpertRegister>

export const ExpertCreate = z.strictObject(expertRecord.create).refine(...fitsDocument('residentCard'))
export type ExpertCreate = z.output<typeof ExpertCreate>

export const identityReason = f.text(IDENTITY_REASON_MAX).meta({
  description:
    'Why the expert is approved although the verifier of identities has not matched name, number and phone',
  example: '已当面核对身份证原件',
})

export const ExpertUpdate = z
  .strictObject({
    expertId: f.id,
    version: f.version,
    ...expertRecord.update,
    identityReason: identityReason.optional(),
  })
  .refine(...fitsDocument())
export type ExpertUpdate = z.output<typeof ExpertUpdate>

const { auditStatus: _status, auditOpinion: _opinion, ...own } = expertRecord.update

export const ExpertSelfUpdate = z.strictObject({ version: f.version, ...own }).refine(...fitsDocument())
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
    errors: ['SMS_CODE_WRONG', 'PHONE_TAKEN', ...NEW_PASSWORD_ERRORS, 'GLYPH_MISSING'],
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
    caller: 'person',
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
    caller: 'person',
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
    answer: data(ExpertDetail),
  },
  identity: {
    method: 'GET',
    path: '/business/expert/{expertId}/identity',
    target: ['expertId'],
    access: ['admin', 'manager'],
    caller: 'person',
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
    caller: 'person',
    tag,
    summary:
      'Change an expert; a changed review status notifies the expert, once the last step is decided where steps are set up',
    body: ExpertUpdate,
    answer: data(Expert),
    errors: [
      'NOT_FOUND',
      'STALE_RECORD',
      'FILE_UNKNOWN',
      'FILE_TYPE_REFUSED',
      'GLYPH_MISSING',
      'IDENTITY_NOT_MATCHED',
      ...AUDIT_REFUSALS,
    ],
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
