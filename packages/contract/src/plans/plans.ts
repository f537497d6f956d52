import { z } from 'zod'
import { AUDIT_REFUSALS } from '../approvals/approval-kinds.ts'
import { AuditStatus } from '../experts/expert-record.ts'
import * as f from '../fields.ts'
import { data, file, page, type RouteTable } from '../route.ts'
import { said } from '../words.ts'
import { exportBody, XLSX } from '../spreadsheet.ts'

const URL_MAX = 1000
const PROJECT_NO_MAX = 50

/** An http(s) address, or the path of a file of this service with or without a signature. */
const ADDRESS = /^(https?:\/\/[^\s/?#]\S*|\/api\/common\/file\/[1-9]\d{0,15}(\?\S*)?)$/
const FILE_PATH = /^\/api\/common\/file\/(\d+)/

/** Returns the id of the file that an address of this service refers to; null for any other address. */
export function fileIdOf(address: string): number | null {
  const fileId = FILE_PATH.exec(address)?.[1]
  return fileId === undefined ? null : Number(fileId)
}

export const ProjectPlan = z
  .object({
    planId: f.id,
    planName: z.string(),
    planDirection: z.string().nullable(),
    planCategory: z.string().nullable(),
    projectForm: z.string().nullable(),
    designFileUrl: z
      .string()
      .nullable()
      .meta({ description: 'As given; signed and expiring if it is a file of this service' }),
    isSettled: z.boolean(),
    projectId: f.id.nullable(),
    projectNo: z.string().nullable(),
    projectName: z.string().nullable().meta({ description: 'Name of the project that the plan belongs to' }),
    submitterId: f.id,
    submitterName: z.string(),
    auditStatus: AuditStatus,
    auditOpinion: z.string().nullable(),
    auditBy: f.id.nullable().meta({ description: 'Account of the reviewer' }),
    auditByName: z.string().nullable(),
    auditForNames: z.array(z.string()).meta({ description: 'Absent persons in whose place it was reviewed' }),
    auditTime: z.string().nullable(),
    remark: z.string().nullable(),
    createTime: z.string(),
    version: f.version,
    abilities: f.abilities('update', 'settle', 'audit', 'remove'),
  })
  .meta({ id: 'ProjectPlan' })
export type ProjectPlan = z.infer<typeof ProjectPlan>

export const PROJECT_PLAN_COLUMNS = [
  'planId',
  'planName',
  'planDirection',
  'planCategory',
  'projectForm',
  'isSettled',
  'auditStatus',
  'auditTime',
  'createTime',
] as const
export const ProjectPlanQuery = f.listQuery(
  {
    planName: f.searchText.optional(),
    planDirection: f.searchText.optional(),
    planCategory: f.searchText.optional(),
    projectForm: f.searchText.optional(),
    projectId: f.queryId.optional(),
    projectNo: f.searchText.optional(),
    projectName: f.searchText.optional(),
    isSettled: f.queryFlag.optional(),
    auditStatus: AuditStatus.optional(),
    submitterId: f.queryId.optional(),
    submitterName: f.searchText.optional(),
    auditOpinion: f.searchText.optional(),
    auditBy: f.queryId.optional(),
    ...f.timeRange('AuditTime'),
  },
  PROJECT_PLAN_COLUMNS,
)
export type ProjectPlanQuery = z.output<typeof ProjectPlanQuery>

const designFileUrl = z
  .union([z.literal(''), f.text(URL_MAX).regex(ADDRESS)], {
    error: said(
      '请输入网址（以 http:// 或 https:// 开头），或上传文件',
      'Enter an address that begins with http:// or https://, or upload a file',
    ),
  })
  .nullable()
  .optional()
  .transform((value) => (value === '' ? null : value))
  .meta({ description: 'An http(s) address, or the address of a file that the caller uploaded' })

const fields = {
  planDirection: f.optionalText(f.LINE_MAX),
  planCategory: f.optionalText(f.LINE_MAX),
  projectForm: f.optionalText(f.LINE_MAX),
  designFileUrl,
  isSettled: z.boolean().optional().meta({ description: 'Only a manager may change it' }),
  projectId: f.id.nullable().optional(),
  projectNo: f.optionalText(PROJECT_NO_MAX).meta({
    description:
      'Links the plan to the project with this number, if there is one; projectId takes precedence',
  }),
  submitterId: f.id.optional().meta({ description: 'Ignored for experts, who submit their own plans' }),
  remark: f.optionalText(f.NOTE_MAX),
}

export const ProjectPlanCreate = z.strictObject({ planName: f.text(f.LINE_MAX), ...fields })
export type ProjectPlanCreate = z.output<typeof ProjectPlanCreate>

export const ProjectPlanUpdate = z.strictObject({
  planId: f.id,
  version: f.version,
  planName: f.text(f.LINE_MAX).optional(),
  ...fields,
})
export type ProjectPlanUpdate = z.output<typeof ProjectPlanUpdate>

export const ProjectPlanAudit = z.strictObject({
  planId: f.id,
  version: f.version.optional().meta({
    description:
      'Version that was read. Without it only a pending plan can be reviewed; with it a review can be revised',
  }),
  auditStatus: AuditStatus.extract(['approved', 'rejected']),
  auditOpinion: f.optionalText(f.NOTE_MAX),
})
export type ProjectPlanAudit = z.output<typeof ProjectPlanAudit>

const managers = ['admin', 'manager'] as const
const readers = ['admin', 'manager', 'leader', 'doctor'] as const
const writers = ['admin', 'manager', 'doctor'] as const
const tag = 'Project plans'

export const planRoutes = {
  list: {
    method: 'GET',
    path: '/business/projectPlan/list',
    access: readers,
    tag,
    summary: 'List project plans; experts see their own, project leads those of their projects',
    query: ProjectPlanQuery,
    answer: page(ProjectPlan),
  },
  export: {
    method: 'POST',
    path: '/business/projectPlan/export',
    access: ['admin', 'manager', 'leader'],
    tag,
    summary: 'Export project plans as an XLSX file, with the filters of the list',
    body: exportBody(ProjectPlanQuery),
    answer: file(XLSX),
  },
  get: {
    method: 'GET',
    path: '/business/projectPlan/{planId}',
    access: readers,
    tag,
    summary: 'Read one project plan',
    params: z.object({ planId: f.queryId }),
    answer: data(ProjectPlan),
  },
  create: {
    method: 'POST',
    path: '/business/projectPlan',
    target: ['projectId', 'submitterId', 'planId'],
    access: writers,
    tag,
    summary: 'Submit a project plan, whose review is then pending',
    body: ProjectPlanCreate,
    answer: data(ProjectPlan),
    errors: ['FILE_UNKNOWN'],
    creates: true,
  },
  update: {
    method: 'PUT',
    path: '/business/projectPlan',
    target: ['planId', 'projectId', 'submitterId'],
    access: writers,
    tag,
    summary: 'Change a project plan; a rejected plan changed by its submitter is pending again',
    body: ProjectPlanUpdate,
    answer: data(ProjectPlan),
    errors: ['NOT_FOUND', 'STALE_RECORD', 'PLAN_APPROVED', 'FILE_UNKNOWN'],
  },
  audit: {
    method: 'PUT',
    path: '/business/projectPlan/audit',
    target: ['planId'],
    access: managers,
    caller: 'person',
    tag,
    summary: 'Approve or reject a project plan; notifies its submitter',
    body: ProjectPlanAudit,
    answer: data(ProjectPlan),
    errors: ['NOT_FOUND', 'STALE_RECORD', ...AUDIT_REFUSALS],
  },
  remove: {
    method: 'DELETE',
    path: '/business/projectPlan/{planId}',
    target: ['planId'],
    access: writers,
    tag,
    summary: 'Delete project plans, all or none; experts only those not yet approved',
    params: z.object({ planId: f.pathIds }),
    answer: data(z.null()),
    errors: ['PLAN_APPROVED'],
  },
} as const satisfies RouteTable
