import { z } from 'zod'
import * as f from '../fields.ts'
import { InvoiceSource, invoiceRecord, InvoiceType } from '../invoices/invoice-record.ts'
import { VerificationState } from '../invoices/verification.ts'
import { attachmentIds, materialRoutesOf } from './material-record.ts'
import { DICTIONARY_LABELS } from '../labels.ts'
import { Meeting } from '../meetings/meetings.ts'
import { MEETING_RUNNERS } from '../accounts/roles.ts'
import { ExpenseCategory } from '../attendees/expenses.ts'
import { choice } from '../words.ts'

const CONTENT_MAX = 5000

export const AuditResult = choice(['passed', 'failed', 'noted'], DICTIONARY_LABELS.audit_result)
export type AuditResult = z.infer<typeof AuditResult>
export const MaterialType = choice(
  ['agenda', 'slides', 'signIn', 'photo', 'video', 'report', 'other'],
  DICTIONARY_LABELS.material_type,
)
export type MaterialType = z.infer<typeof MaterialType>
export const SupervisionConclusion = choice(['normal', 'problem'], DICTIONARY_LABELS.supervision_conclusion)
export type SupervisionConclusion = z.infer<typeof SupervisionConclusion>
const SupervisionMode = Meeting.shape.supervisionMode.unwrap()
export type SupervisionMode = z.infer<typeof SupervisionMode>

export { InvoiceSource, InvoiceType } from '../invoices/invoice-record.ts'

/** Roles that write supervision records. Only the author of a record or a manager changes it. */
const SUPERVISION_WRITERS = ['admin', 'manager', 'leader', 'supervisor'] as const

const shownAttachments = { attachments: z.array(f.id).meta({ description: 'File ids' }) }
const attachments = { attachments: attachmentIds.optional() }
const note = z.string().nullable()

const meetingAuditLog = materialRoutesOf({
  resource: 'meetingAuditLog',
  shape: 'MeetingAuditLog',
  noun: 'audit-log records',
  writers: SUPERVISION_WRITERS,
  own: {
    auditItem: z.string(),
    auditResult: AuditResult,
    auditOpinion: note,
    auditTime: z.string(),
    ...shownAttachments,
  },
  required: { auditItem: f.text(f.LINE_MAX).meta({ example: '签到表核对' }), auditResult: AuditResult },
  optional: {
    auditOpinion: f.optionalText(f.NOTE_MAX).meta({ example: '签到人数与名单一致' }),
    auditTime: f.time.optional().meta({ description: 'By default the time of creation' }),
    ...attachments,
  },
  filters: {
    auditItem: f.searchText.optional(),
    auditResult: AuditResult.optional(),
    auditOpinion: f.searchText.optional(),
    ...f.timeRange('AuditTime'),
  },
  columns: ['auditItem', 'auditResult', 'auditTime'],
})

const meetingExecutor = materialRoutesOf({
  resource: 'meetingExecutor',
  shape: 'MeetingExecutorRecord',
  noun: 'executor records',
  writers: MEETING_RUNNERS,
  own: {
    taskName: z.string(),
    personName: note,
    phone: note,
    workContent: note,
    workTime: note,
    ...shownAttachments,
  },
  required: { taskName: f.text(f.LINE_MAX).meta({ example: '会场布置' }) },
  optional: {
    personName: f.optionalText(f.NAME_MAX).meta({ example: '孙莉' }),
    phone: f.phone.nullable().optional(),
    workContent: f.optionalText(CONTENT_MAX).meta({ example: '背景板与签到台' }),
    workTime: f.time.nullable().optional(),
    ...attachments,
  },
  filters: {
    taskName: f.searchText.optional(),
    personName: f.searchText.optional(),
    phone: f.searchText.optional(),
    workContent: f.searchText.optional(),
    ...f.timeRange('WorkTime'),
  },
  columns: ['taskName', 'personName', 'workTime'],
})

const meetingInvoice = materialRoutesOf({
  resource: 'meetingInvoice',
  shape: 'MeetingInvoice',
  noun: 'invoices',
  writers: MEETING_RUNNERS,
  own: invoiceRecord.read,
  required: {},
  optional: invoiceRecord.update,
  filters: {
    expenseCategory: ExpenseCategory.optional(),
    invoiceType: InvoiceType.optional(),
    invoiceCode: f.searchText.optional(),
    invoiceNumber: f.searchText.optional(),
    buyerName: f.searchText.optional(),
    buyerTaxId: f.searchText.optional(),
    sellerName: f.searchText.optional(),
    sellerTaxId: f.searchText.optional(),
    checkCode: f.searchText.optional(),
    amount: f.signedAmount.optional(),
    taxAmount: f.signedAmount.optional(),
    totalAmount: f.signedAmount.optional(),
    source: InvoiceSource.optional(),
    duplicated: f.queryFlag.optional().meta({ description: 'Whether the invoice is used more than once' }),
    needsReview: f.queryFlag.optional(),
    verificationState: VerificationState.optional(),
    remark: f.searchText.optional(),
    'params[beginIssueDate]': f.date.optional(),
    'params[endIssueDate]': f.date.optional(),
  },
  columns: invoiceRecord.ordered,
})

const meetingMaterial = materialRoutesOf({
  resource: 'meetingMaterial',
  shape: 'MeetingMaterial',
  noun: 'materials',
  writers: MEETING_RUNNERS,
  own: { materialType: MaterialType, title: z.string(), description: note, ...shownAttachments },
  required: { materialType: MaterialType, title: f.text(f.LINE_MAX).meta({ example: '会议日程' }) },
  optional: { description: f.optionalText(CONTENT_MAX).meta({ example: '上午场' }), ...attachments },
  filters: {
    materialType: MaterialType.optional(),
    title: f.searchText.optional(),
    description: f.searchText.optional(),
  },
  columns: ['materialType', 'title'],
})

const meetingSupervisor = materialRoutesOf({
  resource: 'meetingSupervisor',
  shape: 'MeetingSupervisorRecord',
  noun: 'supervisor records',
  writers: SUPERVISION_WRITERS,
  own: {
    supervisorName: z.string(),
    supervisionTime: z.string(),
    supervisionMode: SupervisionMode.nullable(),
    findings: note,
    conclusion: SupervisionConclusion,
    ...shownAttachments,
  },
  required: {
    supervisorName: f.text(f.NAME_MAX).meta({ example: '周敏' }),
    conclusion: SupervisionConclusion,
  },
  optional: {
    supervisionTime: f.time.optional().meta({ description: 'By default the time of creation' }),
    supervisionMode: SupervisionMode.nullable().optional(),
    findings: f.optionalText(CONTENT_MAX).meta({ example: '到场人数与名单相符' }),
    ...attachments,
  },
  filters: {
    supervisorName: f.searchText.optional(),
    supervisionMode: SupervisionMode.optional(),
    findings: f.searchText.optional(),
    conclusion: SupervisionConclusion.optional(),
    ...f.timeRange('SupervisionTime'),
  },
  columns: ['supervisorName', 'supervisionTime', 'supervisionMode', 'conclusion'],
})

/** The five kinds of meeting records. */
export const materialRoutes = {
  meetingAuditLog,
  meetingExecutor,
  meetingInvoice,
  meetingMaterial,
  meetingSupervisor,
} as const

export type MeetingAuditLog = z.output<typeof meetingAuditLog.get.answer.schema>
export type MeetingExecutorRecord = z.output<typeof meetingExecutor.get.answer.schema>
export type MeetingInvoice = z.output<typeof meetingInvoice.get.answer.schema>
export type MeetingMaterial = z.output<typeof meetingMaterial.get.answer.schema>
export type MeetingSupervisorRecord = z.output<typeof meetingSupervisor.get.answer.schema>
